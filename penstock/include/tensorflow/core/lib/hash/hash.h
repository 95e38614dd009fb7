// Hash64: the hash of bytes that TensorFlow's tables use (MurmurHash64A by Austin Appleby, which is in the public domain).
#pragma once

#include <cstring>
#include <functional>
#include <string>

#include "tensorflow/core/lib/core/stringpiece.h"
#include "tensorflow/core/platform/types.h"

namespace tensorflow {

inline uint64 Hash64(const char* data, size_t n, uint64 seed) {
  const uint64 m = 0xc6a4a7935bd1e995ull;
  uint64 h = seed ^ (n * m);
  for (; n >= 8; n -= 8, data += 8) {
    uint64 k;
    std::memcpy(&k, data, 8);
    k *= m;
    k ^= k >> 47;
    h = (h ^ k * m) * m;
  }
  uint64 tail = 0;
  for (size_t i = 0; i < n; i++) tail |= static_cast<uint64>(static_cast<uint8>(data[i])) << (8 * i);
  if (n > 0) h = (h ^ tail) * m;
  h = (h ^ h >> 47) * m;
  return h ^ h >> 47;
}
inline uint64 Hash64(const char* data, size_t n) { return Hash64(data, n, 0xDECAFCAFFE); }
inline uint64 Hash64(const string& s) { return Hash64(s.data(), s.size()); }
inline uint64 Hash64(StringPiece s) { return Hash64(s.data(), s.size()); }
inline uint64 Hash64(const char* s) { return Hash64(s, std::strlen(s)); }
inline uint64 Hash64Combine(uint64 a, uint64 b) { return a ^ (b + 0x9e3779b97f4a7800ull + (a << 10) + (a >> 4)); }
template <typename T, typename = void>
struct hash {
  size_t operator()(const T& t) const { return std::hash<T>()(t); }
};
template <>
struct hash<string> {
  size_t operator()(const string& s) const { return static_cast<size_t>(Hash64(s)); }
};
template <>
struct hash<StringPiece> {
  size_t operator()(StringPiece s) const { return static_cast<size_t>(Hash64(s)); }
};

}  // namespace tensorflow
