/* Convolution by kernels of 3 x 3 and 5 x 5 with fewer multiplications (Winograd's F(2 x 2, 3 x 3), and that with F(2 x 2, 2 x 2)): 16
   for four results instead of 36, and 49 instead of 100.

   Four by four values of the input, or six by six, make four results. Both they and the kernel are transformed by sums, multiplied
   place by place (16 or 49 products of matrices, made of tiles in registers), and the products transformed back. The gradient of the
   kernel goes the same way: the input's and the result's gradient, transformed, are multiplied and summed over all tiles. A result
   depends on the values that it should and on no others; rounding is about twice that of the direct sum. Work is cut into pieces that
   do not depend on who does them. */

#include "conv.h"
#include "winograd.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PLACES (MOST_POINTS * MOST_POINTS)
#define PART (8 * TILE)     /* tiles of a piece of work */
#define V_BYTES (512 << 10) /* of transformed values that are multiplied at once: for the second-level cache */
#define MOST_TILES 96       /* and, place by place, for the first-level cache */
#define SKEW LANES          /* between places, which would otherwise fall on the same lines of a cache */

typedef struct {
  const Geometry *g;
  int side, places;        /* values of a row of a tile; products for a tile */
  i64 down, across, tiles; /* of an image; in all */
  const float *x, *w, *dy, *zeros;
  const After *after;
  float *y, *kernels, *sums;
  i64 ranges, near; /* ranges of tiles, each with sums of its own; tiles that are transformed at once */
  _Atomic int failed, strange; /* no memory; results that are no finite numbers */
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

/* Where a vector has something else than finite numbers: there the direct sum decides, as infinities may have met in a transform, or
   numbers have become too large in one. */
static inline bits not_finite(vec v) {
  vec difference = v - v;
  return (bits)(difference != difference);
}

static int answer(const Job *job) { return job->failed ? 1 : job->strange ? -1 : 0; }

static float *room(i64 count) { return aligned_alloc(64, ((size_t)count * sizeof(float) + 63) / 64 * 64); }

/* -- tiles -------------------------------------------------------------------------------------------------------------- */

static Job job_of(const Geometry *g, const float *x) {
  i64 down = (g->oh + 1) / 2, across = (g->ow + 1) / 2;
  int side = (int)g->kh + 1;
  return (Job){.g = g, .side = side, .places = points_of(side) * points_of(side), .x = x, .down = down, .across = across, .tiles = g->n * down * across};
}

typedef struct {
  i64 image, row, column;
} Spot;

static Spot spot_of(const Job *job, i64 tile) {
  i64 area = job->down * job->across;
  return (Spot){tile / area, tile % area / job->across, tile % job->across};
}

static inline Spot next_spot(const Job *job, Spot s) {
  if (++s.column < job->across) return s;
  s.column = 0;
  if (++s.row < job->down) return s;
  s.row = 0;
  s.image++;
  return s;
}

/* A tile of the input, transformed, from its rows; places are `apart` from each other. */
INLINE void transform_rows(int side, const float *const *rows, i64 ci, float *to, i64 apart) {
  const int points = points_of(side);
  for (i64 c = 0; c < ci; c += LANES) {
    vec turned[MOST_SIDE][MOST_POINTS]; /* column by column */
    for (int j = 0; j < side; j++) {
      vec column[MOST_SIDE];
      for (int i = 0; i < side; i++) column[i] = load(rows[i] + j * ci + c);
      of_values(side, column, turned[j]);
    }
    for (int i = 0; i < points; i++) {
      vec row[MOST_SIDE], values[MOST_POINTS];
      for (int j = 0; j < side; j++) row[j] = turned[j][i];
      of_values(side, row, values);
      for (int j = 0; j < points; j++) store(to + (points * i + j) * apart + c, values[j]);
    }
  }
}

/* Some pixels of a row, from column `left` on, with zeros for those that are outside of the image. */
static void cut_row(const Geometry *g, const float *row, i64 left, i64 count, float *to) {
  for (i64 j = 0; j < count; j++) {
    int inside = left + j >= 0 && left + j < g->w;
    const float *from = inside ? row + (left + j) * g->ci : row;
    for (i64 c = 0; c < g->ci; c += LANES) store(to + j * g->ci + c, inside ? load(from + c) : (vec){0});
  }
}

/* `edge` has room for all pixels of a tile. */
static void transform_input(const Job *job, const Spot *s, float *edge, float *to, i64 apart) {
  const Geometry *g = job->g;
  i64 top = 2 * s->row - g->top, left = 2 * s->column - g->left, width = g->w * g->ci, side = job->side;
  int whole = left >= 0 && left + side <= g->w;
  const float *rows[MOST_SIDE];
  for (i64 i = 0; i < side; i++) {
    if (top + i < 0 || top + i >= g->h) {
      rows[i] = job->zeros;
      continue;
    }
    const float *row = job->x + (s->image * g->h + top + i) * width;
    rows[i] = whole ? row + left * g->ci : edge + side * i * g->ci;
    if (!whole) cut_row(g, row, left, side, edge + side * i * g->ci);
  }
  if (side == 4)
    transform_rows(4, rows, g->ci, to, apart);
  else
    transform_rows(6, rows, g->ci, to, apart);
}

/* -- the forward sum ---------------------------------------------------------------------------------------------------- */

INLINE void transform_kernel(int side, const float *w, i64 apart, float *to, i64 panel) {
  const int points = points_of(side);
  vec turned[MOST_SIDE - 1][MOST_POINTS]; /* column by column */
  for (int j = 0; j < side - 1; j++) {
    vec column[MOST_SIDE - 1];
    for (int i = 0; i < side - 1; i++) column[i] = load(w + ((side - 1) * i + j) * apart);
    of_kernel(side, column, turned[j]);
  }
  for (int i = 0; i < points; i++) {
    vec row[MOST_SIDE - 1], values[MOST_POINTS];
    for (int j = 0; j < side - 1; j++) row[j] = turned[j][i];
    of_kernel(side, row, values);
    for (int j = 0; j < points; j++) store(to + (points * i + j) * panel, values[j]);
  }
}

/* One input channel of the kernels, transformed: for each block of output channels and each place, a panel of ci rows of BLOCK. */
static void kernels_of_channel(void *whole, i64 channel) {
  const Job *job = whole;
  const Geometry *g = job->g;
  for (i64 o = 0; o < g->co; o += LANES) {
    const float *from = job->w + channel * g->co + o;
    float *to = job->kernels + (o / BLOCK * job->places * g->ci + channel) * BLOCK + o % BLOCK;
    if (job->side == 4)
      transform_kernel(4, from, g->ci * g->co, to, g->ci * BLOCK);
    else
      transform_kernel(6, from, g->ci * g->co, to, g->ci * BLOCK);
  }
}

/* The four results of a tile for LANES channels, from its products, which are TILE * BLOCK apart. */
INLINE void transform_back(int side, const float *products, vec result[2][2]) {
  const int points = points_of(side);
  vec turned[MOST_POINTS][2]; /* column by column */
  for (int j = 0; j < points; j++) {
    vec m[MOST_POINTS];
    for (int i = 0; i < points; i++) m[i] = load(products + (points * i + j) * TILE * BLOCK);
    to_results(side, m, turned[j]);
  }
  for (int i = 0; i < 2; i++) {
    vec row[MOST_POINTS];
    for (int j = 0; j < points; j++) row[j] = turned[j][i];
    to_results(side, row, result[i]);
  }
}

/* The results of a tile for the channels from `channel` on are finished and written; those outside of the image are not. */
INLINE bits write_tile(const Job *job, int side, const Spot *s, i64 channel, int rows, int columns, const float *products, float *sums) {
  const Geometry *g = job->g;
  const After *after = job->after;
  i64 at = ((s->image * g->oh + 2 * s->row) * g->ow + 2 * s->column) * g->co + channel;
  vec result[2][2], bias = after->finish >= BIAS ? load(after->bias + channel) : (vec){0}, total = {0};
  bits strange = {0};
  transform_back(side, products, result);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      vec value = result[i][j];
      i64 pixel = at + (i * g->ow + j) * g->co;
      strange |= not_finite(value);
      if (after->finish >= BIAS) value += bias;
      if (after->finish == BIAS_RELU) value = relu(value);
      if (after->gate) value = gated(value, load(after->gate + pixel));
      store(job->y + pixel, value);
      result[i][j] = value;
      total += value;
    }
  if (after->gate) store(sums + channel, load(sums + channel) + total);
  if (after->pooled) {
    vec greatest = greater(greater(result[0][0], result[0][1]), greater(result[1][0], result[1][1]));
    store(after->pooled + ((s->image * job->down + s->row) * job->across + s->column) * g->co + channel, greatest);
  }
  return strange;
}

