/* Gathers of rows, sums and differences of rows and others, sparse updates of rows of a variable and its slots by Adagrad and
   Ftrl (gradients of duplicate indices are summed first), row sums, and hashes of feature crosses. XLA gathers element by element, and makes a dozen loops of an
   update of a few hundred numbers, NumPy more. Compiled without fused multiply-adds: results have the bits of the separate
   operations. */

#include "thread_pool.h"

#include <math.h>
#include <string.h>

/* -- rules for one row ------------------------------------------------------------------------------------------------- */

#define MAX_ARRAYS 3

typedef void (*Rule)(float *const *rows, const float *grad, i64 width, const float *s);

/* Adagrad. s: rate, epsilon, whether the slot is updated. */
static void adagrad(float *const *rows, const float *grad, i64 width, const float *s) {
  float *var = rows[0], *accum = rows[1];
  for (i64 i = 0; i < width; i++) {
    float g = grad[i];
    if (s[2] != 0) accum[i] = accum[i] + g * g;
    var[i] = var[i] - g * s[0] / (sqrtf(accum[i]) + s[1]);
  }
}

static float power(float x, float lr_power) { return lr_power == -0.5f ? sqrtf(x) : powf(x, -lr_power); }

/* Ftrl. s: rate, l1, l2, l2_shrinkage, whether shrinkage is used, lr_power. */
static void ftrl(float *const *rows, const float *grad, i64 width, const float *s) {
  float *var = rows[0], *accum = rows[1], *linear = rows[2];
  for (i64 i = 0; i < width; i++) {
    float g = grad[i], new = accum[i] + g * g, root = power(new, s[5]);
    float sigma = (root - power(accum[i], s[5])) / s[0] * var[i];
    float shrinking = s[4] != 0 ? g + 2 * s[3] * var[i] : g;
    float line = linear[i] + (shrinking - sigma), sign = (float)((line > 0) - (line < 0));
    float pull = (s[1] * sign - line) / (root / s[0] + 2 * s[2]);
    var[i] = fabsf(line) > s[1] ? pull : 0;
    accum[i] = new;
    linear[i] = line;
  }
}

static const struct {
  Rule rule;
  int arrays;
} RULES[] = {{adagrad, 2}, {ftrl, 3}};

/* -- rows by their indices --------------------------------------------------------------------------------------------- */

typedef struct {
  float *arrays[MAX_ARRAYS];
  const float *grad, *scalars;
  const void *indices;
  i64 rows, width, count;
  int wide; /* whether indices are int64 */
} Update;

static i64 row_of(const Update *u, i64 i) { return u->wide ? ((const int64_t *)u->indices)[i] : ((const int32_t *)u->indices)[i]; }

static void change(const Update *u, int which, i64 row, const float *grad) {
  float *rows[MAX_ARRAYS];
  for (int a = 0; a < RULES[which].arrays; a++) rows[a] = u->arrays[a] + row * u->width;
  RULES[which].rule(rows, grad, u->width, u->scalars);
}

/* Indices out of range are skipped: padding, or an error that is reported elsewhere. */
static int in_turn(const Update *u, int which) {
  for (i64 i = 0; i < u->count; i++) {
    i64 row = row_of(u, i);
    if (row >= 0 && row < u->rows) change(u, which, row, u->grad + i * u->width);
  }
  return 0;
}

/* Updates each row once, with the sum of its gradients, added in order. */
static int summed(const Update *u, int which) {
  i64 size = 16;
  while (size < 2 * u->count) size *= 2;
  if (u->count > INT32_MAX / 4) return 1;
  float *sums = scratch(0, u->count * u->width + 1);
  int32_t *positions = (int32_t *)scratch(1, size + u->count), *firsts = positions + size; /* hash table of first occurrences */
  if (sums == NULL || positions == NULL) return 1;
  memset(positions, 0xff, (size_t)size * sizeof *positions);
  i64 found = 0;
  for (i64 i = 0; i < u->count; i++) {
    i64 row = row_of(u, i);
    if (row < 0 || row >= u->rows) continue;
    i64 at = (i64)((uint64_t)row * 0x9E3779B97F4A7C15u >> 32) & (size - 1);
    while (positions[at] >= 0 && row_of(u, firsts[positions[at]]) != row) at = (at + 1) & (size - 1);
    const float *grad = u->grad + i * u->width;
    if (positions[at] < 0) {
      memcpy(sums + found * u->width, grad, (size_t)u->width * sizeof(float));
      firsts[found] = (int32_t)i;
      positions[at] = (int32_t)found++;
    } else {
      float *sum = sums + positions[at] * u->width;
      for (i64 j = 0; j < u->width; j++) sum[j] += grad[j];
    }
  }
  for (i64 f = 0; f < found; f++) change(u, which, row_of(u, firsts[f]), sums + f * u->width);
  return 0;
}

/* Updates `a`, `b` and, for Ftrl, `c` in place. `sum`: whether gradients of duplicate indices are summed. */
int penstock_update_rows(i64 which, i64 sum, float *a, float *b, float *c, const float *grad, const void *indices, i64 wide,
                         const float *scalars, i64 rows, i64 width, i64 count) {
  Update u = {{a, b, c}, grad, scalars, indices, rows, width, count, wide != 0};
  return sum ? summed(&u, (int)which) : in_turn(&u, (int)which);
}

/* Adds rows to those of a table, or with sign -1 subtracts them, one after the other. Indices are in range. */
int penstock_scatter_rows(i64 sign, float *table, const float *rows, const void *indices, i64 wide, i64 width, i64 count) {
  for (i64 i = 0; i < count; i++) {
    float *to = table + (wide ? ((const int64_t *)indices)[i] : ((const int32_t *)indices)[i]) * width;
    const float *from = rows + i * width;
    if (sign > 0)
      for (i64 j = 0; j < width; j++) to[j] += from[j];
    else
      for (i64 j = 0; j < width; j++) to[j] -= from[j];
  }
  return 0;
}

