// Distributions of the numbers that a generator gives: uniform, normal, truncated normal.
#pragma once

#include <cmath>
#include <cstring>

#include "tensorflow/core/lib/random/philox_random.h"
#include "tensorflow/core/platform/types.h"

namespace tensorflow {
namespace random {

// 23 bits of it as a number in [0, 1).
inline float Uint32ToFloat(uint32 x) {
  const uint32 bits = 127u << 23 | (x & 0x7fffffu);
  float result;
  std::memcpy(&result, &bits, sizeof result);
  return result - 1.0f;
}
// 52 bits of them as a number in [0, 1).
inline double Uint64ToDouble(uint32 x0, uint32 x1) {
  const uint64 bits = uint64{1023} << 52 | static_cast<uint64>(x0 & 0xfffffu) << 32 | x1;
  double result;
  std::memcpy(&result, &bits, sizeof result);
  return result - 1.0;
}

inline void BoxMullerFloat(uint32 x0, uint32 x1, float* f0, float* f1) {
  const float least = 1.0e-7f, found = Uint32ToFloat(x0);
  const float u = found < least ? least : found, v = static_cast<float>(2.0f * M_PI * Uint32ToFloat(x1));
  const float r = std::sqrt(-2.0f * std::log(u));
  *f0 = std::sin(v) * r;
  *f1 = std::cos(v) * r;
}
inline void BoxMullerDouble(uint32 x0, uint32 x1, uint32 x2, uint32 x3, double* d0, double* d1) {
  const double least = 1.0e-7, found = Uint64ToDouble(x0, x1);
  const double u = found < least ? least : found, v = 2 * M_PI * Uint64ToDouble(x2, x3);
  const double r = std::sqrt(-2.0 * std::log(u));
  *d0 = std::sin(v) * r;
  *d1 = std::cos(v) * r;
}

// A generator that gives one number of 32 bits at a time.
template <class Generator>
class SingleSampleAdapter {
 public:
  typedef typename Generator::ResultElementType ResultType;
  typedef ResultType ResultElementType;
  static const int kResultElementCount = 1;
  explicit SingleSampleAdapter(Generator* gen) : generator_(gen), used_(Generator::kResultElementCount) {}
  ResultType operator()() {
    if (used_ == Generator::kResultElementCount) {
      unused_ = (*generator_)();
      used_ = 0;
    }
    return unused_[used_++];
  }

 private:
  Generator* generator_;
  typename Generator::ResultType unused_;
  int used_;
};

template <class Generator, typename RealType>
class UniformDistribution;

template <class Generator>
class UniformDistribution<Generator, float> {
 public:
  static const int kResultElementCount = Generator::kResultElementCount;
  static const bool kVariableSamplesPerOutput = false;
  typedef Array<float, kResultElementCount> ResultType;
  typedef float ResultElementType;
  ResultType operator()(Generator* gen) {
    const auto sample = (*gen)();
    ResultType result;
    for (int i = 0; i < kResultElementCount; i++) result[i] = Uint32ToFloat(sample[i]);
    return result;
  }
};

template <class Generator>
class UniformDistribution<Generator, double> {
 public:
  static const int kResultElementCount = Generator::kResultElementCount / 2;
  static const bool kVariableSamplesPerOutput = false;
  typedef Array<double, kResultElementCount> ResultType;
  typedef double ResultElementType;
  ResultType operator()(Generator* gen) {
    const auto sample = (*gen)();
    ResultType result;
    for (int i = 0; i < kResultElementCount; i++) result[i] = Uint64ToDouble(sample[2 * i], sample[2 * i + 1]);
    return result;
  }
};

template <class Generator>
class UniformDistribution<Generator, int32> {
 public:
  static const int kResultElementCount = Generator::kResultElementCount;
  static const bool kVariableSamplesPerOutput = false;
  typedef Array<int32, kResultElementCount> ResultType;
  typedef int32 ResultElementType;
  UniformDistribution(int32 lo, int32 hi) : lo_(lo), range_(static_cast<uint32>(hi) - static_cast<uint32>(lo)) {}
  ResultType operator()(Generator* gen) {
    const auto sample = (*gen)();
    ResultType result;
    for (int i = 0; i < kResultElementCount; i++) result[i] = static_cast<int32>(static_cast<uint32>(lo_) + sample[i] % range_);
    return result;
  }

 private:
  int32 lo_;
  uint32 range_;
};

template <class Generator>
class UniformDistribution<Generator, int64> {
 public:
  static const int kResultElementCount = Generator::kResultElementCount / 2;
  static const bool kVariableSamplesPerOutput = false;
  typedef Array<int64, kResultElementCount> ResultType;
  typedef int64 ResultElementType;
  UniformDistribution(int64 lo, int64 hi) : lo_(lo), range_(static_cast<uint64>(hi) - static_cast<uint64>(lo)) {}
  ResultType operator()(Generator* gen) {
    const auto sample = (*gen)();
    ResultType result;
    for (int i = 0; i < kResultElementCount; i++) {
      const uint64 bits = sample[2 * i] | static_cast<uint64>(sample[2 * i + 1]) << 32;
      result[i] = static_cast<int64>(static_cast<uint64>(lo_) + bits % range_);
    }
    return result;
  }

 private:
  int64 lo_;
  uint64 range_;
};

template <class Generator, typename RealType>
class NormalDistribution;

template <class Generator>
class NormalDistribution<Generator, float> {
 public:
  static const int kResultElementCount = Generator::kResultElementCount;
  static const bool kVariableSamplesPerOutput = false;
  typedef Array<float, kResultElementCount> ResultType;
  typedef float ResultElementType;
  ResultType operator()(Generator* gen) {
    const auto sample = (*gen)();
    ResultType result;
    for (int i = 0; i < kResultElementCount; i += 2) BoxMullerFloat(sample[i], sample[i + 1], &result[i], &result[i + 1]);
    return result;
  }
};

template <class Generator>
class NormalDistribution<Generator, double> {
 public:
  static const int kResultElementCount = Generator::kResultElementCount / 2;
  static const bool kVariableSamplesPerOutput = false;
  typedef Array<double, kResultElementCount> ResultType;
  typedef double ResultElementType;
  ResultType operator()(Generator* gen) {
    const auto sample = (*gen)();
    ResultType result;
    for (int i = 0; i < kResultElementCount; i += 2)
      BoxMullerDouble(sample[2 * i], sample[2 * i + 1], sample[2 * i + 2], sample[2 * i + 3], &result[i], &result[i + 1]);
    return result;
  }
};

// A normal distribution without what is further than two standard deviations from the mean. Takes single samples.
template <class SingleSampleGenerator, typename RealType>
class TruncatedNormalDistribution;

template <class SingleSampleGenerator>
class TruncatedNormalDistribution<SingleSampleGenerator, float> {
 public:
  static const int kResultElementCount = 4;
  static const bool kVariableSamplesPerOutput = true;
  typedef Array<float, kResultElementCount> ResultType;
  typedef float ResultElementType;
  ResultType operator()(SingleSampleGenerator* gen) {
    ResultType result;
    for (int n = 0;;) {
      const uint32 x0 = (*gen)(), x1 = (*gen)();
      float f[2];
      BoxMullerFloat(x0, x1, &f[0], &f[1]);
      for (float v : f) {
        if (std::abs(v) >= 2.0f) continue;
        result[n++] = v;
        if (n == kResultElementCount) return result;
      }
    }
  }
};

}  // namespace random
}  // namespace tensorflow
