/* Winograd convolution for 3 x 3 and 5 x 5 kernels (F(2 x 2, 3 x 3), and a sum of it and F(2 x 2, 2 x 2)): 16
   multiplications for four results instead of 36, and 49 instead of 100.

   A 4 x 4 or 6 x 6 tile of the input makes four results. Tile and kernel are transformed by additions, multiplied point by
   point (16 or 49 matmuls over the channels, by register tiles), and the products transformed back. The filter gradient takes
   the same way: the transformed input and output gradient are multiplied and summed over all tiles. A result depends only on
   the values that it should; rounding errors are about twice those of the direct convolution. How work is partitioned does not
   depend on the number of threads. */

#include "conv.h"
#include "winograd.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PLACES (MAX_POINTS * MAX_POINTS)
#define PART (8 * TILE)     /* tiles per task */
#define V_BYTES (512 << 10) /* transformed values multiplied at once: for the L2 cache */
#define MAX_TILES 96       /* and, point by point, for the L1 cache */
#define SKEW LANES          /* padding between points, which would otherwise map to the same cache sets */

typedef struct {
  const Geometry *g;
  int side, positions;        /* side of a tile; points per tile */
  i64 down, across, tiles; /* tiles per image; in all */
  const float *x, *w, *dy, *zeros;
  const Epilogue *after;
  float *y, *kernels, *sums;
  i64 ranges, near; /* ranges of tiles, each with partial sums of its own; tiles transformed at once */
  _Atomic int failed, has_nonfinite; /* out of memory; results that are not finite */
} Job;

static inline int any(bits mask) {
  int32_t found = 0;
  for (int i = 0; i < LANES; i++) found |= mask[i];
  return found != 0;
}

int winograd_fits(const Geometry *g) {
  int plain = g->kh == g->kw && (g->kh == 3 || g->kh == 5) && g->sh == 1 && g->sw == 1 && g->dh == 1 && g->dw == 1;
  return plain && g->ci % LANES == 0 && g->co % LANES == 0 && g->ci >= 16 && g->oh >= 4 && g->ow >= 4;
}

/* Mask of values that are not finite: there the direct convolution decides, as infinities may have met in a transform, or a
   transform may have overflowed. */
static inline bits not_finite(vec v) {
  vec difference = v - v;
  return (bits)(difference != difference);
}

static int answer(const Job *job) { return job->failed ? 1 : job->has_nonfinite ? -1 : 0; }

static float *allocate_floats(i64 count) { return aligned_alloc(64, ((size_t)count * sizeof(float) + 63) / 64 * 64); }

/* -- tiles -------------------------------------------------------------------------------------------------------------- */

static Job job_of(const Geometry *g, const float *x) {
  i64 down = (g->oh + 1) / 2, across = (g->ow + 1) / 2;
  int side = (int)g->kh + 1;
  return (Job){.g = g, .side = side, .positions = points_of(side) * points_of(side), .x = x, .down = down, .across = across, .tiles = g->n * down * across};
}

typedef struct {
  i64 image, row, column;
} TileOrigin;

static TileOrigin origin_of(const Job *job, i64 tile) {
  i64 area = job->down * job->across;
  return (TileOrigin){tile / area, tile % area / job->across, tile % job->across};
}

static inline TileOrigin next_origin(const Job *job, TileOrigin s) {
  if (++s.column < job->across) return s;
  s.column = 0;
  if (++s.row < job->down) return s;
  s.row = 0;
  s.image++;
  return s;
}

/* Transforms an input tile, given its rows; `apart` is the stride between points. */
INLINE void transform_rows(int side, const float *const *rows, i64 ci, float *to, i64 apart) {
  const int points = points_of(side);
  for (i64 c = 0; c < ci; c += LANES) {
    vec transposed[MAX_SIDE][MAX_POINTS]; /* column by column */
    for (int j = 0; j < side; j++) {
      vec column[MAX_SIDE];
      for (int i = 0; i < side; i++) column[i] = load(rows[i] + j * ci + c);
      of_values(side, column, transposed[j]);
    }
    for (int i = 0; i < points; i++) {
      vec row[MAX_SIDE], values[MAX_POINTS];
      for (int j = 0; j < side; j++) row[j] = transposed[j][i];
      of_values(side, row, values);
      for (int j = 0; j < points; j++) store(to + (points * i + j) * apart + c, values[j]);
    }
  }
}

/* Copies some pixels of a row, from column `left` on, zero-padded outside of the image. */
static void cut_row(const Geometry *g, const float *row, i64 left, i64 count, float *to) {
  for (i64 j = 0; j < count; j++) {
    int inside = left + j >= 0 && left + j < g->w;
    const float *from = inside ? row + (left + j) * g->ci : row;
    for (i64 c = 0; c < g->ci; c += LANES) store(to + j * g->ci + c, inside ? load(from + c) : (vec){0});
  }
}

