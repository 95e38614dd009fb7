/* exp(x) for float32, branch-free so that loops over it vectorize; and casts between a float and its bits. */

#pragma once

#include <stdint.h>
#include <string.h>

#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
#define FMA(x, y, z) __builtin_fmaf(x, y, z)
#else
#define FMA(x, y, z) ((x) * (y) + (z))
#endif

typedef int32_t i32;

static inline float of_bits(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static inline uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

/* exp(x) with x = n log 2 + r; 2^n in two factors, so that denormal results are right too. */
static inline float exponential(float x) {
  x = x > 89.0f ? 89.0f : x;
  x = x < -105.0f ? -105.0f : x;
  const float shift = 12582912.0f; /* 1.5 * 2^23: adding it rounds to an integer */
  float shifted = FMA(x, 1.44269504f, shift), n = shifted - shift;
  float r = FMA(n, -0.693359375f, x);
  r = FMA(n, 2.12194440e-4f, r);
  float q = FMA(r, 0x1.6a23cep-10f, 0x1.123a2p-7f);
  q = FMA(q, r, 0x1.5558f2p-5f);
  q = FMA(q, r, 0x1.555492p-3f);
  q = FMA(q, r, 0x1.fffffcp-2f);
  float p = FMA(q, r * r, r) + 1.0f;
  i32 arg = (i32)(bits_of(shifted) - bits_of(shift)), half = arg >> 1;
  return p * of_bits((uint32_t)(half + 127) << 23) * of_bits((uint32_t)(arg - half + 127) << 23);
}
