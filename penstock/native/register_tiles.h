/* Micro-kernels: tiles of accumulators that stay in registers, up to TILE rows times one or two vectors of columns.
   Convolutions and matmuls are built from them. */

#pragma once

#include "thread_pool.h"

#if defined(__AVX512F__)
#define LANES 16
#define TILE 14 /* 28 accumulators, 2 weights and a pixel in 32 registers */
#else
#define LANES 8
#define TILE 6 /* 12 accumulators, 2 weights and a pixel in 16 registers */
#endif
#define BLOCK (2 * LANES)

typedef float vec __attribute__((vector_size(LANES * 4), aligned(4), may_alias));

static inline vec load(const float *p) { return *(const vec *)p; }
static inline void store(float *p, vec v) { *(vec *)p = v; }

/* NaN is propagated. */
typedef int32_t bits __attribute__((vector_size(LANES * 4)));
static inline vec relu(vec v) { return (vec)((bits)v & ~(bits)(v < 0)); }

/* max(a, b); b if a is NaN. */
static inline vec greater(vec a, vec b) {
  bits first = (bits)(a > b);
  return (vec)(((bits)a & first) | ((bits)b & ~first));
}

/* The epilogue of a tile: store, accumulate into memory, add a bias, or add a bias and apply `relu`. */
typedef enum { WRITE, ADD, BIAS, BIAS_RELU } Finish;

/* y[t, :] = sum over kernel rows, and `length` values of each, of x[t, value] * filter[value, :]; the row stride of y is
   `co`, that of the filter BLOCK. */
typedef void (*Forward)(const float *x, i64 row, i64 pixel, i64 rows, i64 pieces, i64 apart, i64 length, const float *filter,
                        float *y, i64 co, Finish finish, const float *bias);

/* to[t, :] = sum over the pixels of some rows of x[pixel, t] * dy[pixel, :], accumulated into memory with ADD. */
typedef void (*Gradient)(const float *x, i64 row, i64 pixel, i64 rows, i64 width, const float *dy, i64 dy_row, i64 dy_pixel,
                         float *to, i64 co, Finish finish);

/* Indexed by the number of vectors, 1 or 2, and of rows, 1 to TILE. */
extern const Forward forward_tiles[3][TILE + 1];
extern const Gradient gradient_tiles[3][TILE + 1];

/* Splits rows into tiles of nearly equal size: 32 as 11, 11 and 10 rather than 14, 14 and 4. */
static inline i64 tile_of(i64 left) {
  i64 tiles = (left + TILE - 1) / TILE;
  return (left + tiles - 1) / tiles;
}
