/* Max, min, argmax, argmin and products along an axis, for float32.

   XLA reduces one element after the other, because floating-point reductions must keep their order. Here 64 accumulators run in
   parallel, in an order that does not depend on the number of threads. For argmax, floats are mapped to integers of the same
   order. */

#include "flush_denormals.h"
#include "thread_pool.h"

#include <math.h>
#include <stdlib.h>

#define TASK_SIZE 16384  /* elements per task: of one long row, or of several rows */
#define BLOCK 1024   /* elements that are read twice: small enough to stay in the L1 cache */
#define COLUMNS 1024 /* columns processed together */

/* Maps a float to an integer of the same order; both zeros are equal, NaN comes first, with minus infinity. */
static inline int32_t growing(int32_t bits) {
  int32_t size = bits & 0x7FFFFFFF, key = bits < 0 ? -size : size;
  return size > 0x7F800000 ? -0x7F800000 : key;
}

/* The same for the minimum: descending. */
static inline int32_t key_of(int32_t bits, int32_t sign) { return growing(bits ^ sign); }

typedef struct {
  const int32_t *x; /* [outer, count, inner] */
  i64 outer, count, inner;
  i64 per_task, pieces, chunks; /* rows per task, tasks per row; tasks per set of columns */
  int32_t sign;
  int32_t *keys; /* the extremes of all pieces, and their positions */
  i64 *positions;
  void *out;
  int wide; /* positions are int64 */
} Extremes;

static void put(const Extremes *job, i64 at, i64 position) {
  if (job->wide)
    ((i64 *)job->out)[at] = position;
  else
    ((int32_t *)job->out)[at] = (int32_t)position;
}

/* The first maximum of the keys of a row. */
static i64 first_extreme(const int32_t *x, i64 count, int32_t sign, int32_t *key) {
  int32_t greatest = INT32_MIN;
  i64 begin = 0;
  for (i64 b = 0; b < count; b += BLOCK) {
    i64 end = min_i64(b + BLOCK, count);
    int32_t here = INT32_MIN;
    for (i64 i = b; i < end; i++) {
      int32_t k = key_of(x[i], sign);
      here = k > here ? k : here;
    }
    if (here > greatest) {
      greatest = here;
      begin = b;
    }
  }
  int32_t length = (int32_t)min_i64(BLOCK, count - begin), first = BLOCK;
  for (int32_t i = 0; i < length; i++) {
    int32_t position = key_of(x[begin + i], sign) == greatest ? i : BLOCK;
    first = position < first ? position : first;
  }
  *key = greatest;
  return begin + first;
}

static void rows_part(void *arg, i64 part) {
  const Extremes *job = arg;
  int32_t key;
  if (job->pieces == 1) {
    i64 end = min_i64((part + 1) * job->per_task, job->outer);
    for (i64 row = part * job->per_task; row < end; row++)
      put(job, row, first_extreme(job->x + row * job->count, job->count, job->sign, &key));
    return;
  }
  i64 row = part / job->pieces, begin = part % job->pieces * TASK_SIZE;
  i64 position = first_extreme(job->x + row * job->count + begin, min_i64(TASK_SIZE, job->count - begin), job->sign, &key);
  job->keys[part] = key;
  job->positions[part] = begin + position;
}

static int extremes_of_rows(Extremes *job) {
  job->pieces = (job->count + TASK_SIZE - 1) / TASK_SIZE;
  job->per_task = max_i64(1, TASK_SIZE / job->count);
  if (job->pieces == 1) {
    in_parallel(rows_part, job, (job->outer + job->per_task - 1) / job->per_task);
    return 0;
  }
  i64 parts = job->outer * job->pieces;
  job->keys = malloc((size_t)parts * sizeof(int32_t));
  job->positions = malloc((size_t)parts * sizeof(i64));
  int failed = job->keys == NULL || job->positions == NULL;
  if (!failed) {
    in_parallel(rows_part, job, parts);
    for (i64 row = 0; row < job->outer; row++) {
      i64 best = row * job->pieces;
      for (i64 part = best + 1; part < (row + 1) * job->pieces; part++)
        if (job->keys[part] > job->keys[best]) best = part;
      put(job, row, job->positions[best]);
    }
  }
  free(job->keys);
  free(job->positions);
  return failed;
}

