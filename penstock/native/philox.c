/* Philox 4x32-10 and the float32 distributions that TensorFlow derives from it: uniform, normal, and truncated normal. The
   formulas are those of the modules of ops/random, compiled without fused multiply-adds, so the bits are the same. Each number depends
   on its index only, so results do not depend on the number of threads. */

#include "exponential.h"
#include "thread_pool.h"

#include <math.h>
#include <string.h>

#define BLOCK 256        /* 128-bit samples generated together: their arrays stay in the L1 cache */
#define TASK_SIZE (1 << 12)  /* samples per task */
#define RESERVED 256     /* samples that four truncated normals may consume */

typedef struct {
  uint32_t key[2];
  uint64_t low, high; /* the counter */
  i64 count;
  uint32_t *out; /* or floats */
} Random;

typedef uint32_t Lanes[4][BLOCK];

/* The samples at the given offsets from the counter. */
static void samples(const Random *job, const uint64_t *restrict position, i64 count, Lanes lanes) {
  uint32_t *restrict x0 = lanes[0], *restrict x1 = lanes[1], *restrict x2 = lanes[2], *restrict x3 = lanes[3];
  for (i64 i = 0; i < count; i++) {
    uint64_t low = job->low + position[i], high = job->high + (low < job->low);
    x0[i] = (uint32_t)low, x1[i] = (uint32_t)(low >> 32);
    x2[i] = (uint32_t)high, x3[i] = (uint32_t)(high >> 32);
  }
  for (i64 i = 0; i < count; i++) {
    uint32_t a = x0[i], b = x1[i], c = x2[i], d = x3[i], k0 = job->key[0], k1 = job->key[1];
    for (int round = 0; round < 10; round++) {
      uint64_t p0 = (uint64_t)a * 0xD2511F53u, p1 = (uint64_t)c * 0xCD9E8D57u;
      a = (uint32_t)(p1 >> 32) ^ b ^ k0, b = (uint32_t)p1;
      c = (uint32_t)(p0 >> 32) ^ d ^ k1, d = (uint32_t)p0;
      k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
    }
    x0[i] = a, x1[i] = b, x2[i] = c, x3[i] = d;
  }
}

/* Uniform on [0, 1), from the lower 23 bits. */
static inline float unit(uint32_t bits) { return of_bits((bits & 0x7FFFFF) | 0x3F800000) - 1.0f; }

/* log(x) for x in (0, 1], correctly rounded: x = m * 2^k with m between sqrt(1/2) and sqrt(2). */
static inline float logarithm(float x) {
  uint32_t bits = bits_of(x);
  int32_t k = (int32_t)(bits - 0x3F3504F3u) >> 23;
  double m = of_bits(bits - ((uint32_t)k << 23)), s = (m - 1) / (m + 1), z = s * s;
  double p = z * 0.16894714591537746;
  p = (p + 0.1811709006972002) * z;
  p = (p + 0.22223592975116932) * z;
  p = (p + 0.2857141352590582) * z;
  p = (p + 0.4000000008037351) * z;
  p = (p + 0.6666666666650429) * z;
  return (float)(k * 0.6931471805599453 + s * (p + 2.0000000000000004));
}

/* Box-Muller: two uniform numbers, as bits, to two normal ones. */
static inline void normal_pair(uint32_t *first, uint32_t *second) {
  float u = unit(*first);
  u = u < 1.0e-7f ? 1.0e-7f : u;
  float radius = sqrtf(-2.0f * logarithm(u));
  double x = (float)(unit(*second) * 6.283185307179586);
  double quadrant = floor(x * 0.6366197723675814 + 0.5);
  x -= quadrant * 1.5707963267948966;
  x -= quadrant * 6.123233995736766e-17;
  double z = x * x, s = z * -2.4755545685973825e-08, c = z * 2.0701022134075757e-09;
  s = (s + 2.755525380802008e-06) * z;
  s = (s + -0.00019841263182203826) * z;
  s = (s + 0.008333333323556064) * z;
  s = (s + -0.16666666666613084) * z;
  c = (c + -2.755651655065874e-07) * z;
  c = (c + 2.4801587198929043e-05) * z;
  c = (c + -0.0013888888896441693) * z;
  c = (c + 0.04166666666682416) * z;
  c = (c + -0.500000000000008) * z;
  uint32_t sine = bits_of((float)((s + 0.9999999999999948) * x)), cosine = bits_of((float)(c + 1.0));
  uint32_t q = (uint32_t)(int32_t)quadrant, swap = (sine ^ cosine) & (0 - (q & 1)); /* sine and cosine swap in odd quadrants */
  sine ^= swap ^ (q & 2) << 30;
  cosine ^= swap ^ ((q + 1) & 2) << 30;
  *first = bits_of(of_bits(sine) * radius);
  *second = bits_of(of_bits(cosine) * radius);
}

