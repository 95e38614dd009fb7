/* Max pooling with non-overlapping windows (stride equal to the window), float32, NHWC; and its gradient, which goes to the
   first maximum of a window. The gradients of `relu` and of a bias that follow it in a network are fused into the same pass.
   How work is partitioned does not depend on the number of threads, so results are the same in every run. */

#include "pooling.h"

#include <float.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const Pooling *p;
  i64 rows, columns; /* rows and columns of windows */
  const float *x, *dy;
  float *y, *dx, *sums;
  int relu_mask;
} Job;

static Job job_of(const i64 *pooling, const float *x) {
  const Pooling *p = (const Pooling *)pooling;
  return (Job){.p = p, .rows = (p->h + p->kh - 1) / p->kh, .columns = (p->w + p->kw - 1) / p->kw, .x = x};
}

/* One row of windows. */
typedef struct {
  const float *x; /* first element of its first row */
  i64 at, rows;   /* first window; height of the row in pixels */
} Row;

static Row row_of(const Job *job, i64 part) {
  const Pooling *p = job->p;
  i64 image = part / job->rows, row = part % job->rows;
  return (Row){job->x + (image * p->h + row * p->kh) * p->w * p->channels, part * job->columns * p->channels,
               min_i64(p->kh, p->h - row * p->kh)};
}

/* -- the greatest ------------------------------------------------------------------------------------------------------- */

/* NaN and minus infinity are skipped: the result is at least -FLT_MAX. */
static inline __attribute__((always_inline)) vec greatest(const float *x, i64 row, i64 pixel, i64 rows, i64 width) {
  vec best = (vec){0} - FLT_MAX;
  for (i64 i = 0; i < rows; i++)
    for (i64 j = 0; j < width; j++) best = greater(load(x + i * row + j * pixel), best);
  return best;
}

/* Remainder: fewer channels than a vector has. */
static void pool_rest(const float *x, i64 row, i64 pixel, i64 rows, i64 width, i64 count, float *to) {
  for (i64 c = 0; c < count; c++) {
    float best = -FLT_MAX;
    for (i64 i = 0; i < rows; i++)
      for (i64 j = 0; j < width; j++) {
        float other = x[i * row + j * pixel + c];
        best = other > best ? other : best;
      }
    to[c] = best;
  }
}

static void pool_row(void *arg, i64 part) {
  const Job *job = arg;
  const Pooling *p = job->p;
  const i64 channels = p->channels, line = p->w * channels;
  Row row = row_of(job, part);
  for (i64 column = 0; column < job->columns; column++) {
    const float *from = row.x + column * p->kw * channels;
    float *to = job->y + row.at + column * channels;
    i64 width = min_i64(p->kw, p->w - column * p->kw), c = 0;
    if (row.rows == 2 && width == 2)
      for (; c + LANES <= channels; c += LANES) store(to + c, greatest(from + c, line, channels, 2, 2));
    else
      for (; c + LANES <= channels; c += LANES) store(to + c, greatest(from + c, line, channels, row.rows, width));
    pool_rest(from + c, line, channels, row.rows, width, channels - c, to + c);
  }
}

int penstock_max_pool(const i64 *pooling, const float *x, float *y) {
  Job job = job_of(pooling, x);
  job.y = y;
  in_parallel(pool_row, &job, job.p->n * job.rows);
  return 0;
}

/* -- its gradient ------------------------------------------------------------------------------------------------------- */

/* Gradient of LANES channels of a window, routed to the maxima. */
static inline __attribute__((always_inline)) vec window_gradient(const float *x, i64 row, i64 pixel, i64 rows, i64 width, vec d,
                                                                 int relu_mask, float *dx) {
  vec best = load(x), total = {0};
  bits where = {0};
  int32_t tap = 0;
  for (i64 i = 0; i < rows; i++)
    for (i64 j = 0; j < width; j++, tap++) {
      vec value = load(x + i * row + j * pixel);
      bits larger = (bits)(value > best);
      best = (vec)(((bits)value & larger) | ((bits)best & ~larger));
      where = (tap & larger) | (where & ~larger);
    }
  tap = 0;
  for (i64 i = 0; i < rows; i++)
    for (i64 j = 0; j < width; j++, tap++) {
      vec given = (vec)((bits)d & (bits)(where == tap));
      if (relu_mask) given = apply_mask(given, load(x + i * row + j * pixel));
      store(dx + i * row + j * pixel, given);
      total += given;
    }
  return total;
}