static void columns_part(void *arg, i64 part) {
  const Extremes *job = arg;
  i64 outer = part / job->chunks, chunk = part % job->chunks, inner = job->inner;
  i64 begin = inner * chunk / job->chunks, width = inner * (chunk + 1) / job->chunks - begin;
  const int32_t *x = job->x + outer * job->count * inner + begin, sign = job->sign;
  int32_t best[COLUMNS], positions[COLUMNS];
  for (i64 c = 0; c < width; c++) best[c] = key_of(x[c], sign), positions[c] = 0;
  for (i64 r = 1; r < job->count; r++) {
    const int32_t *row = x + r * inner, position = (int32_t)r;
    for (i64 c = 0; c < width; c++) {
      int32_t k = key_of(row[c], sign), old = best[c];
      positions[c] = k > old ? position : positions[c];
      best[c] = k > old ? k : old;
    }
  }
  for (i64 c = 0; c < width; c++) put(job, outer * inner + begin + c, positions[c]);
}

/* argmax, argmin: the first extreme. x: [outer, count, inner], 0 < count < 2^31; out: [outer, inner] of int64 if `wide`,
   else int32. Returns 0, or 1 if out of memory. */
int penstock_arg_extreme(const void *x, i64 outer, i64 count, i64 inner, i64 smallest, i64 wide, void *out) {
  Extremes job = {.x = x, .outer = outer, .count = count, .inner = inner, .out = out, .wide = wide != 0};
  job.sign = smallest ? INT32_MIN : 0;
  if (outer == 0 || inner == 0) return 0;
  if (inner == 1) return extremes_of_rows(&job);
  /* One chunk per processor, if large enough for a thread. */
  i64 wanted = outer * count * inner < 2 * TASK_SIZE ? 1 : min_i64(processors(), max_i64(1, inner / 64));
  job.chunks = max_i64((inner + COLUMNS - 1) / COLUMNS, outer >= wanted ? 1 : wanted);
  in_parallel(columns_part, &job, outer * job.chunks);
  return 0;
}

/* -- the extremes themselves ----------------------------------------------------------------------------------------------- */

#define SIDE_BY_SIDE 64 /* number of parallel accumulators */

typedef struct {
  const float *x;
  i64 rows, width, per_task, pieces;
  int smallest;
  float *out; /* of all pieces */
} Values;

/* NaN is never an extreme. */
#define EXTREME(name, beyond, nothing)                                                                                         \
  static float name(const float *x, i64 count) {                                                                               \
    float found[SIDE_BY_SIDE];                                                                                                 \
    i64 arg = count / SIDE_BY_SIDE * SIDE_BY_SIDE;                                                                           \
    for (int i = 0; i < SIDE_BY_SIDE; i++) found[i] = nothing;                                                                 \
    for (i64 at = 0; at < arg; at += SIDE_BY_SIDE)                                                                           \
      for (int i = 0; i < SIDE_BY_SIDE; i++) found[i] = x[at + i] beyond found[i] ? x[at + i] : found[i];                      \
    for (i64 at = arg; at < count; at++) found[0] = x[at] beyond found[0] ? x[at] : found[0];                                \
    for (int i = 1; i < SIDE_BY_SIDE; i++) found[0] = found[i] beyond found[0] ? found[i] : found[0];                          \
    return found[0];                                                                                                           \
  }
EXTREME(greatest_of, >, -INFINITY)
EXTREME(smallest_of, <, INFINITY)

