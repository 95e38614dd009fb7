/* top_k: the k largest elements of each row, descending, and their indices; of equal ones, the first comes first. An element
   becomes an integer key with its index in the lower half, and the keys are radix-sorted: all are distinct, so the order is
   unique. */

#include "thread_pool.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define INSERTION_SORT_MAX 48            /* insertion sort up to here */
#define LARGE_ROW 8192         /* from here on, three passes with large digits instead of four */
#define MAX_DIGITS 2048
#define ZERO 0x7FFFFFFFu  /* the key of both zeros */
#define NOT_A_NUMBER 0u

typedef struct {
  const uint32_t *x;
  i64 rows, width, k, per_task; /* rows per task */
  int integers;
  uint32_t *values;
  int32_t *positions;
  _Atomic int failed;
} Top;

/* Maps a float to an integer of descending order; NaN comes first. */
static inline uint32_t descending_key(uint32_t bits) {
  uint32_t size = bits & 0x7FFFFFFF;
  if (size > 0x7F800000) return NOT_A_NUMBER;
  return bits >> 31 ? ZERO + size : ZERO - size;
}

static inline uint32_t ascending_key(uint32_t key) { return key > ZERO ? (key - ZERO) | 0x80000000 : ZERO - key; }

static void insertion_sort(uint64_t *a, i64 count) {
  for (i64 i = 1; i < count; i++) {
    uint64_t one = a[i];
    i64 j = i;
    for (; j > 0 && a[j - 1] > one; j--) a[j] = a[j - 1];
    a[j] = one;
  }
}

/* Radix sort by the upper 32 bits, with `other` as scratch; returns where the result is. The lower bits are in order
   already. */
static uint64_t *radix_sort(uint64_t *a, uint64_t *other, i64 count) {
  const int bits = count < LARGE_ROW ? 8 : 11, passes = count < LARGE_ROW ? 4 : 3;
  const uint32_t digits = 1u << bits;
  uint32_t counts[4][MAX_DIGITS]; /* rows have fewer than 2^31 elements */
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
  int32_t *positions = job->positions + row * job->k;
  uint64_t few[INSERTION_SORT_MAX], *memory = width <= INSERTION_SORT_MAX ? few : malloc((size_t)(2 * width) * sizeof(uint64_t)), *sorted = memory;
  if (memory == NULL) {
    job->failed = 1;
    return;
  }
  if (job->integers)
    for (i64 i = 0; i < width; i++) memory[i] = (uint64_t)(ZERO - x[i]) << 32 | (uint64_t)i;
  else
    for (i64 i = 0; i < width; i++) memory[i] = (uint64_t)descending_key(x[i]) << 32 | (uint64_t)i;
  if (width <= INSERTION_SORT_MAX)
    insertion_sort(memory, width);
  else
    sorted = radix_sort(memory, memory + width, width);
  for (i64 i = 0; i < job->k; i++) {
    uint32_t key = (uint32_t)(sorted[i] >> 32), position = (uint32_t)sorted[i];
    positions[i] = (int32_t)position;
    if (job->integers)
      values[i] = ZERO - key;
    else /* both zeros, and different NaNs, share a key */
      values[i] = key == ZERO || key == NOT_A_NUMBER ? x[position] : ascending_key(key);
  }
  if (memory != few) free(memory);
}

static void top_part(void *arg, i64 part) {
  Top *job = arg;
  i64 end = min_i64((part + 1) * job->per_task, job->rows);
  for (i64 row = part * job->per_task; row < end; row++) top_of_row(job, row);
}

/* x: [rows, width] of float32, or int32 if `integers`; values and indices: [rows, k], k <= width < 2^31. Returns 0, or 1 if
   out of memory. */
int penstock_top(const void *x, i64 integers, i64 rows, i64 width, i64 k, void *values, void *positions) {
  Top job = {.x = x, .rows = rows, .width = width, .k = k, .integers = integers != 0, .values = values, .positions = positions};
  job.per_task = max_i64(1, LARGE_ROW / max_i64(1, width));
  if (k > 0) in_parallel(top_part, &job, (rows + job.per_task - 1) / job.per_task);
  return job.failed;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

#define K (((XLA_FFI_Buffer **)frame->rets.rets)[0]->dims[1])

HANDLER(penstock_xla_top_floats, penstock_top(IN(0), 0, DIMENSION(0, 0), DIMENSION(0, 1), K, OUT(0), OUT(1)))
HANDLER(penstock_xla_top_integers, penstock_top(IN(0), 1, DIMENSION(0, 0), DIMENSION(0, 1), K, OUT(0), OUT(1)))
