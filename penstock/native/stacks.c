/* Products of many small float32 matrices, a pair at a time: the rows of the second are laid out as whole vectors. */

#include "parallel.h"

#include <string.h>

#define LANES 16
#define MOST 32       /* rows and columns of a matrix */
#define TOGETHER 4096 /* hundreds of multiplications that are a part for a thread */
typedef float vec __attribute__((vector_size(LANES * 4)));

typedef struct {
  i64 count, m, k, n, part;
  const float *a, *b;
  float *c;
} Stack;

static inline void multiply(const Stack *s, const float *a, const float *b, float *c, i64 vectors) {
  vec rows[MOST][2];
  memset(rows, 0, sizeof(vec) * 2 * (size_t)s->k);
  for (i64 i = 0; i < s->k; i++) memcpy(rows[i], b + i * s->n, (size_t)s->n * sizeof(float));
  for (i64 i = 0; i < s->m; i++) {
    vec low = {0}, high = {0}, sum[2];
    for (i64 j = 0; j < s->k; j++) {
      low += a[i * s->k + j] * rows[j][0];
      if (vectors == 2) high += a[i * s->k + j] * rows[j][1];
    }
    sum[0] = low;
    sum[1] = high;
    memcpy(c + i * s->n, sum, (size_t)s->n * sizeof(float));
  }
}

static void stack_part(void *whole, i64 part) {
  const Stack *s = whole;
  i64 end = least((part + 1) * s->part, s->count);
  for (i64 i = part * s->part; i < end; i++) {
    const float *a = s->a + i * s->m * s->k, *b = s->b + i * s->k * s->n;
    float *c = s->c + i * s->m * s->n;
    if (s->n <= LANES)
      multiply(s, a, b, c, 1);
    else
      multiply(s, a, b, c, 2);
  }
}

/* a: [count, m, k], b: [count, k, n], c: [count, m, n]; k and n are at most MOST. */
int penstock_stack(const float *a, const float *b, i64 count, i64 m, i64 k, i64 n, float *c) {
  Stack s = {.count = count, .m = m, .k = k, .n = n, .a = a, .b = b, .c = c};
  s.part = most(1, (i64)TOGETHER * 100 / most(1, m * k * n));
  in_parallel(stack_part, &s, (count + s.part - 1) / s.part);
  return 0;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#ifdef PENSTOCK_XLA
#include "xla.h"

HANDLER(penstock_xla_stack, penstock_stack(IN(0), IN(1), DIMENSION(0, 0), DIMENSION(0, 1), DIMENSION(0, 2), DIMENSION(1, 2), OUT(0)))
#endif