static void values_part(void *arg, i64 part) {
  const Values *job = arg;
  float (*extreme)(const float *, i64) = job->smallest ? smallest_of : greatest_of;
  if (job->pieces > 1) {
    i64 row = part / job->pieces, begin = part % job->pieces * TASK_SIZE;
    job->out[part] = extreme(job->x + row * job->width + begin, min_i64(TASK_SIZE, job->width - begin));
    return;
  }
  i64 end = min_i64((part + 1) * job->per_task, job->rows);
  for (i64 row = part * job->per_task; row < end; row++) job->out[row] = extreme(job->x + row * job->width, job->width);
}

/* x: [rows, width], width > 0; out: [rows], max or min of each row. Returns 0, or 1 if out of memory. */
int penstock_extremes(const float *x, i64 rows, i64 width, i64 smallest, float *out) {
  Values job = {.x = x, .rows = rows, .width = width, .smallest = smallest != 0, .out = out};
  job.per_task = max_i64(1, TASK_SIZE / width);
  job.pieces = width >= 2 * TASK_SIZE ? (width + TASK_SIZE - 1) / TASK_SIZE : 1;
  if (job.pieces == 1) {
    in_parallel(values_part, &job, (rows + job.per_task - 1) / job.per_task);
    return 0;
  }
  job.out = malloc((size_t)(rows * job.pieces) * sizeof(float));
  if (job.out == NULL) return 1;
  in_parallel(values_part, &job, rows * job.pieces);
  for (i64 row = 0; row < rows; row++)
    out[row] = (job.smallest ? smallest_of : greatest_of)(job.out + row * job.pieces, job.pieces);
  free(job.out);
  return 0;
}

/* The same along columns: [outer, count, inner] -> [outer, inner]. */
typedef struct {
  const float *x;
  i64 count, inner, chunks, pieces; /* tasks along columns, and along rows */
  int smallest;
  float *out; /* [outer, pieces, inner] */
} Columns;

static void extremes_part(void *arg, i64 part) {
  const Columns *job = arg;
  i64 chunk = part % job->chunks, piece = part / job->chunks % job->pieces, outer = part / job->chunks / job->pieces;
  i64 left = job->inner * chunk / job->chunks, width = job->inner * (chunk + 1) / job->chunks - left;
  i64 top = job->count * piece / job->pieces, bottom = job->count * (piece + 1) / job->pieces;
  const float *x = job->x + outer * job->count * job->inner + left;
  float *out = job->out + (outer * job->pieces + piece) * job->inner + left;
  for (i64 c = 0; c < width; c++) out[c] = job->smallest ? INFINITY : -INFINITY;
  for (i64 r = top; r < bottom; r++) {
    const float *row = x + r * job->inner;
    if (job->smallest)
      for (i64 c = 0; c < width; c++) out[c] = row[c] < out[c] ? row[c] : out[c];
    else
      for (i64 c = 0; c < width; c++) out[c] = row[c] > out[c] ? row[c] : out[c];
  }
}

/* Returns 0, or 1 if out of memory. */
int penstock_column_extremes(const float *x, i64 outer, i64 count, i64 inner, i64 smallest, float *out) {
  Columns job = {.x = x, .count = count, .inner = inner, .smallest = smallest != 0, .out = out};
  job.chunks = (inner + COLUMNS - 1) / COLUMNS;
  i64 parts = outer * count * inner < 2 * TASK_SIZE ? 1 : 2 * processors();
  job.pieces = max_i64(1, min_i64(count / 16, parts / (outer * job.chunks)));
  if (job.pieces > 1 && (job.out = malloc((size_t)(outer * job.pieces * inner) * sizeof(float))) == NULL) return 1;
  in_parallel(extremes_part, &job, outer * job.pieces * job.chunks);
  if (job.pieces == 1) return 0;
  Columns rest = {.x = job.out, .count = job.pieces, .inner = inner, .chunks = 1, .pieces = 1, .smallest = job.smallest, .out = out};
  for (i64 i = 0; i < outer; i++) extremes_part(&rest, i);
  free(job.out);
  return 0;
}

