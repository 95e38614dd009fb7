/* Softmax and log-softmax of rows of float32, in three passes over a row while it is in the cache. Sums have LANES partial
   sums, in an order that depends on the row length only. NaN makes its whole row NaN. */

#include "exponential.h"
#include "flush_denormals.h"
#include "thread_pool.h"

#include <math.h>

#define TASK_SIZE 16384 /* elements per task */
#define LANES 32

typedef struct {
  const float *x;
  float *out;
  i64 rows, width, per_task;
  int logarithm;
} Softmax;

static float greatest(const float *x, i64 width) {
  float most_of[LANES];
  for (int i = 0; i < LANES; i++) most_of[i] = -INFINITY;
  i64 arg = width / LANES * LANES;
  for (i64 at = 0; at < arg; at += LANES)
    for (int i = 0; i < LANES; i++) most_of[i] = x[at + i] > most_of[i] ? x[at + i] : most_of[i];
  for (i64 at = arg; at < width; at++) most_of[0] = x[at] > most_of[0] ? x[at] : most_of[0];
  float found = most_of[0];
  for (int i = 1; i < LANES; i++) found = most_of[i] > found ? most_of[i] : found;
  return found;
}

/* Stores exp(x - max), if wanted, and returns their sum. */
static inline float exponentials(const float *x, i64 width, float shift, float *out) {
  float sums[LANES] = {0};
  i64 arg = width / LANES * LANES;
  for (i64 at = 0; at < arg; at += LANES)
    for (int i = 0; i < LANES; i++) {
      float e = exponential(x[at + i] - shift);
      sums[i] += e;
      if (out) out[at + i] = e;
    }
  for (i64 at = arg; at < width; at++) {
    float e = exponential(x[at] - shift);
    sums[at - arg] += e;
    if (out) out[at] = e;
  }
  for (int half = LANES / 2; half > 0; half /= 2)
    for (int i = 0; i < half; i++) sums[i] += sums[i + half];
  return sums[0];
}

static void rows_part(void *arg, i64 part) {
  const Softmax *job = arg;
  unsigned before = normal_begin();
  i64 end = min_i64((part + 1) * job->per_task, job->rows);
  for (i64 row = part * job->per_task; row < end; row++) {
    const float *x = job->x + row * job->width;
    float *out = job->out + row * job->width, shift = greatest(x, job->width);
    if (job->logarithm) {
      float norm = logf(exponentials(x, job->width, shift, NULL));
      for (i64 i = 0; i < job->width; i++) out[i] = x[i] - shift - norm;
    } else {
      float scale = 1.0f / exponentials(x, job->width, shift, out);
      for (i64 i = 0; i < job->width; i++) out[i] *= scale;
    }
  }
  normal_end(before);
}

/* x, out: [rows, width]. Returns 0. */
int penstock_softmax(const float *x, i64 rows, i64 width, i64 logarithm, float *out) {
  Softmax job = {.x = x, .out = out, .rows = rows, .width = width, .logarithm = logarithm != 0};
  if (rows == 0 || width == 0) return 0;
  job.per_task = max_i64(1, TASK_SIZE / width);
  in_parallel(rows_part, &job, (rows + job.per_task - 1) / job.per_task);
  return 0;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

HANDLER(penstock_xla_softmax, penstock_softmax(IN(0), DIMENSION(0, 0), DIMENSION(0, 1), 0, OUT(0)))
HANDLER(penstock_xla_log_softmax, penstock_softmax(IN(0), DIMENSION(0, 0), DIMENSION(0, 1), 1, OUT(0)))
