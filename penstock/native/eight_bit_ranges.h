/* How eight-bit numbers stand for real ones, one number at a time: the C of `ops/quantized/ranges.py`, in the same precisions, so
   that both give the same to the last bit. */

#pragma once

#include <math.h>
#include <stdint.h>

/* A type of integers: its lowest and its highest value. */
typedef struct {
  double lowest, highest;
} Kind;

static const Kind unsigned_bytes = {0, 255}, signed_bytes = {-128, 127}, signed_words = {-2147483648.0, 2147483647.0};

/* -- one number at a time, in float64 -- */

static inline float to_real(int32_t x, float low, float high, Kind kind) {
  double count = kind.highest - kind.lowest + 1, span = (double)(float)(high - low) * (count / (count - 1.0)), scale = span / count;
  double first = (double)roundf(low / (float)scale) * (double)(float)scale;
  return low == high ? low : (float)(first + ((double)x - kind.lowest) * scale);
}

static inline double from_real(float x, float low, float high, Kind kind) {
  double count = kind.highest - kind.lowest + 1, scale = count / ((double)(float)(high - low) * (count / (count - 1.0)));
  return (low == high ? 0.0 : round((double)x * scale) - round((double)low * scale)) + kind.lowest;
}

/* Which value means 0; it wraps around, as sums do. */
static inline int32_t zero_of(float low, float high, Kind kind) { return (int32_t)(int64_t)from_real(0, low, high, kind); }

static inline double clipped(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

/* -- whole arrays, in float32 -- */

static inline float all_to_real(int32_t x, float low, float high, Kind kind) {
  float scale = (float)((double)(float)(high - low) / (kind.highest - kind.lowest));
  float first = high == low ? low : roundf(low / scale) * scale;
  return (first - (float)kind.lowest * scale) + (float)x * scale;
}

static inline int32_t all_from_real(float x, float low, float high, Kind kind) {
  float scale = high == low ? 0 : (float)((kind.highest - kind.lowest) / (double)(float)(high - low)), first = roundf(low * scale);
  float found = roundf(x * scale) - (first - (float)kind.lowest);
  return (int32_t)clipped(found, kind.lowest, kind.highest > 2147483520.0 ? 2147483520.0 : kind.highest);
}

/* The real number that one step means; types with a sign count as symmetric. */
static inline float step_of(float low, float high, int has_sign) { return (float)(high - low) / (has_sign ? 254.0f : 255.0f); }