/* `edge` is scratch for the pixels of a tile at the border. */
static void transform_input(const Job *job, const TileOrigin *s, float *edge, float *to, i64 apart) {
  const Geometry *g = job->g;
  i64 top = 2 * s->row - g->top, left = 2 * s->column - g->left, width = g->w * g->ci, side = job->side;
  int arg = left >= 0 && left + side <= g->w;
  const float *rows[MAX_SIDE];
  for (i64 i = 0; i < side; i++) {
    if (top + i < 0 || top + i >= g->h) {
      rows[i] = job->zeros;
      continue;
    }
    const float *row = job->x + (s->image * g->h + top + i) * width;
    rows[i] = arg ? row + left * g->ci : edge + side * i * g->ci;
    if (!arg) cut_row(g, row, left, side, edge + side * i * g->ci);
  }
  if (side == 4)
    transform_rows(4, rows, g->ci, to, apart);
  else
    transform_rows(6, rows, g->ci, to, apart);
}

/* -- the forward sum ---------------------------------------------------------------------------------------------------- */

INLINE void transform_kernel(int side, const float *w, i64 apart, float *to, i64 panel) {
  const int points = points_of(side);
  vec transposed[MAX_SIDE - 1][MAX_POINTS]; /* column by column */
  for (int j = 0; j < side - 1; j++) {
    vec column[MAX_SIDE - 1];
    for (int i = 0; i < side - 1; i++) column[i] = load(w + ((side - 1) * i + j) * apart);
    of_kernel(side, column, transposed[j]);
  }
  for (int i = 0; i < points; i++) {
    vec row[MAX_SIDE - 1], values[MAX_POINTS];
    for (int j = 0; j < side - 1; j++) row[j] = transposed[j][i];
    of_kernel(side, row, values);
    for (int j = 0; j < points; j++) store(to + (points * i + j) * panel, values[j]);
  }
}

/* Transforms one input channel of the kernels: for each block of output channels and each point, a panel of ci rows of
   BLOCK. */
static void kernels_of_channel(void *arg, i64 channel) {
  const Job *job = arg;
  const Geometry *g = job->g;
  for (i64 o = 0; o < g->co; o += LANES) {
    const float *from = job->w + channel * g->co + o;
    float *to = job->kernels + (o / BLOCK * job->positions * g->ci + channel) * BLOCK + o % BLOCK;
    if (job->side == 4)
      transform_kernel(4, from, g->ci * g->co, to, g->ci * BLOCK);
    else
      transform_kernel(6, from, g->ci * g->co, to, g->ci * BLOCK);
  }
}

/* Transforms the products back to the four results of a tile for LANES channels; the stride between points is TILE * BLOCK. */
INLINE void transform_back(int side, const float *products, vec result[2][2]) {
  const int points = points_of(side);
  vec transposed[MAX_POINTS][2]; /* column by column */
  for (int j = 0; j < points; j++) {
    vec m[MAX_POINTS];
    for (int i = 0; i < points; i++) m[i] = load(products + (points * i + j) * TILE * BLOCK);
    to_results(side, m, transposed[j]);
  }
  for (int i = 0; i < 2; i++) {
    vec row[MAX_POINTS];
    for (int j = 0; j < points; j++) row[j] = transposed[j][i];
    to_results(side, row, result[i]);
  }
}

/* Applies the epilogue to the results of a tile, from `channel` on, and stores those inside of the image. */
INLINE bits write_tile(const Job *job, int side, const TileOrigin *s, i64 channel, int rows, int columns, const float *products, float *sums) {
  const Geometry *g = job->g;
  const Epilogue *after = job->after;
  i64 at = ((s->image * g->oh + 2 * s->row) * g->ow + 2 * s->column) * g->co + channel;
  vec result[2][2], bias = after->finish >= BIAS ? load(after->bias + channel) : (vec){0}, total = {0};
  bits has_nonfinite = {0};
  transform_back(side, products, result);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      vec value = result[i][j];
      i64 pixel = at + (i * g->ow + j) * g->co;
      has_nonfinite |= not_finite(value);
      if (after->finish >= BIAS) value += bias;
      if (after->finish == BIAS_RELU) value = relu(value);
      if (after->relu_mask) value = apply_mask(value, load(after->relu_mask + pixel));
      store(job->y + pixel, value);
      result[i][j] = value;
      total += value;
    }
  if (after->relu_mask) store(sums + channel, load(sums + channel) + total);
  if (after->pooled) {
    vec greatest = greater(greater(result[0][0], result[0][1]), greater(result[1][0], result[1][1]));
    store(after->pooled + ((s->image * job->down + s->row) * job->across + s->column) * g->co + channel, greatest);
  }
  return has_nonfinite;
}

