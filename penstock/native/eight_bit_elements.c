/* What stands between the products of a network in eight bits: ranges, the way of sums back to eight bits, biases, and pooling.

   Ranges are single numbers; they are computed here because a network has thousands of them, and XLA would make a program of its
   own of each. */

#include "eight_bit_ranges.h"
#include "thread_pool.h"

#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef int32_t i32;

#define TASK_SIZE 32768 /* elements per task */
#define MOST_TASKS 1024

typedef struct {
  const i32 *x;
  i64 count, per_task, factor, shift;
  u8 *out;
  i32 ends[MOST_TASKS][2];
} Elements;

static void ends_part(void *arg, i64 part) {
  Elements *job = arg;
  i64 end = min_i64(job->count, (part + 1) * job->per_task);
  i32 low = INT32_MAX, high = INT32_MIN;
  for (i64 i = part * job->per_task; i < end; i++) {
    i32 x = job->x[i];
    low = x < low ? x : low;
    high = x > high ? x : high;
  }
  job->ends[part][0] = low, job->ends[part][1] = high;
}

/* The lowest and the highest of `count` integers, of which there is at least one. Returns 0. */
int penstock_eight_bit_ends(const i32 *x, i64 count, i32 *ends) {
  Elements job = {.x = x, .count = count, .per_task = max_i64(TASK_SIZE, (count + MOST_TASKS - 1) / MOST_TASKS)};
  i64 tasks = (count + job.per_task - 1) / job.per_task;
  in_parallel(ends_part, &job, tasks);
  ends[0] = INT32_MAX, ends[1] = INT32_MIN;
  for (i64 i = 0; i < tasks; i++) {
    ends[0] = job.ends[i][0] < ends[0] ? job.ends[i][0] : ends[0];
    ends[1] = job.ends[i][1] > ends[1] ? job.ends[i][1] : ends[1];
  }
  return 0;
}

static void narrow_part(void *arg, i64 part) {
  const Elements *job = arg;
  i64 end = min_i64(job->count, (part + 1) * job->per_task), factor = job->factor, shift = job->shift;
  const i32 *restrict x = job->x; /* bytes may be anything, also `job`, unless the compiler is told */
  u8 *restrict out = job->out;
  for (i64 i = part * job->per_task; i < end; i++) {
    i64 value = ((x[i] * factor >> 32) + shift) >> 16;
    out[i] = (u8)(value < 0 ? 0 : value > 255 ? 255 : value);
  }
}

/* Sums to eight bits, in fixed-point numbers of 16 binary places; the factor has 48. Returns 0. */
int penstock_eight_bit_narrow(const i32 *x, i64 count, const float *low, const float *high, const float *new_low,
                              const float *new_high, u8 *out) {
  float old = *high - *low, new = *new_high - *new_low, safe = new == 0 ? 1 : new, middle, inverse;
  middle = (float)((double)(float)(*low + *high) / 2.0), inverse = (float)(255.0 / (double)safe);
  float moved = middle * inverse * 65536.0f;
  i64 factor = 0, shift = 1 << 15;
  if (new != 0) {
    factor = (i64)(255.0 * 65536.0 * (double)old / (double)safe);
    shift += (i64)(double)moved - (i64)(65536.0 * ((double)*new_low * 255.0) / (double)safe);
  }
  Elements job = {.x = x, .count = count, .per_task = TASK_SIZE, .factor = factor, .shift = shift, .out = out};
  if (count) in_parallel(narrow_part, &job, (count + TASK_SIZE - 1) / TASK_SIZE);
  return 0;
}

/* -- ranges --------------------------------------------------------------------------------------------------------------- */

/* Of products of numbers in two ranges: the values that mean 0, and the range of their sums. Returns 0. */
int penstock_eight_bit_product(const i64 *has_sign, const float *low, const float *high, const float *other_low,
                               const float *other_high, i32 *zeros, float *sum_low, float *sum_high) {
  float step = step_of(*low, *high, has_sign[0] != 0) * step_of(*other_low, *other_high, has_sign[1] != 0);
  zeros[0] = zero_of(*low, *high, has_sign[0] ? signed_bytes : unsigned_bytes);
  zeros[1] = zero_of(*other_low, *other_high, has_sign[1] ? signed_bytes : unsigned_bytes);
  *sum_low = step * -2147483648.0f, *sum_high = step * 2147483648.0f;
  return 0;
}

/* What of the range of sums the values reach; it has 0 in it or begins below. Returns 0. */
int penstock_eight_bit_used(const i32 *ends, const float *low, const float *high, float *used_low, float *used_high) {
  float first = to_real(ends[0], *low, *high, signed_words);
  *used_low = first > 0 ? 0 : first, *used_high = to_real(ends[1], *low, *high, signed_words);
  return 0;
}

