// Integers of known size and the string type, under the names that kernels use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace tensorflow {

typedef int8_t int8;
typedef int16_t int16;
typedef int32_t int32;
// `long long`, as TensorFlow has it: printf formats and overloads of its users depend on it.
typedef long long int64;
typedef uint8_t uint8;
typedef uint16_t uint16;
typedef uint32_t uint32;
typedef unsigned long long uint64;
typedef unsigned int uint;

using std::string;
typedef std::string tstring;  // strings of a tensor

static const uint8 kuint8max = 0xFF;
static const uint16 kuint16max = 0xFFFF;
static const uint32 kuint32max = 0xFFFFFFFFu;
static const uint64 kuint64max = ~uint64{0};
static const int8 kint8min = std::numeric_limits<int8>::min();
static const int8 kint8max = std::numeric_limits<int8>::max();
static const int16 kint16min = std::numeric_limits<int16>::min();
static const int16 kint16max = std::numeric_limits<int16>::max();
static const int32 kint32min = std::numeric_limits<int32>::min();
static const int32 kint32max = std::numeric_limits<int32>::max();
static const int64 kint64min = std::numeric_limits<int64>::min();
static const int64 kint64max = std::numeric_limits<int64>::max();
static const float kfloatmax = std::numeric_limits<float>::max();

typedef uint64 Fprint;

}  // namespace tensorflow
