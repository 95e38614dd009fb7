// Positions of bits.
#pragma once

#include "tensorflow/core/platform/types.h"

namespace tensorflow {

inline int Log2Floor(uint32 n) { return n == 0 ? -1 : 31 - __builtin_clz(n); }
inline int Log2Floor64(uint64 n) { return n == 0 ? -1 : 63 - __builtin_clzll(n); }
inline int Log2Ceiling(uint32 n) { return n == 0 || (n & (n - 1)) == 0 ? Log2Floor(n) : Log2Floor(n) + 1; }
inline int Log2Ceiling64(uint64 n) { return n == 0 || (n & (n - 1)) == 0 ? Log2Floor64(n) : Log2Floor64(n) + 1; }
inline uint32 NextPowerOfTwo(uint32 v) { return v == 0 ? 0 : 1u << Log2Ceiling(v); }
inline uint64 NextPowerOfTwo64(uint64 v) { return v == 0 ? 0 : uint64{1} << Log2Ceiling64(v); }

}  // namespace tensorflow