INLINE void forward_part(Job *job, const int side, i64 part) {
  const Geometry *g = job->g;
  const i64 places = points_of(side) * points_of(side), pixels = side * side;
  i64 begin = part * PART, end = least(begin + PART, job->tiles), apart = TILE * g->ci + SKEW;
  float *v = scratch(0, places * apart + pixels * g->ci), *sums = job->sums + part * g->co;
  if (v == NULL) {
    job->failed = 1;
    return;
  }
  if (job->after->gate) memset(sums, 0, (size_t)g->co * sizeof(float));
  float products[MOST_PLACES * TILE * BLOCK] __attribute__((aligned(64)));
  bits strange = {0};
  Spot next = spot_of(job, begin), spots[TILE];
  for (i64 first = begin, count; first < end; first += count) {
    count = tile_of(end - first);
    for (i64 t = 0; t < count; t++, next = next_spot(job, next)) {
      spots[t] = next;
      transform_input(job, &spots[t], v + places * apart, v + t * g->ci, apart);
    }
    for (i64 block = 0; block < g->co; block += BLOCK) {
      int vectors = g->co - block > LANES ? 2 : 1;
      const float *kernels = job->kernels + block * places * g->ci;
      Forward sum = forward_tiles[vectors][count];
      for (i64 place = 0; place < places; place++)
        sum(v + place * apart, 0, g->ci, 1, 1, 0, g->ci, kernels + place * g->ci * BLOCK, products + place * TILE * BLOCK, BLOCK,
            WRITE, NULL);
      for (i64 t = 0; t < count; t++) {
        int rows = (int)least(2, g->oh - 2 * spots[t].row), columns = (int)least(2, g->ow - 2 * spots[t].column);
        for (int lane = 0; lane < vectors * LANES; lane += LANES) {
          const float *from = products + t * BLOCK + lane;
          strange |= rows == 2 && columns == 2 ? write_tile(job, side, &spots[t], block + lane, 2, 2, from, sums)
                                               : write_tile(job, side, &spots[t], block + lane, rows, columns, from, sums);
        }
      }
    }
  }
  if (any(strange)) job->strange = 1;
}

