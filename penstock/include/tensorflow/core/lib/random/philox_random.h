// PhiloxRandom: random numbers from a counter and a key (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011).
#pragma once

#include <array>
#include <cstdlib>

#include "tensorflow/core/platform/types.h"

#ifndef PHILOX_DEVICE_INLINE
#define PHILOX_DEVICE_INLINE inline
#endif

namespace tensorflow {
namespace random {

template <typename T, int N>
class Array {
 public:
  Array() {
    for (T& d : data_) d = T(0);
  }
  const T& operator[](int i) const { return data_[i]; }
  T& operator[](int i) { return data_[i]; }
  size_t size() const { return N; }

 private:
  T data_[N];
};

class PhiloxRandom {
 public:
  typedef Array<uint32, 4> ResultType;
  typedef uint32 ResultElementType;
  static const int kResultElementCount = 4;
  static const int kElementCost = 10;
  typedef Array<uint32, 2> Key;

  PhiloxRandom() {}
  explicit PhiloxRandom(uint64 seed) { SetKey(seed); }
  PhiloxRandom(uint64 seed_lo, uint64 seed_hi) {
    SetKey(seed_lo);
    counter_[2] = static_cast<uint32>(seed_hi);
    counter_[3] = static_cast<uint32>(seed_hi >> 32);
  }
  PhiloxRandom(ResultType counter, Key key) : counter_(counter), key_(key) {}
  const ResultType& counter() const { return counter_; }
  const Key& key() const { return key_; }

  // Leaves out so many results of 128 bits.
  void Skip(uint64 count) {
    uint64 carry = count;
    for (int i = 0; i < 4 && carry > 0; i += 2) {
      const uint64 old = counter_[i] | static_cast<uint64>(counter_[i + 1]) << 32, sum = old + carry;
      counter_[i] = static_cast<uint32>(sum);
      counter_[i + 1] = static_cast<uint32>(sum >> 32);
      carry = sum < old ? 1 : 0;
    }
  }

  // Ten rounds on the counter.
  ResultType operator()() {
    ResultType c = counter_;
    uint32 k0 = key_[0], k1 = key_[1];
    for (int round = 0; round < 10; round++, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
      const uint64 a = static_cast<uint64>(0xD2511F53u) * c[0], b = static_cast<uint64>(0xCD9E8D57u) * c[2];
      const uint32 c1 = c[1], c3 = c[3];
      c[0] = static_cast<uint32>(b >> 32) ^ c1 ^ k0;
      c[1] = static_cast<uint32>(b);
      c[2] = static_cast<uint32>(a >> 32) ^ c3 ^ k1;
      c[3] = static_cast<uint32>(a);
    }
    Skip(1);
    return c;
  }

 private:
  void SetKey(uint64 seed) {
    key_[0] = static_cast<uint32>(seed);
    key_[1] = static_cast<uint32>(seed >> 32);
  }
  ResultType counter_;
  Key key_;
};

}  // namespace random
}  // namespace tensorflow
