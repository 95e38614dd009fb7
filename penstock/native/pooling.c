/* The greatest of windows that lie side by side (a step as wide as the window), float32 and channels last, and its gradient, which
   goes to the first of a window's greatest values. What follows the gradient in a network, that of `relu` and of a bias, is done
   in the same pass. Work is cut into pieces that do not depend on who does them, so results are the same in every run. */

#include "pooling.h"

#include <float.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const Pooling *p;
  i64 rows, columns; /* of windows */
  const float *x, *dy;
  float *y, *dx, *sums;
  int gate;
} Job;

static Job job_of(const i64 *pooling, const float *x) {
  const Pooling *p = (const Pooling *)pooling;
  return (Job){.p = p, .rows = (p->h + p->kh - 1) / p->kh, .columns = (p->w + p->kw - 1) / p->kw, .x = x};
}

/* One row of windows. */
typedef struct {
  const float *x; /* the first value of its first row */
  i64 at, rows;   /* the first of its windows; rows of values in it */
} Row;

static Row row_of(const Job *job, i64 part) {
  const Pooling *p = job->p;
  i64 image = part / job->rows, row = part % job->rows;
  return (Row){job->x + (image * p->h + row * p->kh) * p->w * p->channels, part * job->columns * p->channels,
               least(p->kh, p->h - row * p->kh)};
}

/* -- the greatest ------------------------------------------------------------------------------------------------------- */

/* What is no number, or minus infinity, is passed over: the result is no less than the least number. */
static inline __attribute__((always_inline)) vec greatest(const float *x, i64 row, i64 pixel, i64 rows, i64 width) {
  vec best = (vec){0} - FLT_MAX;
  for (i64 i = 0; i < rows; i++)
    for (i64 j = 0; j < width; j++) best = greater(load(x + i * row + j * pixel), best);
  return best;
}

/* Fewer channels than a vector has. */
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

static void pool_row(void *whole, i64 part) {
  const Job *job = whole;
  const Pooling *p = job->p;
  const i64 channels = p->channels, line = p->w * channels;
  Row row = row_of(job, part);
  for (i64 column = 0; column < job->columns; column++) {
    const float *from = row.x + column * p->kw * channels;
    float *to = job->y + row.at + column * channels;
    i64 width = least(p->kw, p->w - column * p->kw), c = 0;
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

/* LANES channels of a window: the gradient of its values, where they go. */
static inline __attribute__((always_inline)) vec window_gradient(const float *x, i64 row, i64 pixel, i64 rows, i64 width, vec d,
                                                                 int gate, float *dx) {
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
      if (gate) given = gated(given, load(x + i * row + j * pixel));
      store(dx + i * row + j * pixel, given);
      total += given;
    }
  return total;
}

static void gradient_row(void *whole, i64 part) {
  const Job *job = whole;
  const Pooling *p = job->p;
  const i64 channels = p->channels, line = p->w * channels;
  Row row = row_of(job, part);
  float *sums = job->sums + part * channels;
  if (job->gate) memset(sums, 0, (size_t)channels * sizeof(float));
  for (i64 column = 0; column < job->columns; column++) {
    const float *x = row.x + column * p->kw * channels, *dy = job->dy + row.at + column * channels;
    float *dx = job->dx + (x - job->x);
    i64 width = least(p->kw, p->w - column * p->kw);
    for (i64 c = 0; c < channels; c += LANES) {
      vec total, d = load(dy + c);
      if (row.rows == 2 && width == 2)
        total = window_gradient(x + c, line, channels, 2, 2, d, job->gate, dx + c);
      else
        total = window_gradient(x + c, line, channels, row.rows, width, d, job->gate, dx + c);
      if (job->gate) store(sums + c, load(sums + c) + total);
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
  job.gate = sums != NULL;
  if (sums) job.sums = malloc((size_t)(parts * job.p->channels) * sizeof(float));
  if (sums && job.sums == NULL) return 1;
  in_parallel(gradient_row, &job, parts);
  if (sums) add_rows(job.sums, parts, job.p->channels, sums);
  free(job.sums);
  return 0;
}

/* The number of channels is one of whole vectors. */
int penstock_max_pool_gradient(const i64 *pooling, const float *x, const float *dy, float *dx) {
  return gradient(pooling, x, dy, dx, NULL);
}

/* The same where x is positive, and zeros elsewhere; with the sums over all pixels. */
int penstock_max_pool_gated(const i64 *pooling, const float *x, const float *dy, float *dx, float *sums) {
  return gradient(pooling, x, dy, dx, sums);
}

/* -- passes over pixels ------------------------------------------------------------------------------------------------- */

#define FEW_PIXELS 256

typedef struct {
  float *values, *sums;
  const float *gate;
  i64 pixels, channels;
} Gates;

static void gate_part(void *whole, i64 part) {
  const Gates *job = whole;
  float *sums = job->sums + part * job->channels;
  memset(sums, 0, (size_t)job->channels * sizeof(float));
  for (i64 p = part * FEW_PIXELS, end = least(p + FEW_PIXELS, job->pixels); p < end; p++) {
    float *values = job->values + p * job->channels;
    const float *gate = job->gate + p * job->channels;
    for (i64 c = 0; c < job->channels; c++) {
      values[c] *= gate[c] > 0 ? 1.0f : 0.0f;
      sums[c] += values[c];
    }
  }
}

int gate_pixels(float *values, const float *gate, i64 pixels, i64 channels, float *sums) {
  i64 parts = (pixels + FEW_PIXELS - 1) / FEW_PIXELS;
  Gates job = {values, malloc((size_t)(parts * channels) * sizeof(float)), gate, pixels, channels};
  if (job.sums == NULL) return 1;
  in_parallel(gate_part, &job, parts);
  add_rows(job.sums, parts, channels, sums);
  free(job.sums);
  return 0;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

/* Operands: arrays, then the pooling. */
HANDLER(penstock_xla_max_pool, penstock_max_pool(IN(1), IN(0), OUT(0)))
HANDLER(penstock_xla_max_pool_gradient, penstock_max_pool_gradient(IN(2), IN(0), IN(1), OUT(0)))
HANDLER(penstock_xla_max_pool_gated, penstock_max_pool_gated(IN(2), IN(0), IN(1), OUT(0), OUT(1)))