static void forward_part_4(void *whole, i64 part) { forward_part(whole, 4, part); }
static void forward_part_6(void *whole, i64 part) { forward_part(whole, 6, part); }

int winograd_forward(const Geometry *g, const float *x, const float *w, const After *after, float *y) {
  Job job = job_of(g, x);
  i64 parts = (job.tiles + PART - 1) / PART, count = (g->co + BLOCK - 1) / BLOCK * job.places * g->ci * BLOCK;
  float *kernels = room(count + job.side * g->ci), *sums = after->gate ? room(parts * g->co) : NULL;
  job.failed = kernels == NULL || (after->gate && sums == NULL);
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
  if (after->gate && !job.failed) {
    memcpy(after->sums, sums, (size_t)g->co * sizeof(float));
    for (i64 part = 1; part < parts; part++)
      for (i64 c = 0; c < g->co; c++) after->sums[c] += sums[part * g->co + c];
  }
  free(kernels);
  free(sums);
  return answer(&job);
}

/* -- the gradient of the kernel ----------------------------------------------------------------------------------------- */

/* The gradient of four results, transformed; those that are not there are zeros. */
INLINE void transform_results(int side, const float *dy, i64 row, i64 co, int rows, int columns, float *to, i64 apart) {
  const int points = points_of(side);
  for (i64 c = 0; c < co; c += LANES) {
    vec turned[2][MOST_POINTS]; /* column by column */
    for (int j = 0; j < 2; j++) {
      vec column[2] = {{0}};
      for (int i = 0; i < rows && j < columns; i++) column[i] = load(dy + i * row + j * co + c);
      of_results(side, column, turned[j]);
    }
    for (int i = 0; i < points; i++) {
      vec values[MOST_POINTS];
      of_results(side, (vec[]){turned[0][i], turned[1][i]}, values);
      for (int j = 0; j < points; j++) store(to + (points * i + j) * apart + c, values[j]);
    }
  }
}

