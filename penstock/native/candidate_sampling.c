/* Candidate samplers: draws classes from a Philox stream (by rejection if they must be unique), and computes the expected
   counts of the drawn and of the true classes. The formulas are those of TensorFlow's kernels, evaluated in the same order. */

#include "thread_pool.h"

#include <math.h>
#include <string.h>

#define BLOCK 64 /* draws whose random words are generated together */
enum { UNIFORM, LOG_UNIFORM };

int penstock_random(i64 kind, const uint32_t *key, const uint32_t *counter, i64 count, void *out);

typedef struct {
  i64 kind, range;
  double log_range;
  const uint32_t *key, *counter;
  uint64_t words[BLOCK];
  uint64_t block; /* blocks generated so far */
  int used;       /* next word of the current block */
} Stream;

static uint64_t next_word(Stream *s) {
  if (s->used == BLOCK) {
    uint64_t low = s->counter[0] | (uint64_t)s->counter[1] << 32, high = s->counter[2] | (uint64_t)s->counter[3] << 32;
    uint64_t at = low + s->block++ * (BLOCK / 2); /* a sample is two words of 64 bits */
    high += at < low;
    uint32_t counter[4] = {(uint32_t)at, (uint32_t)(at >> 32), (uint32_t)high, (uint32_t)(high >> 32)};
    penstock_random(0, s->key, counter, 2 * BLOCK, s->words);
    s->used = 0;
  }
  return s->words[s->used++];
}

/* Draws a class. Uniform on [0, range) without bias: words that would favour small numbers are rejected. */
static int64_t draw(Stream *s) {
  uint64_t range = (uint64_t)s->range, word = next_word(s);
  if (s->kind == UNIFORM) {
    if ((range & (range - 1)) == 0) return (int64_t)(word & (range - 1));
    uint64_t least_word = UINT64_MAX % range + 1;
    while (word < least_word) word = next_word(s);
    return (int64_t)(word % range);
  }
  uint64_t bits = ((word << 32 | word >> 32) & 0xFFFFFFFFFFFFFu) | 0x3FF0000000000000u;
  double unit;
  memcpy(&unit, &bits, sizeof unit);
  return ((int64_t)exp((unit - 1.0) * s->log_range) - 1) % s->range;
}

/* Inserts a class into a hash table of `size` slots, a power of 2; returns whether it was new. */
static int is_new(int64_t *table, i64 size, int64_t drawn) {
  i64 at = (i64)((uint64_t)drawn * 0x9E3779B97F4A7C15u >> 32) & (size - 1);
  while (table[at] >= 0 && table[at] != drawn) at = (at + 1) & (size - 1);
  if (table[at] >= 0) return 0;
  table[at] = drawn;
  return 1;
}

static void expect(const Stream *s, const int64_t *classes, i64 count, i64 tries, i64 wanted, float *out) {
  for (i64 i = 0; i < count; i++) {
    double c = (double)classes[i];
    float p = s->kind == UNIFORM ? (float)(1.0 / (double)s->range) : (float)(log((c + 2.0) / (c + 1.0)) / s->log_range);
    out[i] = tries == wanted ? p * (float)wanted : -expm1f((float)tries * log1pf(-p));
  }
}

/* settings: the sampler, the number of classes, how many to draw, whether they must be unique. classes: the `count` true
   classes, any numbers. */
int penstock_candidates(const uint32_t *key, const uint32_t *counter, const int64_t *classes, i64 count,
                        const int64_t *settings, int64_t *sampled, float *expected_classes, float *expected_sampled) {
  i64 wanted = settings[2], tries = wanted;
  Stream s = {.kind = settings[0], .range = settings[1], .key = key, .counter = counter, .used = BLOCK};
  s.log_range = log1p((double)s.range);
  if (settings[3]) {
    i64 size = 16;
    while (size < 2 * wanted) size *= 2;
    int64_t *table = (int64_t *)scratch(0, 2 * size);
    if (table == NULL) return 1;
    memset(table, 0xff, (size_t)size * sizeof *table);
    tries = 0;
    for (i64 found = 0; found < wanted; tries++) {
      sampled[found] = draw(&s);
      found += is_new(table, size, sampled[found]);
    }
  } else
    for (i64 i = 0; i < wanted; i++) sampled[i] = draw(&s);
  expect(&s, classes, count, tries, wanted, expected_classes);
  expect(&s, sampled, wanted, tries, wanted, expected_sampled);
  return 0;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

HANDLER(penstock_xla_candidates, penstock_candidates(IN(0), IN(1), IN(2), SIZE(2), IN(3), OUT(0), OUT(1), OUT(2)))