/* -- one unsigned value for another --------------------------------------------------------------------------------------- */

typedef struct {
  const u8 *x, *table;
  i64 count;
  u8 *out, least, most;
} Bytes;

static void looked_up_part(void *arg, i64 part) {
  const Bytes *job = arg;
  i64 end = min_i64(job->count, (part + 1) * TASK_SIZE);
  const u8 *restrict x = job->x, *restrict table = job->table;
  u8 *restrict out = job->out;
  for (i64 i = part * TASK_SIZE; i < end; i++) out[i] = table[x[i]];
}

static void bounded_part(void *arg, i64 part) {
  const Bytes *job = arg;
  i64 end = min_i64(job->count, (part + 1) * TASK_SIZE);
  u8 least = job->least, most = job->most;
  const u8 *restrict x = job->x;
  u8 *restrict out = job->out;
  for (i64 i = part * TASK_SIZE; i < end; i++) {
    u8 value = x[i] < least ? least : x[i];
    out[i] = value > most ? most : value;
  }
}

/* The same real numbers in another range. Returns 0. */
int penstock_eight_bit_moved(const u8 *x, i64 count, const float *low, const float *high, const float *new_low,
                             const float *new_high, u8 *out) {
  u8 table[256];
  if (*low == *new_low && *high == *new_high) {
    memcpy(out, x, (size_t)count);
    return 0;
  }
  for (int i = 0; i < 256; i++)
    table[i] = (u8)all_from_real(all_to_real(i, *low, *high, unsigned_bytes), *new_low, *new_high, unsigned_bytes);
  Bytes job = {.x = x, .table = table, .count = count, .out = out};
  if (count) in_parallel(looked_up_part, &job, (count + TASK_SIZE - 1) / TASK_SIZE);
  return 0;
}

/* Values between those that mean 0 and `top`, if that is a number. Returns 0. */
int penstock_eight_bit_relu(const u8 *x, i64 count, const float *low, const float *high, const float *top, u8 *out) {
  Bytes job = {.x = x, .count = count, .out = out, .most = 255};
  job.least = (u8)clipped(from_real(0, *low, *high, unsigned_bytes), 0, 255);
  if (*top == *top) job.most = (u8)clipped(from_real(*top, *low, *high, unsigned_bytes), 0, 255);
  if (count) in_parallel(bounded_part, &job, (count + TASK_SIZE - 1) / TASK_SIZE);
  return 0;
}

/* -- biases --------------------------------------------------------------------------------------------------------------- */

typedef struct {
  const u8 *x;
  const i32 *table, *bias;
  i64 rows, channels, per_task;
  i32 *out, (*ends)[2];
} Biases;

static void biases_part(void *arg, i64 part) {
  const Biases *job = arg;
  i64 end = min_i64(job->rows, (part + 1) * job->per_task), channels = job->channels;
  const i32 *restrict table = job->table, *restrict bias = job->bias;
  i32 low = INT32_MAX, high = INT32_MIN;
  for (i64 row = part * job->per_task; row < end; row++) {
    const u8 *restrict x = job->x + row * channels;
    i32 *restrict out = job->out + row * channels;
    for (i64 i = 0; i < channels; i++) {
      i32 sum = table[x[i]] + bias[i];
      out[i] = sum;
      low = sum < low ? sum : low;
      high = sum > high ? sum : high;
    }
  }
  job->ends[part][0] = low, job->ends[part][1] = high;
}

/* x: [count / channels, channels], unsigned, as is the bias; out: both in a range that has room for the sum, added; ends: the
   lowest and the highest of them. Returns 0, or 1 without memory. */