static void gradient_row(void *arg, i64 part) {
  const Job *job = arg;
  const Pooling *p = job->p;
  const i64 channels = p->channels, line = p->w * channels;
  Row row = row_of(job, part);
  float *sums = job->sums + part * channels;
  if (job->relu_mask) memset(sums, 0, (size_t)channels * sizeof(float));
  for (i64 column = 0; column < job->columns; column++) {
    const float *x = row.x + column * p->kw * channels, *dy = job->dy + row.at + column * channels;
    float *dx = job->dx + (x - job->x);
    i64 width = min_i64(p->kw, p->w - column * p->kw);
    for (i64 c = 0; c < channels; c += LANES) {
      vec total, d = load(dy + c);
      if (row.rows == 2 && width == 2)
        total = window_gradient(x + c, line, channels, 2, 2, d, job->relu_mask, dx + c);
      else
        total = window_gradient(x + c, line, channels, row.rows, width, d, job->relu_mask, dx + c);
      if (job->relu_mask) store(sums + c, load(sums + c) + total);
    }
  }
}

static void add_rows(const float *rows, i64 count, i64 channels, float *sums) {
  memset(sums, 0, (size_t)channels * sizeof(float));
  for (i64 row = 0; row < count; row++)
    for (i64 c = 0; c < channels; c++) sums[c] += rows[row * channels + c];
}

static int gradient(const i64 *pooling, const float *x, const float *dy, float *dx, float *sums) {
  Job job = job_of(pooling, x);
  i64 parts = job.p->n * job.rows;
  job.dy = dy;
  job.dx = dx;
  job.relu_mask = sums != NULL;
  if (sums) job.sums = malloc((size_t)(parts * job.p->channels) * sizeof(float));
  if (sums && job.sums == NULL) return 1;
  in_parallel(gradient_row, &job, parts);
  if (sums) add_rows(job.sums, parts, job.p->channels, sums);
  free(job.sums);
  return 0;
}

/* The number of channels is a multiple of LANES. */
int penstock_max_pool_gradient(const i64 *pooling, const float *x, const float *dy, float *dx) {
  return gradient(pooling, x, dy, dx, NULL);
}

/* The same, masked where x is not positive (the gradient of `relu`); with the sums over all pixels. */
int penstock_max_pool_gated(const i64 *pooling, const float *x, const float *dy, float *dx, float *sums) {
  return gradient(pooling, x, dy, dx, sums);
}

/* -- passes over pixels ------------------------------------------------------------------------------------------------- */

#define FEW_PIXELS 256

typedef struct {
  float *values, *sums;
  const float *relu_mask;
  i64 pixels, channels;
} MaskJob;

static void mask_part(void *arg, i64 part) {
  const MaskJob *job = arg;
  float *sums = job->sums + part * job->channels;
  memset(sums, 0, (size_t)job->channels * sizeof(float));
  for (i64 p = part * FEW_PIXELS, end = min_i64(p + FEW_PIXELS, job->pixels); p < end; p++) {
    float *values = job->values + p * job->channels;
    const float *relu_mask = job->relu_mask + p * job->channels;
    for (i64 c = 0; c < job->channels; c++) {
      values[c] *= relu_mask[c] > 0 ? 1.0f : 0.0f;
      sums[c] += values[c];
    }
  }
}

int mask_pixels(float *values, const float *relu_mask, i64 pixels, i64 channels, float *sums) {
  i64 parts = (pixels + FEW_PIXELS - 1) / FEW_PIXELS;
  MaskJob job = {values, malloc((size_t)(parts * channels) * sizeof(float)), relu_mask, pixels, channels};
  if (job.sums == NULL) return 1;
  in_parallel(mask_part, &job, parts);
  add_rows(job.sums, parts, channels, sums);
  free(job.sums);
  return 0;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

/* Operands: the arrays, then the geometry. */
HANDLER(penstock_xla_max_pool, penstock_max_pool(IN(1), IN(0), OUT(0)))
HANDLER(penstock_xla_max_pool_gradient, penstock_max_pool_gradient(IN(2), IN(0), IN(1), OUT(0)))
HANDLER(penstock_xla_max_pool_gated, penstock_max_pool_gated(IN(2), IN(0), IN(1), OUT(0), OUT(1)))
