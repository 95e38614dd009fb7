/* The largest numbers of rows in falling order, and where they stand; of equals, the first comes first. Each number becomes an
   integer with its place in the lower half, and these are sorted by their digits: all are different, so there is one right order. */

#include "thread_pool.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define FEW 48            /* are sorted by putting one after the other into its place */
#define MANY 8192         /* from here on, three passes with large digits instead of four */
#define MOST_DIGITS 2048
#define ZERO 0x7FFFFFFFu  /* what +0 and -0 become */
#define NOT_A_NUMBER 0u

typedef struct {
  const uint32_t *x;
  i64 rows, width, k, together; /* rows that are a part for a thread */
  int integers;
  uint32_t *values;
  int32_t *places;
  _Atomic int failed;
} Top;

/* An integer that falls as the float grows; all that are not numbers come first. */
static inline uint32_t falling(uint32_t bits) {
  uint32_t size = bits & 0x7FFFFFFF;
  if (size > 0x7F800000) return NOT_A_NUMBER;
  return bits >> 31 ? ZERO + size : ZERO - size;
}

static inline uint32_t rising(uint32_t key) { return key > ZERO ? (key - ZERO) | 0x80000000 : ZERO - key; }

static void insertion_sort(uint64_t *a, i64 count) {
  for (i64 i = 1; i < count; i++) {
    uint64_t one = a[i];
    i64 j = i;
    for (; j > 0 && a[j - 1] > one; j--) a[j] = a[j - 1];
    a[j] = one;
  }
}

/* Sorts by the upper 32 bits, with as much memory in `other`; returns where the result is. The lower ones are in order already. */
static uint64_t *radix_sort(uint64_t *a, uint64_t *other, i64 count) {
  const int bits = count < MANY ? 8 : 11, passes = count < MANY ? 4 : 3;
  const uint32_t digits = 1u << bits;
  uint32_t counts[4][MOST_DIGITS]; /* a row has fewer than 2^31 numbers */
  for (int pass = 0; pass < passes; pass++) memset(counts[pass], 0, digits * sizeof(uint32_t));
  for (i64 i = 0; i < count; i++)
    for (int pass = 0; pass < passes; pass++) counts[pass][a[i] >> (32 + pass * bits) & (digits - 1)]++;
  for (int pass = 0; pass < passes; pass++) {
    uint32_t *restrict next = counts[pass], sum = 0;
    const int shift = 32 + pass * bits;
    if (next[a[0] >> shift & (digits - 1)] == count) continue; /* all have the same digit */
    for (uint32_t d = 0; d < digits; d++) {
      uint32_t here = next[d];
      next[d] = sum;
      sum += here;
    }
    for (i64 i = 0; i < count; i++) other[next[a[i] >> shift & (digits - 1)]++] = a[i];
    uint64_t *sorted = other;
    other = a;
    a = sorted;
  }
  return a;
}

static void top_of_row(Top *job, i64 row) {
  i64 width = job->width;
  const uint32_t *x = job->x + row * width;
  uint32_t *values = job->values + row * job->k;
  int32_t *places = job->places + row * job->k;
  uint64_t few[FEW], *memory = width <= FEW ? few : malloc((size_t)(2 * width) * sizeof(uint64_t)), *sorted = memory;
  if (memory == NULL) {
    job->failed = 1;
    return;
  }
  if (job->integers)
    for (i64 i = 0; i < width; i++) memory[i] = (uint64_t)(ZERO - x[i]) << 32 | (uint64_t)i;
  else
    for (i64 i = 0; i < width; i++) memory[i] = (uint64_t)falling(x[i]) << 32 | (uint64_t)i;
  if (width <= FEW)
    insertion_sort(memory, width);
  else
    sorted = radix_sort(memory, memory + width, width);
  for (i64 i = 0; i < job->k; i++) {
    uint32_t key = (uint32_t)(sorted[i] >> 32), place = (uint32_t)sorted[i];
    places[i] = (int32_t)place;
    if (job->integers)
      values[i] = ZERO - key;
    else /* two zeros, and many that are not numbers, have one key */
      values[i] = key == ZERO || key == NOT_A_NUMBER ? x[place] : rising(key);
  }
  if (memory != few) free(memory);
}

static void top_part(void *whole, i64 part) {
  Top *job = whole;
  i64 end = least((part + 1) * job->together, job->rows);
  for (i64 row = part * job->together; row < end; row++) top_of_row(job, row);
}

/* x: [rows, width] of float32, or of int32 if `integers`; values and places: [rows, k], k <= width < 2^31. Returns 0, or 1 if there
   is not enough memory. */
int penstock_top(const void *x, i64 integers, i64 rows, i64 width, i64 k, void *values, void *places) {
  Top job = {.x = x, .rows = rows, .width = width, .k = k, .integers = integers != 0, .values = values, .places = places};
  job.together = most(1, MANY / most(1, width));
  if (k > 0) in_parallel(top_part, &job, (rows + job.together - 1) / job.together);
  return job.failed;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

#define K (((XLA_FFI_Buffer **)frame->rets.rets)[0]->dims[1])

HANDLER(penstock_xla_top_floats, penstock_top(IN(0), 0, DIMENSION(0, 0), DIMENSION(0, 1), K, OUT(0), OUT(1)))
HANDLER(penstock_xla_top_integers, penstock_top(IN(0), 1, DIMENSION(0, 0), DIMENSION(0, 1), K, OUT(0), OUT(1)))
