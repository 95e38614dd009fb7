/* The greatest or smallest number of a row, where it stands in a row or column, and products of rows, for float32. XLA compares and
   multiplies one number after the other, because the order of floats matters to it. Here 64 are compared or multiplied side by side,
   in an order that does not depend on the number of threads. For places numbers become integers in the same order. */

#include "flush_denormals.h"
#include "thread_pool.h"

#include <math.h>
#include <stdlib.h>

#define PIECE 16384  /* numbers of a row that are a part for a thread, or about so many rows together */
#define BLOCK 1024   /* numbers that are looked at twice: they are in the first cache then */
#define COLUMNS 1024 /* that are gone through side by side */

/* An integer that grows as the number does; both zeros have one, and what is no number comes first, with minus infinity. */
static inline int32_t growing(int32_t bits) {
  int32_t size = bits & 0x7FFFFFFF, key = bits < 0 ? -size : size;
  return size > 0x7F800000 ? -0x7F800000 : key;
}

/* The same for the smallest: it falls. */
static inline int32_t key_of(int32_t bits, int32_t sign) { return growing(bits ^ sign); }

typedef struct {
  const int32_t *x; /* [outer, count, inner] */
  i64 outer, count, inner;
  i64 together, pieces, chunks; /* rows in a part, parts of a row; parts of all columns */
  int32_t sign;
  int32_t *keys; /* of the extremes of all pieces, and where they are */
  i64 *places;
  void *out;
  int wide; /* places are int64 */
} Extremes;

static void put(const Extremes *job, i64 at, i64 place) {
  if (job->wide)
    ((i64 *)job->out)[at] = place;
  else
    ((int32_t *)job->out)[at] = (int32_t)place;
}

