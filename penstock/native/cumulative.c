/* Cumulative sums and products of float32, in sequential order as in NumPy: XLA makes a tree of them, which takes it several
   passes. Along rows, or along columns several of which are processed at once. */

#include "flush_denormals.h"
#include "thread_pool.h"

#define TASK_SIZE 16384
#define COLUMNS 512 /* columns processed together */

typedef struct {
  const float *x; /* [outer, count, inner] */
  float *out;
  i64 outer, count, inner, per_task, chunks; /* rows per task, or tasks per set of columns */
  int products;
} Scan;

static void rows_part(void *arg, i64 part) {
  const Scan *job = arg;
  unsigned before = normal_begin();
  i64 end = min_i64((part + 1) * job->per_task, job->outer);
  for (i64 row = part * job->per_task; row < end; row++) {
    const float *x = job->x + row * job->count;
    float *out = job->out + row * job->count, all = job->products ? 1 : 0;
    if (job->products)
      for (i64 i = 0; i < job->count; i++) out[i] = all *= x[i];
    else
      for (i64 i = 0; i < job->count; i++) out[i] = all = i ? all + x[i] : x[i]; /* -0 keeps its sign */
  }
  normal_end(before);
}

static void columns_part(void *arg, i64 part) {
  const Scan *job = arg;
  unsigned before = normal_begin();
  i64 outer = part / job->chunks, chunk = part % job->chunks, inner = job->inner;
  i64 begin = inner * chunk / job->chunks, width = inner * (chunk + 1) / job->chunks - begin;
  const float *x = job->x + outer * job->count * inner + begin;
  float *out = job->out + outer * job->count * inner + begin, all[COLUMNS];
  for (i64 c = 0; c < width; c++) out[c] = all[c] = x[c];
  for (i64 r = 1; r < job->count; r++) {
    const float *row = x + r * inner;
    float *to = out + r * inner;
    if (job->products)
      for (i64 c = 0; c < width; c++) all[c] *= row[c];
    else
      for (i64 c = 0; c < width; c++) all[c] += row[c];
    for (i64 c = 0; c < width; c++) to[c] = all[c];
  }
  normal_end(before);
}

/* x, out: [outer, count, inner]. Returns 0. */
int penstock_scan(const float *x, i64 outer, i64 count, i64 inner, i64 products, float *out) {
  Scan job = {.x = x, .out = out, .outer = outer, .count = count, .inner = inner, .products = products != 0};
  if (outer == 0 || count == 0 || inner == 0) return 0;
  if (inner == 1) {
    job.per_task = max_i64(1, TASK_SIZE / count);
    in_parallel(rows_part, &job, (outer + job.per_task - 1) / job.per_task);
    return 0;
  }
  i64 wanted = outer * count * inner < 2 * TASK_SIZE ? 1 : min_i64(processors(), max_i64(1, inner / 64));
  job.chunks = max_i64((inner + COLUMNS - 1) / COLUMNS, outer >= wanted ? 1 : wanted);
  in_parallel(columns_part, &job, outer * job.chunks);
  return 0;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

#define SIZES DIMENSION(0, 0), DIMENSION(0, 1), DIMENSION(0, 2)

HANDLER(penstock_xla_cumsum, penstock_scan(IN(0), SIZES, 0, OUT(0)))
HANDLER(penstock_xla_cumprod, penstock_scan(IN(0), SIZES, 1, OUT(0)))