/* -- products ----------------------------------------------------------------------------------------------------------- */

typedef float many __attribute__((vector_size(64), aligned(4), may_alias));

typedef struct {
  const float *x;
  i64 rows, width, per_task, pieces;
  float *out;
} Products;

static float product(const float *x, i64 count) {
  float all = 1;
  i64 i = 0;
  if (count >= 64) {
    many a = *(const many *)x, b = *(const many *)(x + 16), c = *(const many *)(x + 32), d = *(const many *)(x + 48);
    for (i = 64; i + 64 <= count; i += 64) {
      a *= *(const many *)(x + i);
      b *= *(const many *)(x + i + 16);
      c *= *(const many *)(x + i + 32);
      d *= *(const many *)(x + i + 48);
    }
    a = (a * b) * (c * d);
    for (int k = 0; k < 16; k++) all *= a[k];
  }
  for (; i < count; i++) all *= x[i];
  return all;
}

static void products_part(void *arg, i64 part) {
  const Products *job = arg;
  unsigned before = normal_begin(); /* denormal products would take a hundred times as long */
  if (job->pieces == 1) {
    i64 end = min_i64((part + 1) * job->per_task, job->rows);
    for (i64 row = part * job->per_task; row < end; row++) job->out[row] = product(job->x + row * job->width, job->width);
  } else {
    i64 row = part / job->pieces, begin = part % job->pieces * TASK_SIZE;
    job->out[part] = product(job->x + row * job->width + begin, min_i64(TASK_SIZE, job->width - begin));
  }
  normal_end(before);
}

/* Product of each row. x: [rows, width]; out: [rows]. Returns 0, or 1 if out of memory. */
int penstock_products(const float *x, i64 rows, i64 width, float *out) {
  Products job = {.x = x, .rows = rows, .width = width, .out = out};
  job.pieces = max_i64(1, (width + TASK_SIZE - 1) / TASK_SIZE);
  job.per_task = max_i64(1, TASK_SIZE / max_i64(1, width));
  if (job.pieces == 1) {
    in_parallel(products_part, &job, (rows + job.per_task - 1) / job.per_task);
    return 0;
  }
  Products pieces = job;
  pieces.out = malloc((size_t)(rows * job.pieces) * sizeof(float));
  if (pieces.out == NULL) return 1;
  in_parallel(products_part, &pieces, rows * job.pieces);
  Products all = {.x = pieces.out, .rows = rows, .width = job.pieces, .out = out, .pieces = 1, .per_task = rows};
  products_part(&all, 0);
  free(pieces.out);
  return 0;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

#define WIDE (((XLA_FFI_Buffer **)frame->rets.rets)[0]->dtype == XLA_FFI_DataType_S64)
#define SIZES DIMENSION(0, 0), DIMENSION(0, 1), DIMENSION(0, 2)

HANDLER(penstock_xla_argmax, penstock_arg_extreme(IN(0), SIZES, 0, WIDE, OUT(0)))
HANDLER(penstock_xla_argmin, penstock_arg_extreme(IN(0), SIZES, 1, WIDE, OUT(0)))
HANDLER(penstock_xla_greatest, penstock_extremes(IN(0), DIMENSION(0, 0), DIMENSION(0, 1), 0, OUT(0)))
HANDLER(penstock_xla_smallest, penstock_extremes(IN(0), DIMENSION(0, 0), DIMENSION(0, 1), 1, OUT(0)))
HANDLER(penstock_xla_greatest_columns,
        penstock_column_extremes(IN(0), DIMENSION(0, 0), DIMENSION(0, 1), DIMENSION(0, 2), 0, OUT(0)))
HANDLER(penstock_xla_smallest_columns,
        penstock_column_extremes(IN(0), DIMENSION(0, 0), DIMENSION(0, 1), DIMENSION(0, 2), 1, OUT(0)))
HANDLER(penstock_xla_products, penstock_products(IN(0), DIMENSION(0, 0), DIMENSION(0, 1), OUT(0)))
