/* Transposes LANES vectors of LANES lanes in registers. */

#pragma once

#include "register_tiles.h"

#if LANES == 16
#define LOW(x, y) __builtin_shufflevector(x, y, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH(x, y) __builtin_shufflevector(x, y, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#else
#define LOW(x, y) __builtin_shufflevector(x, y, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH(x, y) __builtin_shufflevector(x, y, 4, 12, 5, 13, 6, 14, 7, 15)
#endif

/* Interleaves vectors that are half the count apart, log2(LANES) times. */
static inline void transpose_vectors(vec v[LANES]) {
  vec w[LANES];
  for (int round = 1; round < LANES; round *= 2) {
    for (int i = 0; i < LANES / 2; i++) {
      w[2 * i] = LOW(v[i], v[i + LANES / 2]);
      w[2 * i + 1] = HIGH(v[i], v[i + LANES / 2]);
    }
    for (int i = 0; i < LANES; i++) v[i] = w[i];
  }
}