static void normals(Lanes lanes, i64 count) {
  for (int pair = 0; pair < 4; pair += 2) {
    uint32_t *restrict first = lanes[pair], *restrict second = lanes[pair + 1];
    for (i64 i = 0; i < count; i++) normal_pair(first + i, second + i);
  }
}

/* Stores groups of four words from `group` on, as many as there is room for. */
static void store(const Random *job, Lanes lanes, i64 group, i64 count) {
  uint32_t *restrict out = job->out + 4 * group;
  i64 arg = min_i64(count, job->count / 4 - group);
  for (i64 i = 0; i < arg; i++)
    for (int lane = 0; lane < 4; lane++) out[4 * i + lane] = lanes[lane][i];
  if (arg < count)
    for (int lane = 0; lane < job->count % 4; lane++) out[4 * arg + lane] = lanes[lane][arg];
}

static void concatenated(const Random *job, i64 part, void (*change)(Lanes, i64)) {
  uint64_t position[BLOCK];
  Lanes lanes;
  i64 end = min_i64((part + 1) * TASK_SIZE, (job->count + 3) / 4);
  for (i64 group = part * TASK_SIZE; group < end; group += BLOCK) {
    i64 count = min_i64(BLOCK, end - group);
    for (i64 i = 0; i < count; i++) position[i] = (uint64_t)(group + i);
    samples(job, position, count, lanes);
    if (change != NULL) change(lanes, count);
    store(job, lanes, group, count);
  }
}

static void units(Lanes lanes, i64 count) {
  for (int lane = 0; lane < 4; lane++)
    for (i64 i = 0; i < count; i++) lanes[lane][i] = bits_of(unit(lanes[lane][i]));
}

static void bits_part(void *job, i64 part) { concatenated(job, part, NULL); }
static void uniform_part(void *job, i64 part) { concatenated(job, part, units); }
static void normal_part(void *job, i64 part) { concatenated(job, part, normals); }

/* Rejection: a group of four takes the samples within the bounds, in order. */
static void truncated_part(void *arg, i64 part) {
  const Random *job = arg;
  uint64_t position[BLOCK];
  Lanes lanes;
  struct {
    uint32_t number[5]; /* the last slot receives the surplus */
    uint32_t filled;
  } groups[BLOCK];
  uint16_t open[BLOCK];
  i64 end = min_i64((part + 1) * TASK_SIZE, (job->count + 3) / 4);
  for (i64 group = part * TASK_SIZE; group < end; group += BLOCK) {
    i64 count = min_i64(BLOCK, end - group), left = count;
    for (i64 i = 0; i < count; i++) {
      groups[i].filled = 0;
      open[i] = (uint16_t)i;
      position[i] = (uint64_t)(group + i) * RESERVED;
    }
    while (left > 0) {
      samples(job, position, left, lanes);
      normals(lanes, left);
      i64 still = 0;
      for (i64 i = 0; i < left; i++) {
        uint32_t filled = groups[open[i]].filled, *number = groups[open[i]].number;
        for (int lane = 0; lane < 4; lane++) {
          number[filled] = lanes[lane][i];
          filled += (filled < 4) & (fabsf(of_bits(lanes[lane][i])) < 2.0f);
        }
        groups[open[i]].filled = filled;
        open[still] = open[i];
        position[still] = position[i] + 1;
        still += filled < 4;
      }
      left = still;
    }
    for (i64 i = 0; i < count; i++) {
      i64 at = 4 * (group + i);
      memcpy(job->out + at, groups[i].number, (size_t)min_i64(4, job->count - at) * sizeof(uint32_t));
    }
  }
}

/* kind: 0 bits, 1 uniform, 2 normal, 3 truncated normal. counter: four words, little-endian. Fills `count` words of `out`. */
int penstock_random(i64 kind, const uint32_t *key, const uint32_t *counter, i64 count, void *out) {
  static const Work works[] = {bits_part, uniform_part, normal_part, truncated_part};
  Random job = {{key[0], key[1]},
                counter[0] | (uint64_t)counter[1] << 32,
                counter[2] | (uint64_t)counter[3] << 32,
                count,
                out};
  if (kind < 0 || kind > 3) return 1;
  in_parallel(works[kind], &job, ((count + 3) / 4 + TASK_SIZE - 1) / TASK_SIZE);
  return 0;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

#define RESULTS penstock_size(((XLA_FFI_Buffer **)frame->rets.rets)[0])

HANDLER(penstock_xla_random_uniform, penstock_random(1, IN(0), IN(1), RESULTS, OUT(0)))
HANDLER(penstock_xla_random_normal, penstock_random(2, IN(0), IN(1), RESULTS, OUT(0)))
HANDLER(penstock_xla_random_truncated, penstock_random(3, IN(0), IN(1), RESULTS, OUT(0)))
