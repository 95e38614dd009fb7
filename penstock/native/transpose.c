/* Transposes and pads arrays. Contiguous runs are copied with memcpy; otherwise 16 x 16 tiles are transposed, four by four,
   within the L1 cache. */

#include "thread_pool.h"

#include <string.h>

#define TILE 16
#define MAX_DIMENSIONS 16
#define TASK_SIZE 65536 /* bytes per task, about */

/* -- transposed --------------------------------------------------------------------------------------------------------- */

typedef struct {
  const char *x;
  char *out;
  i64 bytes, rank;                                      /* element size */
  i64 dims[MAX_DIMENSIONS], from[MAX_DIMENSIONS], to[MAX_DIMENSIONS]; /* dimensions of the result, and strides in bytes */
  i64 across, strips, parts; /* the dimension that is contiguous in x; its number of strips */
} Turn;

/* The offsets of the `number`-th outer element in both arrays; dimension `skipped` and the last are not outer. */
static void outer_offset(const Turn *job, i64 number, i64 skipped, const char **x, char **out) {
  *x = job->x, *out = job->out;
  for (i64 d = job->rank - 2; d >= 0; d--) {
    if (d == skipped) continue;
    i64 at = number % job->dims[d];
    number /= job->dims[d];
    *x += at * job->from[d];
    *out += at * job->to[d];
  }
}

/* Vectors of four, and their shuffles. */
typedef uint32_t four __attribute__((vector_size(16), aligned(4), may_alias));
#ifdef __clang__
#define CHOSEN(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define CHOSEN(a, b, i, j, k, l) __builtin_shuffle(a, b, (four){i, j, k, l})
#endif

/* A full tile of 4-byte elements. */
static void transpose_tile(const uint32_t *x, uint32_t *out, i64 from, i64 to) {
  for (i64 a = 0; a < TILE; a += 4)
    for (i64 b = 0; b < TILE; b += 4) {
      const uint32_t *at = x + a * from + b;
      uint32_t *put = out + b * to + a;
      four r0 = *(const four *)at, r1 = *(const four *)(at + from);
      four r2 = *(const four *)(at + 2 * from), r3 = *(const four *)(at + 3 * from);
      four s0 = CHOSEN(r0, r1, 0, 4, 1, 5), s1 = CHOSEN(r0, r1, 2, 6, 3, 7);
      four s2 = CHOSEN(r2, r3, 0, 4, 1, 5), s3 = CHOSEN(r2, r3, 2, 6, 3, 7);
      *(four *)put = CHOSEN(s0, s2, 0, 1, 4, 5);
      *(four *)(put + to) = CHOSEN(s0, s2, 2, 3, 6, 7);
      *(four *)(put + 2 * to) = CHOSEN(s1, s3, 0, 1, 4, 5);
      *(four *)(put + 3 * to) = CHOSEN(s1, s3, 2, 3, 6, 7);
    }
}

/* A task: for one outer element, a strip of tiles. out[j * to + i] = x[i * from + j], in elements. */
#define TURN(type, FULL)                                                                    \
  static void transpose_##type(const type *x, type *out, i64 from, i64 to, i64 wide, i64 high) { \
    for (i64 i = 0; i < wide; i += TILE) {                                                  \
      i64 end = min_i64(i + TILE, wide);                                                      \
      if (end - i == TILE && high == TILE) {                                                \
        FULL;                                                                               \
      }                                                                                     \
      for (i64 b = 0; b < high; b++)                                                        \
        for (i64 a = i; a < end; a++) out[b * to + a] = x[a * from + b];                    \
    }                                                                                       \
  }
TURN(uint8_t, )
TURN(uint16_t, )
TURN(uint32_t, transpose_tile(x + i * from, out + i, from, to); continue)
TURN(uint64_t, )

static void tiles_part(void *arg, i64 part) {
  const Turn *job = arg;
  const char *x;
  char *out;
  outer_offset(job, part / job->strips, job->across, &x, &out);
  i64 last = job->rank - 1, begin = part % job->strips * TILE, size = job->bytes;
  i64 high = min_i64(TILE, job->dims[job->across] - begin);
  i64 from = job->from[last] / size, to = job->to[job->across] / size, wide = job->dims[last];
  const void *source = x + begin * size;
  void *target = out + begin * job->to[job->across];
  switch (size) {
    case 1: transpose_uint8_t(source, target, from, to, wide, high); break;
    case 2: transpose_uint16_t(source, target, from, to, wide, high); break;
    case 4: transpose_uint32_t(source, target, from, to, wide, high); break;
    default: transpose_uint64_t(source, target, from, to, wide, high);
  }
}