int penstock_eight_bit_biases(const u8 *x, i64 count, const u8 *bias, i64 channels, const float *low, const float *high,
                              const float *bias_low, const float *bias_high, i32 *out, i32 *ends, float *sum_low,
                              float *sum_high) {
  i32 found[MOST_TASKS][2], table[256], *added = malloc((size_t)(channels + 1) * sizeof *added);
  if (added == NULL) return 1;
  float widest = fmaxf(fmaxf(fabsf(*low), fabsf(*high)), fmaxf(fabsf(*bias_low), fabsf(*bias_high))), most = widest * 131072.0f;
  *sum_low = -most, *sum_high = most;
  for (int i = 0; i < 256; i++)
    table[i] = all_from_real(all_to_real(i, *low, *high, unsigned_bytes), -most, most, signed_words);
  /* 1.15 adds the value that means 0 once more. In a range as wide as this it is 0 or, by a rounding, -1. */
  uint32_t zero = (uint32_t)zero_of(-most, most, signed_words);
  for (i64 i = 0; i < channels; i++) {
    float real = all_to_real(bias[i], *bias_low, *bias_high, unsigned_bytes);
    added[i] = (i32)((uint32_t)all_from_real(real, -most, most, signed_words) + zero);
  }
  ends[0] = ends[1] = 0;
  Biases job = {.x = x, .table = table, .bias = added, .channels = channels, .out = out, .ends = found};
  if (count) {
    job.rows = count / channels;
    job.per_task = max_i64((TASK_SIZE + channels - 1) / channels, (job.rows + MOST_TASKS - 1) / MOST_TASKS);
    i64 tasks = (job.rows + job.per_task - 1) / job.per_task;
    in_parallel(biases_part, &job, tasks);
    ends[0] = INT32_MAX, ends[1] = INT32_MIN;
    for (i64 i = 0; i < tasks; i++) {
      ends[0] = found[i][0] < ends[0] ? found[i][0] : ends[0];
      ends[1] = found[i][1] > ends[1] ? found[i][1] : ends[1];
    }
  }
  free(added);
  return 0;
}

/* -- what follows on sums in fused operations ----------------------------------------------------------------------------- */

typedef struct {
  i64 kind, added, relu; /* kinds: 0 int32, 1 uint8, 2 int8, 3 float32; added: -1 if nothing is */
  const i32 *x;
  i64 rows, channels, per_task;
  const double *bias;
  const void *summand;
  double scale, summand_scale;
  void *out;
} Finish;

static void finish_part(void *arg, i64 part) {
  const Finish *job = arg;
  i64 end = min_i64(job->rows, (part + 1) * job->per_task), channels = job->channels;
  double low = job->kind == 0 ? -2147483648.0 : job->kind == 2 ? -128 : 0;
  double high = job->kind == 0 ? 2147483647.0 : job->kind == 2 ? 127 : 255;
  if (job->relu) low = 0;
  for (i64 row = part * job->per_task; row < end; row++)
    for (i64 piece = 0; piece < channels; piece += 64) {
      i64 at = row * channels + piece, width = min_i64(64, channels - piece);
      double real[64];
      for (i64 i = 0; i < width; i++) real[i] = ((double)job->x[at + i] + job->bias[piece + i]) * job->scale;
      if (job->added == 0)
        for (i64 i = 0; i < width; i++) real[i] += (double)((const i32 *)job->summand)[at + i] * job->summand_scale;
      else if (job->added == 1)
        for (i64 i = 0; i < width; i++) real[i] += (double)((const u8 *)job->summand)[at + i] * job->summand_scale;
      else if (job->added == 2)
        for (i64 i = 0; i < width; i++) real[i] += (double)((const int8_t *)job->summand)[at + i] * job->summand_scale;
      else if (job->added == 3)
        for (i64 i = 0; i < width; i++) real[i] += (double)((const float *)job->summand)[at + i] * job->summand_scale;
      for (i64 i = 0; i < width; i++) {
        double x = rint(real[i]);
        real[i] = x < low ? low : x > high ? high : x;
      }
      if (job->kind == 0)
        for (i64 i = 0; i < width; i++) ((i32 *)job->out)[at + i] = (i32)real[i];
      else
        for (i64 i = 0; i < width; i++) ((u8 *)job->out)[at + i] = (u8)(i32)real[i];
    }
}

/* (x + bias) * scale + summand * its scale, rounded, halves to even, as the kind that how[0] says. Returns 0. */
int penstock_eight_bit_finish(const i64 *how, const i32 *x, i64 count, const double *bias, i64 channels, const void *summand,
                              const double *scales, void *out) {
  if (count == 0) return 0;
  Finish job = {.kind = how[0], .added = how[1], .relu = how[2], .x = x, .bias = bias, .summand = summand, .out = out};
  job.rows = count / channels, job.channels = channels, job.scale = scales[0], job.summand_scale = scales[1];
  job.per_task = max_i64(1, TASK_SIZE / 2 / channels);
  in_parallel(finish_part, &job, (job.rows + job.per_task - 1) / job.per_task);
  return 0;
}

/* -- pooling -------------------------------------------------------------------------------------------------------------- */

typedef struct {
  i64 batch, height, width, channels, rows, columns, out_height, out_width, down, right, top, left, x_signed, average;
} Windows;

typedef struct {
  Windows g;
  const u8 *x;
  u8 *out;
} Pool;

#define PIECE 256 /* channels at once */