INLINE void forward_part(Job *job, const int side, i64 part) {
  const Geometry *g = job->g;
  const i64 positions = points_of(side) * points_of(side), pixels = side * side;
  i64 begin = part * PART, end = min_i64(begin + PART, job->tiles), apart = TILE * g->ci + SKEW;
  float *v = scratch(0, positions * apart + pixels * g->ci), *sums = job->sums + part * g->co;
  if (v == NULL) {
    job->failed = 1;
    return;
  }
  if (job->after->relu_mask) memset(sums, 0, (size_t)g->co * sizeof(float));
  float products[MAX_PLACES * TILE * BLOCK] __attribute__((aligned(64)));
  bits has_nonfinite = {0};
  TileOrigin next = origin_of(job, begin), origins[TILE];
  for (i64 first = begin, count; first < end; first += count) {
    count = tile_of(end - first);
    for (i64 t = 0; t < count; t++, next = next_origin(job, next)) {
      origins[t] = next;
      transform_input(job, &origins[t], v + positions * apart, v + t * g->ci, apart);
    }
    for (i64 block = 0; block < g->co; block += BLOCK) {
      int vectors = g->co - block > LANES ? 2 : 1;
      const float *kernels = job->kernels + block * positions * g->ci;
      Forward sum = forward_tiles[vectors][count];
      for (i64 position = 0; position < positions; position++)
        sum(v + position * apart, 0, g->ci, 1, 1, 0, g->ci, kernels + position * g->ci * BLOCK, products + position * TILE * BLOCK, BLOCK,
            WRITE, NULL);
      for (i64 t = 0; t < count; t++) {
        int rows = (int)min_i64(2, g->oh - 2 * origins[t].row), columns = (int)min_i64(2, g->ow - 2 * origins[t].column);
        for (int lane = 0; lane < vectors * LANES; lane += LANES) {
          const float *from = products + t * BLOCK + lane;
          has_nonfinite |= rows == 2 && columns == 2 ? write_tile(job, side, &origins[t], block + lane, 2, 2, from, sums)
                                               : write_tile(job, side, &origins[t], block + lane, rows, columns, from, sums);
        }
      }
    }
  }
  if (any(has_nonfinite)) job->has_nonfinite = 1;
}

static void forward_part_4(void *arg, i64 part) { forward_part(arg, 4, part); }
static void forward_part_6(void *arg, i64 part) { forward_part(arg, 6, part); }

int winograd_forward(const Geometry *g, const float *x, const float *w, const Epilogue *after, float *y) {
  Job job = job_of(g, x);
  i64 parts = (job.tiles + PART - 1) / PART, count = (g->co + BLOCK - 1) / BLOCK * job.positions * g->ci * BLOCK;
  float *kernels = allocate_floats(count + job.side * g->ci), *sums = after->relu_mask ? allocate_floats(parts * g->co) : NULL;
  job.failed = kernels == NULL || (after->relu_mask && sums == NULL);
  if (!job.failed) {
    memset(kernels + count, 0, (size_t)(job.side * g->ci) * sizeof(float));
    job.w = w;
    job.kernels = kernels;
    job.zeros = kernels + count;
    job.after = after;
    job.y = y;
    job.sums = sums;
    in_parallel(kernels_of_channel, &job, g->ci);
    in_parallel(job.side == 4 ? forward_part_4 : forward_part_6, &job, parts);
  }
  if (after->relu_mask && !job.failed) {
    memcpy(after->sums, sums, (size_t)g->co * sizeof(float));
    for (i64 part = 1; part < parts; part++)
      for (i64 c = 0; c < g->co; c++) after->sums[c] += sums[part * g->co + c];
  }
  free(kernels);
  free(sums);
  return answer(&job);
}

/* -- the gradient of the kernel ----------------------------------------------------------------------------------------- */

/* Transforms the gradient of four results, zero where outside of the image. */
INLINE void transform_results(int side, const float *dy, i64 row, i64 co, int rows, int columns, float *to, i64 apart) {
  const int points = points_of(side);
  for (i64 c = 0; c < co; c += LANES) {
    vec transposed[2][MAX_POINTS]; /* column by column */
    for (int j = 0; j < 2; j++) {
      vec column[2] = {{0}};
      for (int i = 0; i < rows && j < columns; i++) column[i] = load(dy + i * row + j * co + c);
      of_results(side, column, transposed[j]);
    }
    for (int i = 0; i < points; i++) {
      vec values[MAX_POINTS];
      of_results(side, (vec[]){transposed[0][i], transposed[1][i]}, values);
      for (int j = 0; j < points; j++) store(to + (points * i + j) * apart + c, values[j]);
    }
  }
}

