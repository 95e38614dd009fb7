/* The softmax of rows of float32 numbers, and its logarithm. A row is gone through three times while it is near.

   Sums have LANES parts, in an order that depends on nothing but the length of the row. What is no number makes all of its row none. */

#include "exponential.h"
#include "flush_denormals.h"
#include "thread_pool.h"

#include <math.h>

#define PIECE 16384 /* numbers that are a part for a thread */
#define LANES 32

typedef struct {
  const float *x;
  float *out;
  i64 rows, width, together;
  int logarithm;
} Softmax;

static float greatest(const float *x, i64 width) {
  float most_of[LANES];
  for (int i = 0; i < LANES; i++) most_of[i] = -INFINITY;
  i64 whole = width / LANES * LANES;
  for (i64 at = 0; at < whole; at += LANES)
    for (int i = 0; i < LANES; i++) most_of[i] = x[at + i] > most_of[i] ? x[at + i] : most_of[i];
  for (i64 at = whole; at < width; at++) most_of[0] = x[at] > most_of[0] ? x[at] : most_of[0];
  float found = most_of[0];
  for (int i = 1; i < LANES; i++) found = most_of[i] > found ? most_of[i] : found;
  return found;
}

/* Writes the exponentials of what is left of the greatest, if they are wanted, and returns their sum. */
static inline float exponentials(const float *x, i64 width, float shift, float *out) {
  float sums[LANES] = {0};
  i64 whole = width / LANES * LANES;
  for (i64 at = 0; at < whole; at += LANES)
    for (int i = 0; i < LANES; i++) {
      float e = exponential(x[at + i] - shift);
      sums[i] += e;
      if (out) out[at + i] = e;
    }
  for (i64 at = whole; at < width; at++) {
    float e = exponential(x[at] - shift);
    sums[at - whole] += e;
    if (out) out[at] = e;
  }
  for (int half = LANES / 2; half > 0; half /= 2)
    for (int i = 0; i < half; i++) sums[i] += sums[i + half];
  return sums[0];
}

static void rows_part(void *whole, i64 part) {
  const Softmax *job = whole;
  unsigned before = normal_begin();
  i64 end = least((part + 1) * job->together, job->rows);
  for (i64 row = part * job->together; row < end; row++) {
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
  job.together = most(1, PIECE / width);
  in_parallel(rows_part, &job, (rows + job.together - 1) / job.together);
  return 0;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

HANDLER(penstock_xla_softmax, penstock_softmax(IN(0), DIMENSION(0, 0), DIMENSION(0, 1), 0, OUT(0)))
HANDLER(penstock_xla_log_softmax, penstock_softmax(IN(0), DIMENSION(0, 0), DIMENSION(0, 1), 1, OUT(0)))