/* The first of the greatest keys of a row. */
static i64 first_extreme(const int32_t *x, i64 count, int32_t sign, int32_t *key) {
  int32_t greatest = INT32_MIN;
  i64 begin = 0;
  for (i64 b = 0; b < count; b += BLOCK) {
    i64 end = least(b + BLOCK, count);
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
  int32_t length = (int32_t)least(BLOCK, count - begin), first = BLOCK;
  for (int32_t i = 0; i < length; i++) {
    int32_t place = key_of(x[begin + i], sign) == greatest ? i : BLOCK;
    first = place < first ? place : first;
  }
  *key = greatest;
  return begin + first;
}

static void rows_part(void *whole, i64 part) {
  const Extremes *job = whole;
  int32_t key;
  if (job->pieces == 1) {
    i64 end = least((part + 1) * job->together, job->outer);
    for (i64 row = part * job->together; row < end; row++)
      put(job, row, first_extreme(job->x + row * job->count, job->count, job->sign, &key));
    return;
  }
  i64 row = part / job->pieces, begin = part % job->pieces * PIECE;
  i64 place = first_extreme(job->x + row * job->count + begin, least(PIECE, job->count - begin), job->sign, &key);
  job->keys[part] = key;
  job->places[part] = begin + place;
}

static int extremes_of_rows(Extremes *job) {
  job->pieces = (job->count + PIECE - 1) / PIECE;
  job->together = most(1, PIECE / job->count);
  if (job->pieces == 1) {
    in_parallel(rows_part, job, (job->outer + job->together - 1) / job->together);
    return 0;
  }
  i64 parts = job->outer * job->pieces;
  job->keys = malloc((size_t)parts * sizeof(int32_t));
  job->places = malloc((size_t)parts * sizeof(i64));
  int failed = job->keys == NULL || job->places == NULL;
  if (!failed) {
    in_parallel(rows_part, job, parts);
    for (i64 row = 0; row < job->outer; row++) {
      i64 best = row * job->pieces;
      for (i64 part = best + 1; part < (row + 1) * job->pieces; part++)
        if (job->keys[part] > job->keys[best]) best = part;
      put(job, row, job->places[best]);
    }
  }
  free(job->keys);
  free(job->places);
  return failed;
}

static void columns_part(void *whole, i64 part) {
  const Extremes *job = whole;
  i64 outer = part / job->chunks, chunk = part % job->chunks, inner = job->inner;
  i64 begin = inner * chunk / job->chunks, width = inner * (chunk + 1) / job->chunks - begin;
  const int32_t *x = job->x + outer * job->count * inner + begin, sign = job->sign;
  int32_t best[COLUMNS], places[COLUMNS];
  for (i64 c = 0; c < width; c++) best[c] = key_of(x[c], sign), places[c] = 0;
  for (i64 r = 1; r < job->count; r++) {
    const int32_t *row = x + r * inner, place = (int32_t)r;
    for (i64 c = 0; c < width; c++) {
      int32_t k = key_of(row[c], sign), old = best[c];
      places[c] = k > old ? place : places[c];
      best[c] = k > old ? k : old;
    }
  }
  for (i64 c = 0; c < width; c++) put(job, outer * inner + begin + c, places[c]);
}

/* x: [outer, count, inner], count > 0 and < 2^31; out: [outer, inner] of int64 if `wide`, else of int32. Of the greatest, or the
   smallest, the first. Returns 0, or 1 if there is not enough memory. */
int penstock_arg_extreme(const void *x, i64 outer, i64 count, i64 inner, i64 smallest, i64 wide, void *out) {
  Extremes job = {.x = x, .outer = outer, .count = count, .inner = inner, .out = out, .wide = wide != 0};
  job.sign = smallest ? INT32_MIN : 0;
  if (outer == 0 || inner == 0) return 0;
  if (inner == 1) return extremes_of_rows(&job);
  /* As many chunks as processors want, if they are worth a thread. */
  i64 wanted = outer * count * inner < 2 * PIECE ? 1 : least(processors(), most(1, inner / 64));
  job.chunks = most((inner + COLUMNS - 1) / COLUMNS, outer >= wanted ? 1 : wanted);
  in_parallel(columns_part, &job, outer * job.chunks);
  return 0;
}

/* -- the extremes themselves ----------------------------------------------------------------------------------------------- */

#define SIDE_BY_SIDE 64 /* numbers that are compared with as many others */

typedef struct {
  const float *x;
  i64 rows, width, together, pieces;
  int smallest;
  float *out; /* of all pieces */
} Values;

/* What is no number is never beyond another. */
#define EXTREME(name, beyond, nothing)                                                                                         \
  static float name(const float *x, i64 count) {                                                                               \
    float found[SIDE_BY_SIDE];                                                                                                 \
    i64 whole = count / SIDE_BY_SIDE * SIDE_BY_SIDE;                                                                           \
    for (int i = 0; i < SIDE_BY_SIDE; i++) found[i] = nothing;                                                                 \
    for (i64 at = 0; at < whole; at += SIDE_BY_SIDE)                                                                           \
      for (int i = 0; i < SIDE_BY_SIDE; i++) found[i] = x[at + i] beyond found[i] ? x[at + i] : found[i];                      \
    for (i64 at = whole; at < count; at++) found[0] = x[at] beyond found[0] ? x[at] : found[0];                                \
    for (int i = 1; i < SIDE_BY_SIDE; i++) found[0] = found[i] beyond found[0] ? found[i] : found[0];                          \
    return found[0];                                                                                                           \
  }
EXTREME(greatest_of, >, -INFINITY)
EXTREME(smallest_of, <, INFINITY)

static void values_part(void *whole, i64 part) {
  const Values *job = whole;
  float (*extreme)(const float *, i64) = job->smallest ? smallest_of : greatest_of;
  if (job->pieces > 1) {
    i64 row = part / job->pieces, begin = part % job->pieces * PIECE;
    job->out[part] = extreme(job->x + row * job->width + begin, least(PIECE, job->width - begin));
    return;
  }
  i64 end = least((part + 1) * job->together, job->rows);
  for (i64 row = part * job->together; row < end; row++) job->out[row] = extreme(job->x + row * job->width, job->width);
}

/* x: [rows, width], width > 0; out: [rows], the greatest or smallest of each. Returns 0, or 1 if there is not enough memory. */
int penstock_extremes(const float *x, i64 rows, i64 width, i64 smallest, float *out) {
  Values job = {.x = x, .rows = rows, .width = width, .smallest = smallest != 0, .out = out};
  job.together = most(1, PIECE / width);
  job.pieces = width >= 2 * PIECE ? (width + PIECE - 1) / PIECE : 1;
  if (job.pieces == 1) {
    in_parallel(values_part, &job, (rows + job.together - 1) / job.together);
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

/* The same for columns: [outer, count, inner] -> [outer, inner]. */
typedef struct {
  const float *x;
  i64 count, inner, chunks, pieces; /* parts of all columns, and of all rows */
  int smallest;
  float *out; /* [outer, pieces, inner] */
} Columns;

static void extremes_part(void *whole, i64 part) {
  const Columns *job = whole;
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

/* Returns 0, or 1 if there is not enough memory. */
int penstock_column_extremes(const float *x, i64 outer, i64 count, i64 inner, i64 smallest, float *out) {
  Columns job = {.x = x, .count = count, .inner = inner, .smallest = smallest != 0, .out = out};
  job.chunks = (inner + COLUMNS - 1) / COLUMNS;
  i64 parts = outer * count * inner < 2 * PIECE ? 1 : 2 * processors();
  job.pieces = most(1, least(count / 16, parts / (outer * job.chunks)));
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
  i64 rows, width, together, pieces;
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

static void products_part(void *whole, i64 part) {
  const Products *job = whole;
  unsigned before = normal_begin(); /* other products would also take a hundred times as long */
  if (job->pieces == 1) {
    i64 end = least((part + 1) * job->together, job->rows);
    for (i64 row = part * job->together; row < end; row++) job->out[row] = product(job->x + row * job->width, job->width);
  } else {
    i64 row = part / job->pieces, begin = part % job->pieces * PIECE;
    job->out[part] = product(job->x + row * job->width + begin, least(PIECE, job->width - begin));
  }
  normal_end(before);
}

/* x: [rows, width]; out: [rows]. Returns 0, or 1 if there is not enough memory. */
int penstock_products(const float *x, i64 rows, i64 width, float *out) {
  Products job = {.x = x, .rows = rows, .width = width, .out = out};
  job.pieces = most(1, (width + PIECE - 1) / PIECE);
  job.together = most(1, PIECE / most(1, width));
  if (job.pieces == 1) {
    in_parallel(products_part, &job, (rows + job.together - 1) / job.together);
    return 0;
  }
  Products pieces = job;
  pieces.out = malloc((size_t)(rows * job.pieces) * sizeof(float));
  if (pieces.out == NULL) return 1;
  in_parallel(products_part, &pieces, rows * job.pieces);
  Products all = {.x = pieces.out, .rows = rows, .width = job.pieces, .out = out, .pieces = 1, .together = rows};
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