INLINE void transform_gradient(const Job *job, int side, const Spot *s, float *to, i64 apart) {
  const Geometry *g = job->g;
  int rows = (int)least(2, g->oh - 2 * s->row), columns = (int)least(2, g->ow - 2 * s->column);
  const float *dy = job->dy + ((s->image * g->oh + 2 * s->row) * g->ow + 2 * s->column) * g->co;
  if (rows == 2 && columns == 2)
    transform_results(side, dy, g->ow * g->co, g->co, 2, 2, to, apart);
  else
    transform_results(side, dy, g->ow * g->co, g->co, rows, columns, to, apart);
}

static void gradient_range(void *whole, i64 range) {
  Job *job = whole;
  const Geometry *g = job->g;
  const i64 places = job->places, pixels = job->side * job->side;
  i64 begin = job->tiles * range / job->ranges, end = job->tiles * (range + 1) / job->ranges, area = g->ci * g->co;
  i64 v_apart = job->near * g->ci + SKEW, z_apart = job->near * g->co + SKEW;
  float *sums = job->sums + range * places * area, *v = scratch(0, places * v_apart + pixels * g->ci), *z = scratch(1, places * z_apart);
  if (v == NULL || z == NULL) {
    job->failed = 1;
    return;
  }
  Spot next = spot_of(job, begin);
  for (i64 first = begin, count; first < end; first += count) {
    count = least(job->near, end - first);
    for (i64 t = 0; t < count; t++, next = next_spot(job, next)) {
      const Spot spot = next;
      transform_input(job, &spot, v + places * v_apart, v + t * g->ci, v_apart);
      if (job->side == 4)
        transform_gradient(job, 4, &spot, z + t * g->co, z_apart);
      else
        transform_gradient(job, 6, &spot, z + t * g->co, z_apart);
    }
    for (i64 place = 0; place < places; place++)
      for (i64 block = 0; block < g->co; block += BLOCK) {
        int vectors = g->co - block > LANES ? 2 : 1;
        for (i64 m = 0, tile; m < g->ci; m += tile) {
          tile = tile_of(g->ci - m);
          gradient_tiles[vectors][tile](v + place * v_apart + m, 0, g->ci, 1, count, z + place * z_apart + block, 0, g->co,
                                        sums + place * area + m * g->co + block, g->co, first == begin ? WRITE : ADD);
        }
      }
  }
}

/* The sums of all ranges for one input channel, transformed back. */
INLINE void kernel_of_channel(Job *job, const int side, i64 channel) {
  const Geometry *g = job->g;
  i64 area = g->ci * g->co;
  const int points = points_of(side);
  for (i64 o = 0; o < g->co; o += LANES) {
    vec turned[MOST_POINTS][MOST_SIDE - 1]; /* column by column */
    bits strange = {0};
    for (int j = 0; j < points; j++) {
      vec column[MOST_POINTS];
      for (int i = 0; i < points; i++) {
        const float *from = job->sums + (points * i + j) * area + channel * g->co + o;
        column[i] = load(from);
        for (i64 range = 1; range < job->ranges; range++) column[i] += load(from + range * points * points * area);
        strange |= not_finite(column[i]);
      }
      to_kernel(side, column, turned[j]);
    }
    for (int i = 0; i < side - 1; i++) {
      vec row[MOST_POINTS], values[MOST_SIDE - 1];
      for (int j = 0; j < points; j++) row[j] = turned[j][i];
      to_kernel(side, row, values);
      for (int j = 0; j < side - 1; j++) store(job->y + ((side - 1) * i + j) * area + channel * g->co + o, values[j]);
    }
    if (any(strange)) job->strange = 1;
  }
}

static void kernel_of_channel_4(void *whole, i64 channel) { kernel_of_channel(whole, 4, channel); }
static void kernel_of_channel_6(void *whole, i64 channel) { kernel_of_channel(whole, 6, channel); }

int winograd_filter_gradient(const Geometry *g, const float *x, const float *dy, float *dw) {
  Job job = job_of(g, x);
  job.ranges = least(job.tiles, processors());
  job.near = most(16, least(MOST_TILES, V_BYTES / (job.places * (g->ci + g->co) * (i64)sizeof(float))));
  float *sums = room(job.ranges * job.places * g->ci * g->co + job.side * g->ci);
  if (sums == NULL) return 1;
  float *zeros = sums + job.ranges * job.places * g->ci * g->co;
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
