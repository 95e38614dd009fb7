/* Sine, cosine and tangent of float32, many at a time; angles of more than a thousand turns, infinities and NaN by the C library. */

#include "flush_denormals.h"
#include "thread_pool.h"

#include <math.h>

#define PIECE 4096 /* angles that are a part for a thread */
#define BLOCK 256
#define LARGEST 8192.0f

typedef enum { SINE, COSINE, TANGENT } Kind;

typedef struct {
  const float *x;
  float *out;
  i64 count;
  Kind kind;
} Angles;

/* pi / 2 in three parts: the products of the first two with a number of quarter turns are exact. */
static inline float rest_of(float x, float turns) {
  float rest = ((x - turns * 1.5703125f) - turns * 4.837512969970703125e-4f) - turns * 7.549789948768648e-8f;
  return turns == 0 ? x : rest; /* -0 keeps its sign */
}

/* Minimax polynomials on [-pi/4, pi/4]; `quarters` turns the sine into the cosine. */
static inline float sine(float x, int32_t quarters) {
  float turns = rintf(x * 0.636619772367581343f), r = rest_of(x, turns), z = r * r;
  int32_t quadrant = (int32_t)turns + quarters;
  float s = ((-1.9515295891e-4f * z + 8.3321608736e-3f) * z - 1.6666654611e-1f) * z * r + r;
  float c = ((2.443315711809948e-5f * z - 1.388731625493765e-3f) * z + 4.166664568298827e-2f) * z * z - 0.5f * z + 1;
  float value = quadrant & 1 ? c : z == 0 ? r : s;
  return quadrant & 2 ? -value : value;
}

/* Near its ends nothing of the rest must be lost, so it is found in doubles: pi / 2 in two parts, the first of 33 bits. */
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

static void angles_part(void *whole, i64 part) {
  const Angles *job = whole;
  unsigned before = normal_begin();
  i64 last = least((part + 1) * PIECE, job->count);
  for (i64 begin = part * PIECE; begin < last; begin += BLOCK) {
    i64 count = least(BLOCK, last - begin);
    const float *x = job->x + begin;
    float small[BLOCK], *out = job->out + begin;
    int32_t large = 0;
    for (i64 i = 0; i < count; i++) {
      int32_t fits = fabsf(x[i]) < LARGEST; /* NaN does not */
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

/* x, out: `count` numbers, which may be the same ones. Returns 0. */
static int penstock_angles(const float *x, i64 count, Kind kind, float *out) {
  Angles job = {.x = x, .out = out, .count = count, .kind = kind};
  in_parallel(angles_part, &job, (count + PIECE - 1) / PIECE);
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