/* A task: for some outer elements, copies of contiguous runs. */
static void blocks_part(void *arg, i64 part) {
  const Turn *job = arg;
  i64 outer = 1, last = job->rank - 1, count = job->dims[last], from = job->from[last], bytes = job->bytes;
  for (i64 d = 0; d < last; d++) outer *= job->dims[d];
  i64 end = outer * (part + 1) / job->parts;
  for (i64 number = outer * part / job->parts; number < end; number++) {
    const char *x;
    char *out;
    outer_offset(job, number, -1, &x, &out);
    for (i64 i = 0; i < count; i++) memcpy(out + i * bytes, x + i * from, (size_t)bytes);
  }
}

/* list: element size, rank (1 to 16), then for each dimension of the result its size and its dimension in x. Either the last
   dimension moves, and the element size is 1, 2, 4 or 8, or contiguous runs are copied. */
int penstock_transpose(const void *x, const i64 *list, void *out) {
  Turn job = {.x = x, .out = out, .bytes = list[0], .rank = list[1], .across = -1};
  i64 strides[MAX_DIMENSIONS], total = job.bytes, last = job.rank - 1;
  for (i64 d = 0; d < job.rank; d++) job.dims[d] = list[2 + 2 * d];
  for (i64 axis = last, stride = job.bytes; axis >= 0; axis--)
    for (i64 d = 0; d < job.rank; d++)
      if (list[3 + 2 * d] == axis) strides[d] = stride, stride *= job.dims[d], job.across = axis == last ? d : job.across;
  for (i64 d = last; d >= 0; d--) job.from[d] = strides[d], job.to[d] = total, total *= job.dims[d];
  if (total == 0) return 0;
  if (job.across == last || job.bytes > 8 || (job.bytes & (job.bytes - 1)) != 0) {
    job.parts = max_i64(1, total / TASK_SIZE);
    in_parallel(blocks_part, &job, job.parts);
    return 0;
  }
  job.strips = (job.dims[job.across] + TILE - 1) / TILE;
  in_parallel(tiles_part, &job, total / job.bytes / job.dims[last] / job.dims[job.across] * job.strips);
  return 0;
}

/* -- padded ------------------------------------------------------------------------------------------------------------- */

typedef struct {
  const char *x, *value;
  char *out;
  i64 bytes, rank, rows, parts;
  const i64 *list; /* for each dimension: its size in x, padding before and after */
} Padding;

static void fill(char *to, const char *value, i64 bytes, i64 count) {
  if (bytes == 4)
    for (i64 i = 0; i < count; i++) memcpy(to + 4 * i, value, 4);
  else
    for (i64 i = 0; i < count; i++) memcpy(to + bytes * i, value, (size_t)bytes);
}

static void padding_part(void *arg, i64 part) {
  const Padding *job = arg;
  i64 bytes = job->bytes, last = job->rank - 1, end = job->rows * (part + 1) / job->parts;
  i64 size = job->list[3 * last], before = job->list[3 * last + 1], after = job->list[3 * last + 2];
  for (i64 row = job->rows * part / job->parts; row < end; row++) {
    char *out = job->out + row * (before + size + after) * bytes;
    i64 from = 0, stride = 1, rest = row, inside = 1;
    for (i64 d = last - 1; d >= 0; d--) {
      const i64 *of = job->list + 3 * d;
      i64 all = of[0] + of[1] + of[2], at = rest % all - of[1];
      rest /= all;
      inside &= at >= 0 && at < of[0];
      from += at * stride;
      stride *= of[0];
    }
    if (inside) {
      fill(out, job->value, bytes, before);
      memcpy(out + before * bytes, job->x + from * size * bytes, (size_t)(size * bytes));
      fill(out + (before + size) * bytes, job->value, bytes, after);
    } else
      fill(out, job->value, bytes, before + size + after);
  }
}

/* list: element size, rank (at least 1), then for each dimension its size in x, padding before and after. */
int penstock_pad(const void *x, const void *value, const i64 *list, void *out) {
  Padding job = {.x = x, .value = value, .out = out, .bytes = list[0], .rank = list[1], .rows = 1, .list = list + 2};
  i64 last = job.rank - 1, width = job.list[3 * last] + job.list[3 * last + 1] + job.list[3 * last + 2];
  for (i64 d = 0; d < last; d++) job.rows *= job.list[3 * d] + job.list[3 * d + 1] + job.list[3 * d + 2];
  job.parts = max_i64(1, min_i64(job.rows, job.rows * width * job.bytes / TASK_SIZE));
  if (job.rows > 0 && width > 0) in_parallel(padding_part, &job, job.parts);
  return 0;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

HANDLER(penstock_xla_transpose, penstock_transpose(IN(0), IN(1), OUT(0)))
HANDLER(penstock_xla_pad, penstock_pad(IN(0), IN(1), IN(2), OUT(0)))
