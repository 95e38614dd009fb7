/* Batched matmul of small float32 matrices: one pair of the batch at a time, a few rows of the result at once.

   Rows are loaded and stored as whole vectors, in descending order: a store that runs past the end of its row is overwritten by
   the next row, which is stored later. The last pairs of a task are computed in a scratch copy, since the memory behind them
   belongs to someone else. */

#include "register_tiles.h"

#include <string.h>

#define MAX_SIDE 32       /* largest number of rows or columns of a matrix */
#define TASK_COST 4096 /* multiplications per task, in hundreds */

typedef struct {
  i64 count, m, k, n, part;
  const float *a, *b;
  float *c;
} Stack;

#define INLINE static inline __attribute__((always_inline))

/* Up to four rows of the result, one or two vectors of each. */
INLINE void multiply_rows(const Stack *s, const float *a, const float *b, float *c, int rows, int vectors) {
  vec sums[4][2] = {{{0}}};
  for (i64 j = 0; j < s->k; j++)
    for (int v = 0; v < vectors; v++) {
      vec row = load(b + j * s->n + v * LANES);
      for (int r = 0; r < rows; r++) sums[r][v] += a[r * s->k + j] * row;
    }
  for (int r = 0; r < rows; r++)
    for (int v = 0; v < vectors; v++) store(c + r * s->n + v * LANES, sums[r][v]);
}

INLINE void multiply_blocks(const Stack *s, const float *a, const float *b, float *c, int rows) {
  for (i64 column = (s->n - 1) / BLOCK * BLOCK; column >= 0; column -= BLOCK)
    if (s->n - column <= LANES)
      multiply_rows(s, a, b + column, c + column, rows, 1);
    else
      multiply_rows(s, a, b + column, c + column, rows, 2);
}

static void multiply(const Stack *s, const float *a, const float *b, float *c) {
  i64 row = 0;
  for (; row + 4 <= s->m; row += 4) multiply_blocks(s, a + row * s->k, b, c + row * s->n, 4);
  if (s->m & 2) multiply_blocks(s, a + row * s->k, b, c + row * s->n, 2), row += 2;
  if (s->m & 1) multiply_blocks(s, a + row * s->k, b, c + row * s->n, 1);
}

static void stack_part(void *arg, i64 part) {
  const Stack *s = arg;
  i64 begin = part * s->part, end = min_i64(begin + s->part, s->count), from = s->k * s->n, to = s->m * s->n;
  i64 copied = max_i64(begin, end - 2 * LANES / min_i64(from, to) - 1);
  for (i64 i = begin; i < copied; i++) multiply(s, s->a + i * s->m * s->k, s->b + i * from, s->c + i * to);
  for (i64 i = copied; i < end; i++) {
    float b[MAX_SIDE * MAX_SIDE + 2 * LANES], c[MAX_SIDE * MAX_SIDE + 2 * LANES];
    memcpy(b, s->b + i * from, (size_t)from * sizeof(float));
    memset(b + from, 0, 2 * LANES * sizeof(float));
    multiply(s, s->a + i * s->m * s->k, b, c);
    memcpy(s->c + i * to, c, (size_t)to * sizeof(float));
  }
}

/* a: [count, m, k], b: [count, k, n], c: [count, m, n]; no size is 0, and m, k and n are at most MOST. */
int penstock_stack(const float *a, const float *b, i64 count, i64 m, i64 k, i64 n, float *c) {
  Stack s = {.count = count, .m = m, .k = k, .n = n, .a = a, .b = b, .c = c};
  s.part = max_i64(1, (i64)TASK_COST * 100 / max_i64(1, m * k * n));
  in_parallel(stack_part, &s, (count + s.part - 1) / s.part);
  return 0;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

HANDLER(penstock_xla_stack, penstock_stack(IN(0), IN(1), DIMENSION(0, 0), DIMENSION(0, 1), DIMENSION(0, 2), DIMENSION(1, 2), OUT(0)))
