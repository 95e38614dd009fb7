/* Real numbers to eight bits and back, in the three ways that 1.15 has (`ops/quantized/conversion.py`), in its precisions. XLA's own
   code would join a product and a sum to one operation with one rounding, and give another integer now and then. */

#include "eight_bit_ranges.h"
#include "thread_pool.h"

typedef uint8_t u8;

#define TASK_SIZE 16384 /* elements per task */

enum { MIN_FIRST, MIN_COMBINED, SCALED };

typedef struct {
  i64 mode, has_sign, to_even;
} How;

typedef struct {
  How how;
  i64 count;
  const void *x;
  void *out;
  float scale, low, high, shift;
} Reals;

/* Halves away from zero. What is added is the largest number below a half, so that none below a half reaches the next integer. */
static inline float half_away(float x) { return truncf(x + copysignf(0x1.fffffep-2f, x)); }

static inline float within(float x, float low, float high) {
  x = x < low ? low : x;
  return x > high ? high : x;
}

static inline __attribute__((always_inline)) void quantize_values(const Reals *job, i64 first, i64 end, float lowest, float highest,
                                                                  int mode, int to_even) {
  const float *restrict x = job->x;
  u8 *restrict out = job->out;
  float scale = job->scale, low = job->low, high = job->high, shift = job->shift;
  for (i64 i = first; i < end; i++) {
    float y;
    if (mode == MIN_FIRST)
      y = half_away(x[i] * scale) - shift;
    else if (mode == SCALED)
      y = to_even ? rintf(within(x[i], low, high) * scale) : half_away(within(x[i], low, high) * scale);
    else {
      y = (within(x[i], low, high) - low) * scale;
      y = lowest < 0 ? half_away(y - 128.0f) : truncf(y + 0.5f);
    }
    out[i] = (u8)(int32_t)within(y, lowest, highest);
  }
}

static void quantize_part(void *arg, i64 part) {
  const Reals *job = arg;
  i64 first = part * TASK_SIZE, end = min_i64(job->count, first + TASK_SIZE);
  float lowest = job->how.has_sign ? -128 : 0, highest = lowest + 255;
  if (job->how.mode == MIN_FIRST)
    quantize_values(job, first, end, lowest, highest, MIN_FIRST, 0);
  else if (job->how.mode == MIN_COMBINED && job->how.has_sign)
    quantize_values(job, first, end, -128, 127, MIN_COMBINED, 0);
  else if (job->how.mode == MIN_COMBINED)
    quantize_values(job, first, end, 0, 255, MIN_COMBINED, 0);
  else if (job->how.to_even)
    quantize_values(job, first, end, lowest, highest, SCALED, 1);
  else
    quantize_values(job, first, end, lowest, highest, SCALED, 0);
}

/* float32 numbers to eight bits, and the range that they are in: it has 0 in it, and some width. Returns 0. */
int penstock_eight_bit_quantize(const i64 *how, const float *x, i64 count, const float *given_low, const float *given_high, u8 *out,
                                float *used_low, float *used_high) {
  Reals job = {.how = {how[0], how[1], how[2]}, .count = count, .x = x, .out = out};
  float lowest = how[1] ? -128 : 0, highest = lowest + 255, low = *given_low, high = *given_high;
  float room = fmaxf(1, fmaxf(fabsf(low), fabsf(high))) * 0.01f;
  low = fminf(0, low);
  high = fmaxf(0, fmaxf(high, low + room));
  if (how[0] == SCALED) {
    float by_low = lowest * low > 0 ? lowest / low : 0x1.fffffep127f, by_high = highest * high > 0 ? highest / high : 0x1.fffffep127f;
    job.scale = fminf(by_low, by_high);
    low = lowest / job.scale, high = highest / job.scale;
  } else {
    job.scale = (float)(255.0 / (double)(float)(high - low));
    job.shift = roundf(low * job.scale) - lowest;
  }
  *used_low = job.low = low, *used_high = job.high = high;
  if (count) in_parallel(quantize_part, &job, (count + TASK_SIZE - 1) / TASK_SIZE);
  return 0;
}

static void dequantize_part(void *arg, i64 part) {
  const Reals *job = arg;
  i64 end = min_i64(job->count, (part + 1) * TASK_SIZE);
  float *out = job->out, scale = job->scale, before = job->shift, after = job->low;
  if (job->how.has_sign)
    for (i64 i = part * TASK_SIZE; i < end; i++) out[i] = ((float)((const int8_t *)job->x)[i] + before) * scale + after;
  else
    for (i64 i = part * TASK_SIZE; i < end; i++) out[i] = ((float)((const u8 *)job->x)[i] + before) * scale + after;
}

/* The real numbers that eight bits mean in a range. Returns 0. */
int penstock_eight_bit_dequantize(const i64 *how, const void *x, i64 count, const float *low, const float *high, float *out) {
  Reals job = {.how = {how[0], how[1], 0}, .count = count, .x = x, .out = out};
  float lowest = how[1] ? -128 : 0, highest = lowest + 255;
  if (how[0] == MIN_FIRST) {
    job.scale = (float)((double)(float)(*high - *low) / 255.0);
    job.low = (*high == *low ? *low : roundf(*low / job.scale) * job.scale) - lowest * job.scale;
  } else if (how[0] == MIN_COMBINED) {
    job.scale = (*high - *low) / 255.0f, job.low = *low;
    job.shift = how[1] ? 128 : 0;
  } else {
    job.scale = how[1] ? fmaxf(*low / lowest, *high / highest) : *high / highest;
    if (fabsf(job.scale) < 0x1p-126f) job.scale = 0; /* 1.15 has no numbers as small as that */
    job.low = -0.0f; /* the number that changes nothing */
  }
  if (count) in_parallel(dequantize_part, &job, (count + TASK_SIZE - 1) / TASK_SIZE);
  return 0;
}

/* -- for XLA -------------------------------------------------------------------------------------------------------------- */

#include "xla_ffi.h"

HANDLER(penstock_xla_eight_bit_quantize,
        penstock_eight_bit_quantize(IN(0), IN(1), SIZE(1), IN(2), IN(3), OUT(0), OUT(1), OUT(2)))
HANDLER(penstock_xla_eight_bit_dequantize, penstock_eight_bit_dequantize(IN(0), IN(1), SIZE(1), IN(2), IN(3), OUT(0)))
