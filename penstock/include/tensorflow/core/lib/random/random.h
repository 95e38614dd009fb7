// random::New64: a number that nobody can foresee.
#pragma once

#include <random>

#include "tensorflow/core/platform/types.h"

namespace tensorflow {
namespace random {

inline uint64 New64() {
  static thread_local std::mt19937_64 generator{(static_cast<uint64>(std::random_device()()) << 32) ^ std::random_device()()};
  return generator();
}
inline uint64 New64DefaultSeed() {
  static thread_local std::mt19937_64 generator;
  return generator();
}

}  // namespace random
}  // namespace tensorflow
