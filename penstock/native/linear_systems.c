/* Small linear systems, determinants and Cholesky factors of float32 matrices that fit into the L1 or L2 cache, where the
   call of LAPACK takes longer than these loops.

   Rows are padded to whole vectors, with the right-hand sides appended to the matrix. Blocked elimination, LANES columns at a
   time: first within the block, where each row is one vector, then in the trailing matrix, where every vector is loaded and
   stored once per LANES multiply-adds. */

#include "thread_pool.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define LANES 16
typedef float vec __attribute__((vector_size(LANES * 4), aligned(4), may_alias));
typedef int32_t bits __attribute__((vector_size(LANES * 4)));

static inline vec load(const float *p) { return *(const vec *)p; }
static inline void store(float *p, vec v) { *(vec *)p = v; }

static i64 whole_vectors(i64 count) { return (count + LANES - 1) / LANES * LANES; }

/* A rank-`count` update: subtracts from each row the product of its `count` factors and as many other rows. */
typedef struct {
  float *to;
  const float *multipliers, *rows;
  i64 stride, multipliers_stride, count;
} Products;

static inline __attribute__((always_inline)) void subtract_tile(const Products *p, const int rows, const int vectors, i64 i, i64 c) {
  vec v[4][2];
  float *to = p->to + i * p->stride + c;
  const float *multipliers = p->multipliers + i * p->multipliers_stride, *from = p->rows + c;
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < vectors; j++) v[r][j] = load(to + r * p->stride + j * LANES);
  for (i64 s = 0; s < p->count; s++, from += p->stride)
    for (int r = 0; r < rows; r++)
      for (int j = 0; j < vectors; j++) v[r][j] -= load(from + j * LANES) * multipliers[r * p->multipliers_stride + s];
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < vectors; j++) store(to + r * p->stride + j * LANES, v[r][j]);
}

/* Applies it to rows [first, last) and columns [left, right). */
static void subtract(Products p, i64 first, i64 last, i64 left, i64 right) {
  i64 i = first, c;
  for (; i + 4 <= last; i += 4) {
    for (c = left; c + 2 * LANES <= right; c += 2 * LANES) subtract_tile(&p, 4, 2, i, c);
    if (c < right) subtract_tile(&p, 4, 1, i, c);
  }
  for (; i < last; i++) {
    for (c = left; c + 2 * LANES <= right; c += 2 * LANES) subtract_tile(&p, 1, 2, i, c);
    if (c < right) subtract_tile(&p, 1, 1, i, c);
  }
}

/* The update whose factors are the rows' own values: `count` of them, from the column whose number is that of the first
   subtracted row. */
static Products own_multipliers(float *a, i64 stride, i64 row, i64 count) {
  return (Products){.to = a, .multipliers = a + row, .rows = a + row * stride, .stride = stride, .multipliers_stride = stride, .count = count};
}

static void swap_rows(float *x, float *y, i64 count) {
  for (i64 i = 0; i < count; i += LANES) {
    vec one = load(x + i);
    store(x + i, load(y + i));
    store(y + i, one);
  }
}

/* The lanes after `lane`; zeros elsewhere. */
static inline vec lanes_after(vec v, int lane) {
  const bits number = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return (vec)((bits)v & (bits)(number > lane));
}

/* LU decomposition with partial pivoting of a matrix of n rows, whose right-hand sides begin at column whole_vectors(n). The
   multipliers stay below the diagonal. Returns the sign of the row permutation. */
static int lu_decompose(float *a, i64 n, i64 stride) {
  int sign = 1;
  for (i64 block = 0; block < n; block += LANES) {
    i64 end = min_i64(block + LANES, n);
    for (i64 k = block; k < end; k++) {
      i64 pivot = k;
      for (i64 i = k + 1; i < n; i++)
        if (fabsf(a[i * stride + k]) > fabsf(a[pivot * stride + k])) pivot = i;
      if (pivot != k) {
        swap_rows(a + k * stride, a + pivot * stride, stride);
        sign = -sign;
      }
      float largest = a[k * stride + k];
      if (largest == 0) continue; /* as is everything below it */
      vec rest = lanes_after(load(a + k * stride + block), (int)(k - block));
      for (i64 i = k + 1; i < n; i++) {
        float *row = a + i * stride + block, share = row[k - block] / largest;
        store(row, load(row) - rest * share);
        row[k - block] = share;
      }
    }
    i64 right = block + LANES; /* of the columns eliminated so far */
    for (i64 k = block + 1; k < end; k++) subtract(own_multipliers(a, stride, block, k - block), k, k + 1, right, stride);
    subtract(own_multipliers(a, stride, block, end - block), end, n, right, stride);
  }
  return sign;
}

/* Copies a matrix to rows padded with zeros to whole vectors. */
static void pack(const float *from, i64 n, i64 m, float *to, i64 stride) {
  i64 width = whole_vectors(m);
  for (i64 i = 0; i < n; i++) {
    memcpy(to + i * stride, from + i * m, (size_t)m * sizeof(float));
    memset(to + i * stride + m, 0, (size_t)(width - m) * sizeof(float));
  }
}

/* -- systems ------------------------------------------------------------------------------------------------------------ */

typedef struct {
  i64 n, m;
  const float *a, *b;
  float *x;
  unsigned char *regular;
  _Atomic int failed;
} Systems;

