/* Winograd transforms in one dimension, on vectors of channels: for kernels of 3 and 5 values, two results at a time.

   `side` values of the input, four or six, make two results: results = to_results(of_values(x) * of_kernel(w)), with products
   at four or seven points. A kernel of five is the sum of one of three and one of two: with fewer points rounding errors would
   be three times as large, and integers would not stay exact. The gradients use the transposed transforms. `side` is a compile-
   time constant. */

#pragma once

#include "register_tiles.h"

#define MAX_SIDE 6
#define MAX_POINTS 7
#define INLINE static inline __attribute__((always_inline))

INLINE int points_of(int side) { return side == 4 ? 4 : 7; }

/* Input transform: `side` values to points. */
INLINE void of_values(int side, const vec *d, vec *to) {
  to[0] = d[0] - d[2];
  to[1] = d[1] + d[2];
  to[2] = d[2] - d[1];
  to[3] = d[1] - d[3];
  if (side == 4) return;
  to[4] = d[3] - d[4];
  to[5] = d[4];
  to[6] = d[4] - d[5];
}

/* Kernel transform: side - 1 values to points. */
INLINE void of_kernel(int side, const vec *k, vec *to) {
  vec ends = k[0] + k[2];
  to[0] = k[0];
  to[1] = (ends + k[1]) * 0.5f;
  to[2] = (ends - k[1]) * 0.5f;
  to[3] = k[2];
  if (side == 4) return;
  to[4] = k[3];
  to[5] = k[3] + k[4];
  to[6] = k[4];
}

/* Output transform: points to two results. */
INLINE void to_results(int side, const vec *m, vec *to) {
  to[0] = m[0] + m[1] + m[2];
  to[1] = m[1] - m[2] - m[3];
  if (side == 4) return;
  to[0] += m[4] + m[5];
  to[1] += m[5] - m[6];
}

/* Transform of the gradient of two results: to points. */
INLINE void of_results(int side, const vec *d, vec *to) {
  to[0] = d[0];
  to[1] = d[0] + d[1];
  to[2] = d[0] - d[1];
  to[3] = -d[1];
  if (side == 4) return;
  to[4] = d[0];
  to[5] = d[0] + d[1];
  to[6] = -d[1];
}

/* Points to the gradient of the kernel's side - 1 values. */
INLINE void to_kernel(int side, const vec *m, vec *to) {
  vec both = (m[1] + m[2]) * 0.5f;
  to[0] = m[0] + both;
  to[1] = (m[1] - m[2]) * 0.5f;
  to[2] = both + m[3];
  if (side == 4) return;
  to[3] = m[4] + m[5];
  to[4] = m[5] + m[6];
}
