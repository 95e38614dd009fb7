// SimplePhilox: single numbers of a PhiloxRandom.
#pragma once

#include "tensorflow/core/lib/random/exact_uniform_int.h"
#include "tensorflow/core/lib/random/philox_random.h"
#include "tensorflow/core/lib/random/random_distributions.h"

namespace tensorflow {
namespace random {

class SimplePhilox {
 public:
  explicit SimplePhilox(PhiloxRandom* gen) : single_(gen) {}
  uint32 Rand32() { return single_(); }
  uint64 Rand64() {
    const uint32 lo = single_(), hi = single_();
    return lo | static_cast<uint64>(hi) << 32;
  }
  float RandFloat() { return Uint32ToFloat(single_()); }
  double RandDouble() {
    const uint32 x0 = single_(), x1 = single_();
    return Uint64ToDouble(x0, x1);
  }
  uint32 Uniform(uint32 n) {
    return ExactUniformInt<uint32>(n, [this] { return Rand32(); });
  }
  uint64 Uniform64(uint64 n) {
    return ExactUniformInt<uint64>(n, [this] { return Rand64(); });
  }
  bool OneIn(uint32 n) { return Uniform(n) == 0; }
  // The largest magnitude itself is equally distributed: small numbers are frequent.
  uint32 Skewed(int max_log) {
    const uint32 bits = Rand32() % static_cast<uint32>(max_log + 1);
    return Rand32() & ((uint32{1} << bits) - 1);
  }

 private:
  SingleSampleAdapter<PhiloxRandom> single_;
};

}  // namespace random
}  // namespace tensorflow
