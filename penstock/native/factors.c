/* Small systems of equations and Cholesky factors of float32 matrices, one after the other along rows: for matrices that a
   first- or second-level cache holds, calling LAPACK takes longer than these loops. */

#include "parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LANES 16
typedef float vec __attribute__((vector_size(LANES * 4), aligned(4), may_alias));

/* y -= s x */
static inline void subtract(float *restrict y, const float *restrict x, float s, i64 count) {
  for (i64 i = 0; i < count; i++) y[i] -= s * x[i];
}

static float dot(const float *x, const float *y, i64 count) {
  vec sums = {0};
  i64 i = 0;
  for (; i + LANES <= count; i += LANES) sums += *(const vec *)(x + i) * *(const vec *)(y + i);
  float sum = 0;
  for (int lane = 0; lane < LANES; lane++) sum += sums[lane];
  for (; i < count; i++) sum += x[i] * y[i];
  return sum;
}

static void swap_rows(float *x, float *y, i64 count) {
  for (i64 i = 0; i < count; i++) {
    float one = x[i];
    x[i] = y[i];
    y[i] = one;
  }
}

typedef struct {
  i64 n, m;
  const float *a;
  float *rows, *x;
  unsigned char *regular;
} Systems;

/* By elimination with the largest pivots; the right sides are worked on along with the rows. */
static void solve_one(void *whole, i64 which) {
  Systems *s = whole;
  i64 n = s->n, m = s->m;
  float *a = s->rows + which * n * n, *x = s->x + which * n * m;
  memcpy(a, s->a + which * n * n, (size_t)(n * n) * sizeof(float));
  int regular = 1;
  for (i64 k = 0; k < n; k++) {
    i64 pivot = k;
    for (i64 i = k + 1; i < n; i++)
      if (fabsf(a[i * n + k]) > fabsf(a[pivot * n + k])) pivot = i;
    if (pivot != k) {
      swap_rows(a + k * n, a + pivot * n, n);
      swap_rows(x + k * m, x + pivot * m, m);
    }
    float largest = a[k * n + k];
    if (largest == 0) regular = 0;
    for (i64 i = k + 1; i < n; i++) {
      float share = a[i * n + k] / largest;
      if (share == 0) continue;
      subtract(a + i * n + k + 1, a + k * n + k + 1, share, n - k - 1);
      subtract(x + i * m, x + k * m, share, m);
    }
  }
  for (i64 k = n - 1; k >= 0; k--) {
    for (i64 i = k + 1; i < n; i++) subtract(x + k * m, x + i * m, a[k * n + i], m);
    float divisor = a[k * n + k];
    for (i64 i = 0; i < m; i++) x[k * m + i] /= divisor;
  }
  s->regular[which] = (unsigned char)regular;
}

/* a: [count, n, n], b and x: [count, n, m]; regular: [count], whether there is one solution. Returns 1 without memory. */
int penstock_solve(const float *a, const float *b, i64 count, i64 n, i64 m, float *x, unsigned char *regular) {
  Systems s = {.n = n, .m = m, .a = a, .x = x, .regular = regular};
  s.rows = malloc((size_t)most(1, count * n * n) * sizeof(float));
  if (s.rows == NULL) return 1;
  memcpy(x, b, (size_t)(count * n * m) * sizeof(float));
  in_parallel(solve_one, &s, count);
  free(s.rows);
  return 0;
}

typedef struct {
  i64 n;
  const float *a;
  float *l;
} Factors;

static void cholesky_one(void *whole, i64 which) {
  Factors *f = whole;
  i64 n = f->n;
  const float *a = f->a + which * n * n;
  float *l = f->l + which * n * n;
  for (i64 i = 0; i < n; i++) {
    float *row = l + i * n;
    for (i64 j = 0; j < i; j++) row[j] = (a[i * n + j] - dot(row, l + j * n, j)) / l[j * n + j];
    float square = a[i * n + i] - dot(row, row, i);
    if (!(square > 0)) { /* there is no such factor */
      for (i64 k = 0; k < n * n; k++) l[k] = NAN;
      return;
    }
    row[i] = sqrtf(square);
    for (i64 j = i + 1; j < n; j++) row[j] = 0;
  }
}

/* a, l: [count, n, n]; of a, the lower triangles are read. A factor that there is not is all NaN. */
int penstock_cholesky(const float *a, i64 count, i64 n, float *l) {
  Factors f = {.n = n, .a = a, .l = l};
  in_parallel(cholesky_one, &f, count);
  return 0;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#ifdef PENSTOCK_XLA
#include "xla.h"

HANDLER(penstock_xla_solve,
        penstock_solve(IN(0), IN(1), DIMENSION(0, 0), DIMENSION(0, 1), DIMENSION(1, 2), OUT(0), OUT(1)))
HANDLER(penstock_xla_cholesky, penstock_cholesky(IN(0), DIMENSION(0, 0), DIMENSION(0, 1), OUT(0)))
#endif
