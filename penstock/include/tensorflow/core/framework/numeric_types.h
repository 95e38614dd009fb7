// Element types that C++ does not have: half, bfloat16, complex numbers and the quantized integers.
#pragma once

#include <complex>

#include "penstock/eigen.h"
#include "penstock/half.h"
#include "tensorflow/core/platform/types.h"

namespace penstock {
// An integer that stands for a real number on some scale; the kernels know which.
template <typename T, int Tag>
struct Quantized {
  T value;
  Quantized() : value(0) {}
  Quantized(T v) : value(v) {}  // NOLINT
  operator int() const { return static_cast<int>(value); }
};
}  // namespace penstock

namespace tensorflow {

typedef std::complex<float> complex64;
typedef std::complex<double> complex128;
typedef penstock::Bfloat bfloat16;
typedef penstock::Quantized<int8, 0> qint8;
typedef penstock::Quantized<uint8, 0> quint8;
typedef penstock::Quantized<int16, 0> qint16;
typedef penstock::Quantized<uint16, 0> quint16;
typedef penstock::Quantized<int32, 0> qint32;

}  // namespace tensorflow

namespace Eigen {
typedef ::tensorflow::qint8 QInt8;
typedef ::tensorflow::quint8 QUInt8;
typedef ::tensorflow::qint16 QInt16;
typedef ::tensorflow::quint16 QUInt16;
typedef ::tensorflow::qint32 QInt32;
}  // namespace Eigen
