/* Vectorized sine, cosine and tangent of float32; huge angles, infinities and NaN go to the C library. */

#include "flush_denormals.h"
#include "thread_pool.h"

#include <math.h>

#define TASK_SIZE 4096 /* angles per task */
#define BLOCK 256
#define LARGEST 8192.0f

typedef enum { SINE, COSINE, TANGENT } Kind;

typedef struct {
  const float *x;
  float *out;
  i64 count;
  Kind kind;
} Angles;

/* Range reduction with pi / 2 in three parts (Cody and Waite): the first two products are exact. */
static inline float rest_of(float x, float turns) {
  float rest = ((x - turns * 1.5703125f) - turns * 4.837512969970703125e-4f) - turns * 7.549789948768648e-8f;
  return turns == 0 ? x : rest; /* -0 keeps its sign */
}

/* Minimax polynomials on [-pi/4, pi/4]; `quarters`, the quadrant, selects sine or cosine and the sign. */
static inline float sine(float x, int32_t quarters) {
  float turns = rintf(x * 0.636619772367581343f), r = rest_of(x, turns), z = r * r;
  int32_t quadrant = (int32_t)turns + quarters;
  float s = ((-1.9515295891e-4f * z + 8.3321608736e-3f) * z - 1.6666654611e-1f) * z * r + r;
  float c = ((2.443315711809948e-5f * z - 1.388731625493765e-3f) * z + 4.166664568298827e-2f) * z * z - 0.5f * z + 1;
  float value = quadrant & 1 ? c : z == 0 ? r : s;
  return quadrant & 2 ? -value : value;
}

/* Near its poles the remainder must keep all bits, so the reduction is done in doubles: pi / 2 in two parts, the first of 33
   bits. */
static inline float tangent(float x) {
  float turns = rintf(x * 0.636619772367581343f);
  float rest = (float)(((double)x - (double)turns * 1.5707963267341256) - (double)turns * 6.077100506506192e-11);
  float r = turns == 0 ? x : rest, z = r * r, t = 9.38540185543e-3f;
  t = t * z + 3.11992232697e-3f;
  t = t * z + 2.44301354525e-2f;
  t = t * z + 5.34112807005e-2f;
  t = t * z + 1.33387994085e-1f;
  t = t * z + 3.33331568548e-1f;
  t = t * z * r + r;
  return (int32_t)turns & 1 ? -1 / t : t;
}

static void angles_part(void *arg, i64 part) {
  const Angles *job = arg;
  unsigned before = normal_begin();
  i64 last = min_i64((part + 1) * TASK_SIZE, job->count);
  for (i64 begin = part * TASK_SIZE; begin < last; begin += BLOCK) {
    i64 count = min_i64(BLOCK, last - begin);
    const float *x = job->x + begin;
    float small[BLOCK], *out = job->out + begin;
    int32_t large = 0;
    for (i64 i = 0; i < count; i++) {
      int32_t fits = fabsf(x[i]) < LARGEST; /* false for NaN too */
      small[i] = fits ? x[i] : 0;
      large |= !fits;
    }
    float made[BLOCK];
    if (job->kind == TANGENT)
      for (i64 i = 0; i < count; i++) made[i] = tangent(small[i]);
    else
      for (i64 i = 0, quarters = job->kind == COSINE; i < count; i++) made[i] = sine(small[i], (int32_t)quarters);
    if (large)
      for (i64 i = 0; i < count; i++)
        if (!(fabsf(x[i]) < LARGEST)) made[i] = job->kind == SINE ? sinf(x[i]) : job->kind == COSINE ? cosf(x[i]) : tanf(x[i]);
    for (i64 i = 0; i < count; i++) out[i] = made[i];
  }
  normal_end(before);
}

/* x, out: `count` numbers; they may alias. Returns 0. */
static int penstock_angles(const float *x, i64 count, Kind kind, float *out) {
  Angles job = {.x = x, .out = out, .count = count, .kind = kind};
  in_parallel(angles_part, &job, (count + TASK_SIZE - 1) / TASK_SIZE);
  return 0;
}

int penstock_sin(const float *x, i64 count, float *out) { return penstock_angles(x, count, SINE, out); }
int penstock_cos(const float *x, i64 count, float *out) { return penstock_angles(x, count, COSINE, out); }
int penstock_tan(const float *x, i64 count, float *out) { return penstock_angles(x, count, TANGENT, out); }

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

HANDLER(penstock_xla_sin, penstock_sin(IN(0), SIZE(0), OUT(0)))
HANDLER(penstock_xla_cos, penstock_cos(IN(0), SIZE(0), OUT(0)))
HANDLER(penstock_xla_tan, penstock_tan(IN(0), SIZE(0), OUT(0)))