INLINE void transform_gradient(const Job *job, int side, const TileOrigin *s, float *to, i64 apart) {
  const Geometry *g = job->g;
  int rows = (int)min_i64(2, g->oh - 2 * s->row), columns = (int)min_i64(2, g->ow - 2 * s->column);
  const float *dy = job->dy + ((s->image * g->oh + 2 * s->row) * g->ow + 2 * s->column) * g->co;
  if (rows == 2 && columns == 2)
    transform_results(side, dy, g->ow * g->co, g->co, 2, 2, to, apart);
  else
    transform_results(side, dy, g->ow * g->co, g->co, rows, columns, to, apart);
}

static void gradient_range(void *arg, i64 range) {
  Job *job = arg;
  const Geometry *g = job->g;
  const i64 positions = job->positions, pixels = job->side * job->side;
  i64 begin = job->tiles * range / job->ranges, end = job->tiles * (range + 1) / job->ranges, area = g->ci * g->co;
  i64 v_apart = job->near * g->ci + SKEW, z_apart = job->near * g->co + SKEW;
  float *sums = job->sums + range * positions * area, *v = scratch(0, positions * v_apart + pixels * g->ci), *z = scratch(1, positions * z_apart);
  if (v == NULL || z == NULL) {
    job->failed = 1;
    return;
  }
  TileOrigin next = origin_of(job, begin);
  for (i64 first = begin, count; first < end; first += count) {
    count = min_i64(job->near, end - first);
    for (i64 t = 0; t < count; t++, next = next_origin(job, next)) {
      const TileOrigin origin = next;
      transform_input(job, &origin, v + positions * v_apart, v + t * g->ci, v_apart);
      if (job->side == 4)
        transform_gradient(job, 4, &origin, z + t * g->co, z_apart);
      else
        transform_gradient(job, 6, &origin, z + t * g->co, z_apart);
    }
    for (i64 position = 0; position < positions; position++)
      for (i64 block = 0; block < g->co; block += BLOCK) {
        int vectors = g->co - block > LANES ? 2 : 1;
        for (i64 m = 0, tile; m < g->ci; m += tile) {
          tile = tile_of(g->ci - m);
          gradient_tiles[vectors][tile](v + position * v_apart + m, 0, g->ci, 1, count, z + position * z_apart + block, 0, g->co,
                                        sums + position * area + m * g->co + block, g->co, first == begin ? WRITE : ADD);
        }
      }
  }
}

/* Adds the partial sums of all ranges for one input channel, and transforms them back. */
INLINE void kernel_of_channel(Job *job, const int side, i64 channel) {
  const Geometry *g = job->g;
  i64 area = g->ci * g->co;
  const int points = points_of(side);
  for (i64 o = 0; o < g->co; o += LANES) {
    vec transposed[MAX_POINTS][MAX_SIDE - 1]; /* column by column */
    bits has_nonfinite = {0};
    for (int j = 0; j < points; j++) {
      vec column[MAX_POINTS];
      for (int i = 0; i < points; i++) {
        const float *from = job->sums + (points * i + j) * area + channel * g->co + o;
        column[i] = load(from);
        for (i64 range = 1; range < job->ranges; range++) column[i] += load(from + range * points * points * area);
        has_nonfinite |= not_finite(column[i]);
      }
      to_kernel(side, column, transposed[j]);
    }
    for (int i = 0; i < side - 1; i++) {
      vec row[MAX_POINTS], values[MAX_SIDE - 1];
      for (int j = 0; j < points; j++) row[j] = transposed[j][i];
      to_kernel(side, row, values);
      for (int j = 0; j < side - 1; j++) store(job->y + ((side - 1) * i + j) * area + channel * g->co + o, values[j]);
    }
    if (any(has_nonfinite)) job->has_nonfinite = 1;
  }
}

static void kernel_of_channel_4(void *arg, i64 channel) { kernel_of_channel(arg, 4, channel); }
static void kernel_of_channel_6(void *arg, i64 channel) { kernel_of_channel(arg, 6, channel); }

int winograd_filter_gradient(const Geometry *g, const float *x, const float *dy, float *dw) {
  Job job = job_of(g, x);
  job.ranges = min_i64(job.tiles, processors());
  job.near = max_i64(16, min_i64(MAX_TILES, V_BYTES / (job.positions * (g->ci + g->co) * (i64)sizeof(float))));
  float *sums = allocate_floats(job.ranges * job.positions * g->ci * g->co + job.side * g->ci);
  if (sums == NULL) return 1;
  float *zeros = sums + job.ranges * job.positions * g->ci * g->co;
  memset(zeros, 0, (size_t)(job.side * g->ci) * sizeof(float));
  job.zeros = zeros;
  job.dy = dy;
  job.y = dw;
  job.sums = sums;
  in_parallel(gradient_range, &job, job.ranges);
  if (!job.failed) in_parallel(job.side == 4 ? kernel_of_channel_4 : kernel_of_channel_6, &job, g->ci);
  free(sums);
  return answer(&job);
}