static inline __attribute__((always_inline)) void pool_piece(const Pool *job, i64 n, i64 y0, i64 y1, i64 x0, i64 x1, i64 first,
                                                             i64 width, u8 *out) {
  const Windows *g = &job->g;
  u8 flip = g->x_signed ? 0x80 : 0, most[PIECE] = {0};
  i32 sums[PIECE] = {0}, count = (i32)((y1 - y0) * (x1 - x0));
  for (i64 y = y0; y < y1; y++)
    for (i64 x = x0; x < x1; x++) {
      const u8 *from = job->x + ((n * g->height + y) * g->width + x) * g->channels + first;
      if (g->average && g->x_signed)
        for (i64 i = 0; i < width; i++) sums[i] += (int8_t)from[i];
      else if (g->average)
        for (i64 i = 0; i < width; i++) sums[i] += from[i];
      else
        for (i64 i = 0; i < width; i++) {
          u8 value = from[i] ^ flip;
          most[i] = value > most[i] ? value : most[i];
        }
    }
  if (!g->average)
    for (i64 i = 0; i < width; i++) out[i] = most[i] ^ flip;
  else if (count <= 1 << 15) /* quotients of these are exact enough in float32 that cutting them off is right */
    for (i64 i = 0; i < width; i++) out[i] = (u8)(i32)((float)sums[i] / (float)count);
  else
    for (i64 i = 0; i < width; i++) out[i] = (u8)(sums[i] / count);
}

static void pool_part(void *arg, i64 part) {
  const Pool *job = arg;
  const Windows *g = &job->g;
  i64 n = part / g->out_height, top = part % g->out_height * g->down - g->top;
  i64 y0 = max_i64(0, top), y1 = min_i64(g->height, top + g->rows);
  for (i64 column = 0; column < g->out_width; column++) {
    i64 left = column * g->right - g->left, x0 = max_i64(0, left), x1 = min_i64(g->width, left + g->columns);
    u8 *out = job->out + (part * g->out_width + column) * g->channels;
    for (i64 first = 0; first < g->channels; first += PIECE) {
      i64 width = min_i64(PIECE, g->channels - first);
      if (width == PIECE)
        pool_piece(job, n, y0, y1, x0, x1, first, PIECE, out + first);
      else if (width == 64)
        pool_piece(job, n, y0, y1, x0, x1, first, 64, out + first);
      else
        pool_piece(job, n, y0, y1, x0, x1, first, width, out + first);
    }
  }
}

/* x: [batch, height, width, channels], of uint8 or int8; each window has a place in it. Averages are cut off. Returns 0. */
int penstock_eight_bit_pool(const i64 *windows, const u8 *x, u8 *out) {
  Pool job = {.x = x, .out = out};
  memcpy(&job.g, windows, sizeof job.g);
  if (job.g.batch * job.g.out_height * job.g.out_width * job.g.channels)
    in_parallel(pool_part, &job, job.g.batch * job.g.out_height);
  return 0;
}

/* -- for XLA -------------------------------------------------------------------------------------------------------------- */

#include "xla_ffi.h"

HANDLER(penstock_xla_eight_bit_ends, penstock_eight_bit_ends(IN(0), SIZE(0), OUT(0)))
HANDLER(penstock_xla_eight_bit_narrow, penstock_eight_bit_narrow(IN(0), SIZE(0), IN(1), IN(2), IN(3), IN(4), OUT(0)))
HANDLER(penstock_xla_eight_bit_product,
        penstock_eight_bit_product(IN(0), IN(1), IN(2), IN(3), IN(4), OUT(0), OUT(1), OUT(2)))
HANDLER(penstock_xla_eight_bit_used, penstock_eight_bit_used(IN(0), IN(1), IN(2), OUT(0), OUT(1)))
HANDLER(penstock_xla_eight_bit_moved, penstock_eight_bit_moved(IN(0), SIZE(0), IN(1), IN(2), IN(3), IN(4), OUT(0)))
HANDLER(penstock_xla_eight_bit_relu, penstock_eight_bit_relu(IN(0), SIZE(0), IN(1), IN(2), IN(3), OUT(0)))
HANDLER(penstock_xla_eight_bit_pool, penstock_eight_bit_pool(IN(0), IN(1), OUT(0)))
HANDLER(penstock_xla_eight_bit_biases,
        penstock_eight_bit_biases(IN(0), SIZE(0), IN(1), SIZE(1), IN(2), IN(3), IN(4), IN(5), OUT(0), OUT(1), OUT(2), OUT(3)))
HANDLER(penstock_xla_eight_bit_finish, penstock_eight_bit_finish(IN(0), IN(1), SIZE(1), IN(2), SIZE(2), IN(3), IN(4), OUT(0)))
