/* Adam's update of a variable and its two slots in one pass (XLA makes several loops of it), and column sums. Compiled
   without fused multiply-adds: results have the bits of the separate operations. */

#include "adam.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define TASK_SIZE (1 << 14)

/* Inputs and outputs may alias element by element (in-place update), but not otherwise. */
#ifdef __clang__
#define NO_ALIAS _Pragma("clang loop vectorize(assume_safety)")
#else
#define NO_ALIAS _Pragma("GCC ivdep")
#endif

/* -- Adam --------------------------------------------------------------------------------------------------------------- */

void adam_update(const Adam *a, const float *gradients, i64 begin, i64 count) {
  const float rate = a->rate, c1 = a->one_minus_beta1, c2 = a->one_minus_beta2, beta1 = a->beta1, epsilon = a->epsilon;
  const float *var = a->var + begin, *old_m = a->m + begin, *old_v = a->v + begin;
  float *new_var = a->new_var + begin, *new_m = a->new_m + begin, *new_v = a->new_v + begin;
  if (a->nesterov) {
    NO_ALIAS
    for (i64 i = 0; i < count; i++) {
      float g = gradients[i], m = old_m[i], v = old_v[i];
      m = m + (g - m) * c1;
      v = v + (g * g - v) * c2;
      new_var[i] = var[i] - (g * c1 + m * beta1) * rate / (sqrtf(v) + epsilon);
      new_m[i] = m;
      new_v[i] = v;
    }
    return;
  }
  NO_ALIAS
  for (i64 i = 0; i < count; i++) {
    float g = gradients[i], m = old_m[i], v = old_v[i];
    m = m + (g - m) * c1;
    v = v + (g * g - v) * c2;
    new_var[i] = var[i] - m * rate / (sqrtf(v) + epsilon);
    new_m[i] = m;
    new_v[i] = v;
  }
}

typedef struct {
  Adam adam;
  const float *gradients;
  i64 count;
} AdamJob;

static void adam_part(void *arg, i64 part) {
  const AdamJob *job = arg;
  i64 begin = part * TASK_SIZE;
  adam_update(&job->adam, job->gradients + begin, begin, min_i64(TASK_SIZE, job->count - begin));
}

int penstock_adam(const float *var, const float *m, const float *v, const float *grad, const float *scalars, i64 count,
                  float *new_var, float *new_m, float *new_v) {
  AdamJob job = {adam_of(var, m, v, scalars, new_var, new_m, new_v), grad, count};
  in_parallel(adam_part, &job, (count + TASK_SIZE - 1) / TASK_SIZE);
  return 0;
}

/* -- sums over rows ----------------------------------------------------------------------------------------------------- */

#define FEW_ROWS 64 /* rows per partial sum, which bounds the rounding error */

typedef struct {
  const float *x;
  float *sums;
  i64 rows, columns, ranges;
  _Atomic int failed;
} Sums;

static void sums_of_range(void *arg, i64 range) {
  Sums *job = arg;
  i64 columns = job->columns, begin = job->rows * range / job->ranges, end = job->rows * (range + 1) / job->ranges;
  float *restrict total = job->sums + range * columns, *restrict few = scratch(0, columns);
  if (few == NULL) {
    job->failed = 1;
    return;
  }
  memset(total, 0, (size_t)columns * sizeof(float));
  for (i64 r = begin; r < end;) {
    i64 until = min_i64(r + FEW_ROWS, end);
    memset(few, 0, (size_t)columns * sizeof(float));
    for (; r < until; r++) {
      const float *restrict row = job->x + r * columns;
      for (i64 c = 0; c < columns; c++) few[c] += row[c];
    }
    for (i64 c = 0; c < columns; c++) total[c] += few[c];
  }
}

int penstock_column_sums(const float *x, i64 rows, i64 columns, float *out) {
  Sums job = {.x = x, .rows = rows, .columns = columns, .ranges = max_i64(1, min_i64(processors(), rows / FEW_ROWS))};
  job.sums = malloc((size_t)(job.ranges * columns) * sizeof(float));
  if (job.sums == NULL) return 1;
  in_parallel(sums_of_range, &job, job.ranges);
  memcpy(out, job.sums, (size_t)columns * sizeof(float));
  for (i64 range = 1; range < job.ranges; range++)
    for (i64 c = 0; c < columns; c++) out[c] += job.sums[range * columns + c];
  free(job.sums);
  return job.failed;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

HANDLER(penstock_xla_adam, penstock_adam(IN(0), IN(1), IN(2), IN(3), IN(4), SIZE(0), OUT(0), OUT(1), OUT(2)))
HANDLER(penstock_xla_column_sums, penstock_column_sums(IN(0), DIMENSION(0, 0), DIMENSION(0, 1), OUT(0)))
