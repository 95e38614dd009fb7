/* Winograd's transforms in one dimension, of vectors of channels: for kernels of 3 values and of 5, two results at a time.

   `side` values of the input, four or six, make two results: results = to_results(of_values(x) * of_kernel(w)), with products at
   four points or seven. A kernel of five is one of three and one of two, whose results are added: with fewer points rounding would be
   three times as much, and whole numbers would not stay whole. The gradients go through the same transforms the other way. `side` is
   known when this is compiled. */

#pragma once

#include "register_tiles.h"

#define MOST_SIDE 6
#define MOST_POINTS 7
#define INLINE static inline __attribute__((always_inline))

INLINE int points_of(int side) { return side == 4 ? 4 : 7; }

/* Of the input: from `side` values one for each point. */
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

/* Of the kernel: from side - 1 values one for each point. */
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

/* Of the products: two results. */
INLINE void to_results(int side, const vec *m, vec *to) {
  to[0] = m[0] + m[1] + m[2];
  to[1] = m[1] - m[2] - m[3];
  if (side == 4) return;
  to[0] += m[4] + m[5];
  to[1] += m[5] - m[6];
}

/* Of the gradient of two results: one value for each point. */
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

/* Of the products: the gradient of the kernel's side - 1 values. */
INLINE void to_kernel(int side, const vec *m, vec *to) {
  vec both = (m[1] + m[2]) * 0.5f;
  to[0] = m[0] + both;
  to[1] = (m[1] - m[2]) * 0.5f;
  to[2] = both + m[3];
  if (side == 4) return;
  to[3] = m[4] + m[5];
  to[4] = m[5] + m[6];
}