static void solve_one(void *arg, i64 which) {
  Systems *s = arg;
  i64 n = s->n, m = s->m, left = whole_vectors(n), stride = left + whole_vectors(m);
  float *a = scratch(0, n * stride), *x = s->x + which * n * m;
  if (a == NULL) {
    s->failed = 1;
    return;
  }
  pack(s->a + which * n * n, n, n, a, stride);
  pack(s->b + which * n * m, n, m, a + left, stride);
  lu_decompose(a, n, stride);
  int regular = 1;
  for (i64 end = n; end > 0;) {
    i64 block = (end - 1) / LANES * LANES;
    for (i64 k = end - 1; k >= block; k--) {
      float *row = a + k * stride, divisor = row[k];
      if (divisor == 0) regular = 0;
      subtract(own_multipliers(a, stride, k + 1, end - k - 1), k, k + 1, left, stride);
      for (i64 c = left; c < stride; c += LANES) store(row + c, load(row + c) / divisor);
    }
    subtract(own_multipliers(a, stride, block, end - block), 0, block, left, stride);
    end = block;
  }
  for (i64 i = 0; i < n; i++) memcpy(x + i * m, a + i * stride + left, (size_t)m * sizeof(float));
  s->regular[which] = (unsigned char)regular;
}

/* a: [count, n, n], b and x: [count, n, m]; regular: [count], whether a matrix is invertible. Returns 1 if out of memory. */
int penstock_solve(const float *a, const float *b, i64 count, i64 n, i64 m, float *x, unsigned char *regular) {
  Systems s = {.n = n, .m = m, .a = a, .b = b, .x = x, .regular = regular};
  in_parallel(solve_one, &s, count);
  return s.failed;
}

/* -- pivots ------------------------------------------------------------------------------------------------------------- */

typedef struct {
  i64 n;
  const float *a;
  float *made, *signs;
  _Atomic int failed;
} Matrices;

static void pivots_of_matrix(void *arg, i64 which) {
  Matrices *s = arg;
  i64 n = s->n, stride = whole_vectors(n);
  float *a = scratch(0, n * stride);
  if (a == NULL) {
    s->failed = 1;
    return;
  }
  pack(s->a + which * n * n, n, n, a, stride);
  s->signs[which] = (float)lu_decompose(a, n, stride);
  for (i64 i = 0; i < n; i++) s->made[which * n + i] = a[i * stride + i];
}

/* a: [count, n, n]; pivots: [count, n], the diagonal of U; signs: [count], of the row permutations. Returns 1 if out of
   memory. */
int penstock_pivots(const float *a, i64 count, i64 n, float *pivots, float *signs) {
  Matrices s = {.n = n, .a = a, .made = pivots, .signs = signs};
  in_parallel(pivots_of_matrix, &s, count);
  return s.failed;
}

/* -- Cholesky's factors ------------------------------------------------------------------------------------------------- */

/* Computes the upper factor by rows, from the lower triangle, and stores its transpose. */
static void cholesky_one(void *arg, i64 which) {
  Matrices *s = arg;
  i64 n = s->n, stride = whole_vectors(n);
  const float *a = s->a + which * n * n;
  float *u = scratch(0, n * stride), *multipliers = scratch(1, n * LANES), *l = s->made + which * n * n;
  if (u == NULL || multipliers == NULL) {
    s->failed = 1;
    return;
  }
  memset(u, 0, (size_t)(n * stride) * sizeof(float));
  for (i64 i = 0; i < n; i++)
    for (i64 j = 0; j <= i; j++) u[j * stride + i] = a[i * n + j];
  for (i64 block = 0; block < n; block += LANES) {
    i64 end = min_i64(block + LANES, n);
    for (i64 k = block; k < end; k++) {
      float *row = u + k * stride, square = row[k];
      if (!(square > 0)) { /* not positive definite */
        for (i64 i = 0; i < n * n; i++) l[i] = NAN;
        return;
      }
      float root = sqrtf(square);
      for (i64 c = block; c < stride; c += LANES) store(row + c, load(row + c) / root);
      for (i64 i = k + 1; i < end; i++) {
        float share = row[i], *to = u + i * stride;
        for (i64 c = block; c < stride; c += LANES) store(to + c, load(to + c) - load(row + c) * share);
      }
    }
    for (i64 k = block; k < end; k++)
      for (i64 i = end; i < n; i++) multipliers[i * LANES + k - block] = u[k * stride + i];
    Products p = {.to = u, .multipliers = multipliers, .rows = u + block * stride, .stride = stride, .multipliers_stride = LANES, .count = end - block};
    for (i64 i = end; i < n; i += LANES) subtract(p, i, min_i64(i + LANES, n), i, stride);
  }
  for (i64 i = 0; i < n; i++) {
    for (i64 j = 0; j <= i; j++) l[i * n + j] = u[j * stride + i];
    memset(l + i * n + i + 1, 0, (size_t)(n - i - 1) * sizeof(float));
  }
}

/* a, l: [count, n, n]; only the lower triangles of a are read. l is all NaN where a is not positive definite. Returns 1 if
   out of memory. */
int penstock_cholesky(const float *a, i64 count, i64 n, float *l) {
  Matrices s = {.n = n, .a = a, .made = l};
  in_parallel(cholesky_one, &s, count);
  return s.failed;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

HANDLER(penstock_xla_solve,
        penstock_solve(IN(0), IN(1), DIMENSION(0, 0), DIMENSION(0, 1), DIMENSION(1, 2), OUT(0), OUT(1)))
HANDLER(penstock_xla_pivots, penstock_pivots(IN(0), DIMENSION(0, 0), DIMENSION(0, 1), OUT(0), OUT(1)))
HANDLER(penstock_xla_cholesky, penstock_cholesky(IN(0), DIMENSION(0, 0), DIMENSION(0, 1), OUT(0)))