/* -- reading ------------------------------------------------------------------------------------------------------------ */

#define TASK_SIZE (1 << 18) /* bytes per task, about */

#define AHEAD 4         /* prefetch distance in rows: they may be anywhere in memory */

typedef struct {
  const char *table;
  const void *indices;
  int wide;
  i64 rows, bytes, count, per_task;
  char *out;
} Reading;

/* An index out of range is reported elsewhere. */
static const char *row_at(const Reading *r, i64 i) {
  i64 row = r->wide ? ((const int64_t *)r->indices)[i] : ((const int32_t *)r->indices)[i];
  return r->table + max_i64(0, min_i64(row, r->rows - 1)) * r->bytes;
}

static void read_part(void *job, i64 part) {
  const Reading *r = job;
  i64 end = min_i64((part + 1) * r->per_task, r->count);
  for (i64 i = part * r->per_task; i < end; i++) {
    if (i + AHEAD < end)
      for (i64 line = 0; line < min_i64(r->bytes, 1024); line += 64) __builtin_prefetch(row_at(r, i + AHEAD) + line);
    memcpy(r->out + i * r->bytes, row_at(r, i), (size_t)r->bytes);
  }
}

/* Gathers the rows, of `bytes` each, that the indices name. The table is not empty. */
int penstock_read_rows(const void *table, const void *indices, i64 wide, i64 rows, i64 bytes, i64 count, void *out) {
  i64 per_task = max_i64(1, TASK_SIZE / max_i64(1, bytes));
  Reading r = {table, indices, wide != 0, rows, bytes, count, per_task, out};
  in_parallel(read_part, &r, (count + per_task - 1) / per_task);
  return 0;
}

/* -- sums over rows ----------------------------------------------------------------------------------------------------- */

#define LANES 16

/* Dot product of each row with a vector: LANES partial sums, then added by halves. */
int penstock_dots(const float *matrix, const float *vector, i64 rows, i64 width, float *out) {
  i64 arg = width / LANES * LANES;
  for (i64 r = 0; r < rows; r++) {
    const float *row = matrix + r * width;
    float sums[LANES] = {0};
    for (i64 i = 0; i < arg; i += LANES)
      for (int j = 0; j < LANES; j++) sums[j] += row[i + j] * vector[i + j];
    for (i64 i = arg; i < width; i++) sums[i - arg] += row[i] * vector[i];
    for (int half = LANES / 2; half > 0; half /= 2)
      for (int j = 0; j < half; j++) sums[j] += sums[j + half];
    out[r] = sums[0];
  }
  return 0;
}

/* -- crosses ------------------------------------------------------------------------------------------------------------ */

static uint64_t shift_mix(uint64_t x) { return x ^ (x >> 47); }

/* Hashes of feature crosses: folds, for each of `count` rows, the hashes in `columns` [depth, count] into `key`, modulo
   `limit`. */
int penstock_cross(const uint64_t *columns, i64 depth, i64 count, i64 key, i64 limit, int64_t *out) {
  const uint64_t mul = 0xC6A4A7935BD1E995u;
  for (i64 i = 0; i < count; i++) {
    uint64_t hash = (uint64_t)key;
    for (i64 d = 0; d < depth; d++) {
      uint64_t mixed = (hash ^ mul ^ (shift_mix(columns[d * count + i] * mul) * mul)) * mul;
      hash = shift_mix(shift_mix(mixed) * mul);
    }
    out[i] = (int64_t)(hash % (uint64_t)limit);
  }
  return 0;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

/* Operands: the variable, its slots, gradient, indices, scalars. Results usually alias the operands. */
static int update(XLA_FFI_CallFrame *frame, int which, int sum) {
  int n = RULES[which].arrays;
  i64 size = SIZE(0), rows = DIMENSION(0, 0);
  for (int i = 0; i < n; i++)
    if (OUT(i) != IN(i)) memcpy(OUT(i), IN(i), (size_t)size * sizeof(float));
  int wide = ((XLA_FFI_Buffer **)frame->args.args)[n + 1]->dtype == XLA_FFI_DataType_S64;
  return penstock_update_rows(which, sum, OUT(0), OUT(1), n > 2 ? OUT(2) : NULL, IN(n), IN(n + 1), wide, IN(n + 2), rows,
                              rows ? size / rows : 0, SIZE(n + 1));
}

/* Operands: the table, the indices, the size of an element. */
static int reading(XLA_FFI_CallFrame *frame) {
  i64 rows = DIMENSION(0, 0), bytes = SIZE(0) / rows * *(const int64_t *)IN(2);
  int wide = ((XLA_FFI_Buffer **)frame->args.args)[1]->dtype == XLA_FFI_DataType_S64;
  return penstock_read_rows(IN(0), IN(1), wide, rows, bytes, SIZE(1), OUT(0));
}

HANDLER(penstock_xla_read_rows, reading(frame))
HANDLER(penstock_xla_dots, penstock_dots(IN(0), IN(1), DIMENSION(0, 0), DIMENSION(0, 1), OUT(0)))
HANDLER(penstock_xla_adagrad_rows, update(frame, 0, 0))
HANDLER(penstock_xla_adagrad_summed_rows, update(frame, 0, 1))
HANDLER(penstock_xla_ftrl_rows, update(frame, 1, 0))
HANDLER(penstock_xla_ftrl_summed_rows, update(frame, 1, 1))
