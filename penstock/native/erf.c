/* The error function of float32, many at a time, to 1.4 units in the last place: BERT's gelu takes millions of them in a step.

   Below 1 a polynomial of x^2; above 1 - exp(-p(x)), where p is a polynomial for -log(1 - erf(x)), up to 4, from where on it is 1.
   Both were fitted at Chebyshev's points. */

#include "exponential.h"
#include "thread_pool.h"

#include <math.h>

#define PIECE 8192 /* numbers that are a part for a thread */

typedef struct {
  const float *x;
  float *out;
  i64 count;
} Erf;

static inline float near_zero(float x) {
  float z = x * x, p = FMA(7.8824974e-05f, z, -0.0008018855f);
  p = FMA(p, z, 0.005189312f);
  p = FMA(p, z, -0.026854329f);
  p = FMA(p, z, 0.11283597f);
  p = FMA(p, z, -0.37612626f);
  p = FMA(p, z, 0.12837917f);
  return FMA(p, x, x);
}

static inline float far_from_zero(float t) {
  t = t < 4.0f ? t : 4.0f;
  float p = FMA(5.970318e-08f, t, -2.9530518e-06f);
  p = FMA(p, t, 5.8631882e-05f);
  p = FMA(p, t, -0.00066504604f);
  p = FMA(p, t, 0.00499099f);
  p = FMA(p, t, -0.026928633f);
  p = FMA(p, t, 0.110798895f);
  p = FMA(p, t, 0.6311928f);
  p = FMA(p, t, 1.130548f);
  p = FMA(p, t, -0.0003872819f);
  return 1.0f - exponential(-p);
}

static void erf_part(void *whole, i64 part) {
  const Erf *job = whole;
  const float *x = job->x;
  float *out = job->out;
  i64 last = min_i64((part + 1) * PIECE, job->count);
  for (i64 i = part * PIECE; i < last; i++) {
    float t = fabsf(x[i]), far = far_from_zero(t), near = near_zero(x[i]);
    far = copysignf(far, x[i]);
    out[i] = t >= 1.0f ? far : near; /* NaN is near */
  }
}

/* x, out: `count` numbers. Returns 0. */
int penstock_erf(const float *x, i64 count, float *out) {
  Erf job = {.x = x, .out = out, .count = count};
  in_parallel(erf_part, &job, (count + PIECE - 1) / PIECE);
  return 0;
}
