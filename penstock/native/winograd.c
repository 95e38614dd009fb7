/* Convolution by kernels of 3 x 3 with fewer multiplications (Winograd's F(2 x 2, 3 x 3)): 16 for four results instead of 36.

   Four by four values of the input make four results. Both they and the kernel are transformed by sums, multiplied place by
   place (16 products of matrices, made of tiles in registers), and the products transformed back. The gradient of the kernel goes the
   same way: the input's and the result's gradient, transformed, are multiplied and summed over all tiles. A result depends on the
   nine values that it should and on no others; rounding is about twice that of the direct sum. Work is cut into pieces that do not
   depend on who does them. */

#include "conv.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define PLACES 16
#define PART (8 * TILE)     /* tiles of a piece of work */
#define V_BYTES (512 << 10) /* of transformed values that are multiplied at once: for the second-level cache */
#define MOST_TILES 96       /* and, place by place, for the first-level cache */
#define SKEW LANES          /* between places, which would otherwise fall on the same lines of a cache */

typedef struct {
  const Geometry *g;
  i64 down, across, tiles; /* of an image; in all */
  const float *x, *kernels, *dy, *zeros;
  const After *after;
  float *y, *sums;
  i64 ranges, near; /* ranges of tiles, each with sums of its own; tiles that are transformed at once */
  _Atomic int failed, strange; /* no memory; results that are no numbers */
} Job;

static inline int any(bits mask) {
  int32_t found = 0;
  for (int i = 0; i < LANES; i++) found |= mask[i];
  return found != 0;
}

int winograd_fits(const Geometry *g) {
  int plain = g->kh == 3 && g->kw == 3 && g->sh == 1 && g->sw == 1 && g->dh == 1 && g->dw == 1;
  return plain && g->ci % LANES == 0 && g->co % LANES == 0 && g->ci >= 16 && g->oh >= 4 && g->ow >= 4;
}

/* What a call answers: for results that are no numbers the direct sum decides, as infinities may have met in a transform. */
static int answer(const Job *job) { return job->failed ? 1 : job->strange ? -1 : 0; }

static float *room(i64 count) { return aligned_alloc(64, ((size_t)count * sizeof(float) + 63) / 64 * 64); }

/* -- tiles -------------------------------------------------------------------------------------------------------------- */

static Job job_of(const Geometry *g, const float *x) {
  i64 down = (g->oh + 1) / 2, across = (g->ow + 1) / 2;
  return (Job){.g = g, .x = x, .down = down, .across = across, .tiles = g->n * down * across};
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

/* A tile of the input, transformed, from its four rows; places are `apart` from each other. */
static void transform_rows(const float *const rows[4], i64 ci, float *to, i64 apart) {
  for (i64 c = 0; c < ci; c += LANES) {
    vec d[4][4], h[4][4];
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++) d[i][j] = load(rows[i] + j * ci + c);
    for (int j = 0; j < 4; j++) {
      h[0][j] = d[0][j] - d[2][j];
      h[1][j] = d[1][j] + d[2][j];
      h[2][j] = d[2][j] - d[1][j];
      h[3][j] = d[1][j] - d[3][j];
    }
    for (int i = 0; i < 4; i++) {
      store(to + (4 * i) * apart + c, h[i][0] - h[i][2]);
      store(to + (4 * i + 1) * apart + c, h[i][1] + h[i][2]);
      store(to + (4 * i + 2) * apart + c, h[i][2] - h[i][1]);
      store(to + (4 * i + 3) * apart + c, h[i][1] - h[i][3]);
    }
  }
}

/* Four pixels of a row, from column `left` on, with zeros for those that are outside of the image. */
static void cut_row(const Geometry *g, const float *row, i64 left, float *to) {
  for (i64 j = 0; j < 4; j++) {
    int inside = left + j >= 0 && left + j < g->w;
    const float *from = inside ? row + (left + j) * g->ci : row;
    for (i64 c = 0; c < g->ci; c += LANES) store(to + j * g->ci + c, inside ? load(from + c) : (vec){0});
  }
}

/* `edge` has room for 16 pixels. */
static void transform_input(const Job *job, const Spot *s, float *edge, float *to, i64 apart) {
  const Geometry *g = job->g;
  i64 top = 2 * s->row - g->top, left = 2 * s->column - g->left, width = g->w * g->ci;
  int whole = left >= 0 && left + 4 <= g->w;
  const float *rows[4];
  for (i64 i = 0; i < 4; i++) {
    if (top + i < 0 || top + i >= g->h) {
      rows[i] = job->zeros;
      continue;
    }
    const float *row = job->x + (s->image * g->h + top + i) * width;
    rows[i] = whole ? row + left * g->ci : edge + 4 * i * g->ci;
    if (!whole) cut_row(g, row, left, edge + 4 * i * g->ci);
  }
  transform_rows(rows, g->ci, to, apart);
}

/* -- the forward sum ---------------------------------------------------------------------------------------------------- */

/* The kernels, transformed: for each block of output channels and each place, a panel of ci rows of BLOCK. Behind them are zeros,
   for four pixels. */
static float *transformed_kernels(const Geometry *g, const float *w) {
  i64 blocks = (g->co + BLOCK - 1) / BLOCK, area = g->ci * g->co, count = blocks * PLACES * g->ci * BLOCK;
  float *kernels = room(count + 4 * g->ci);
  if (kernels == NULL) return NULL;
  memset(kernels + count, 0, (size_t)(4 * g->ci) * sizeof(float));
  for (i64 c = 0; c < g->ci; c++)
    for (i64 o = 0; o < g->co; o += LANES) {
      vec k[3][3], h[4][3];
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) k[i][j] = load(w + (3 * i + j) * area + c * g->co + o);
      for (int j = 0; j < 3; j++) {
        vec ends = k[0][j] + k[2][j];
        h[0][j] = k[0][j];
        h[1][j] = (ends + k[1][j]) * 0.5f;
        h[2][j] = (ends - k[1][j]) * 0.5f;
        h[3][j] = k[2][j];
      }
      float *to = kernels + (o / BLOCK * PLACES * g->ci + c) * BLOCK + o % BLOCK;
      for (int i = 0; i < 4; i++, to += 4 * g->ci * BLOCK) {
        vec ends = h[i][0] + h[i][2];
        store(to, h[i][0]);
        store(to + g->ci * BLOCK, (ends + h[i][1]) * 0.5f);
        store(to + 2 * g->ci * BLOCK, (ends - h[i][1]) * 0.5f);
        store(to + 3 * g->ci * BLOCK, h[i][2]);
      }
    }
  return kernels;
}

/* The four results of a tile for LANES channels, from its products, which are TILE * BLOCK apart. */
static inline void transform_back(const float *products, vec result[2][2]) {
  vec h[2][4];
  for (int j = 0; j < 4; j++) {
    vec m[4];
    for (int i = 0; i < 4; i++) m[i] = load(products + (4 * i + j) * TILE * BLOCK);
    h[0][j] = m[0] + m[1] + m[2];
    h[1][j] = m[1] - m[2] - m[3];
  }
  for (int i = 0; i < 2; i++) {
    result[i][0] = h[i][0] + h[i][1] + h[i][2];
    result[i][1] = h[i][1] - h[i][2] - h[i][3];
  }
}

static inline vec greater(vec a, vec b) {
  bits first = (bits)(a > b);
  return (vec)(((bits)a & first) | ((bits)b & ~first));
}

/* The results of a tile for the channels from `channel` on are finished and written; those outside of the image are not. */
static inline __attribute__((always_inline)) bits write_tile(const Job *job, const Spot *s, i64 channel, int rows, int columns,
                                                             const float *products, float *sums) {
  const Geometry *g = job->g;
  const After *after = job->after;
  i64 at = ((s->image * g->oh + 2 * s->row) * g->ow + 2 * s->column) * g->co + channel;
  vec result[2][2], bias = after->finish >= BIAS ? load(after->bias + channel) : (vec){0}, total = {0};
  bits strange = {0};
  transform_back(products, result);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      vec value = result[i][j];
      i64 pixel = at + (i * g->ow + j) * g->co;
      strange |= (bits)(value != value);
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

static void forward_part(void *whole, i64 part) {
  Job *job = whole;
  const Geometry *g = job->g;
  i64 begin = part * PART, end = least(begin + PART, job->tiles), apart = TILE * g->ci + SKEW;
  float *v = scratch(0, PLACES * apart + 16 * g->ci), *sums = job->sums + part * g->co;
  if (v == NULL) {
    job->failed = 1;
    return;
  }
  if (job->after->gate) memset(sums, 0, (size_t)g->co * sizeof(float));
  float products[PLACES * TILE * BLOCK] __attribute__((aligned(64)));
  bits strange = {0};
  Spot next = spot_of(job, begin), spots[TILE];
  for (i64 first = begin, count; first < end; first += count) {
    count = tile_of(end - first);
    for (i64 t = 0; t < count; t++, next = next_spot(job, next)) {
      spots[t] = next;
      transform_input(job, &spots[t], v + PLACES * apart, v + t * g->ci, apart);
    }
    for (i64 block = 0; block < g->co; block += BLOCK) {
      int vectors = g->co - block > LANES ? 2 : 1;
      const float *kernels = job->kernels + block * PLACES * g->ci;
      Forward sum = forward_tiles[vectors][count];
      for (i64 place = 0; place < PLACES; place++)
        sum(v + place * apart, 0, g->ci, 1, 1, 0, g->ci, kernels + place * g->ci * BLOCK, products + place * TILE * BLOCK, BLOCK,
            WRITE, NULL);
      for (i64 t = 0; t < count; t++) {
        int rows = (int)least(2, g->oh - 2 * spots[t].row), columns = (int)least(2, g->ow - 2 * spots[t].column);
        for (int lane = 0; lane < vectors * LANES; lane += LANES) {
          const float *from = products + t * BLOCK + lane;
          strange |= rows == 2 && columns == 2 ? write_tile(job, &spots[t], block + lane, 2, 2, from, sums)
                                               : write_tile(job, &spots[t], block + lane, rows, columns, from, sums);
        }
      }
    }
  }
  if (any(strange)) job->strange = 1;
}

int winograd_forward(const Geometry *g, const float *x, const float *w, const After *after, float *y) {
  Job job = job_of(g, x);
  i64 parts = (job.tiles + PART - 1) / PART;
  float *kernels = transformed_kernels(g, w), *sums = after->gate ? room(parts * g->co) : NULL;
  job.failed = kernels == NULL || (after->gate && sums == NULL);
  if (!job.failed) {
    job.kernels = kernels;
    job.zeros = kernels + (g->co + BLOCK - 1) / BLOCK * PLACES * g->ci * BLOCK;
    job.after = after;
    job.y = y;
    job.sums = sums;
    in_parallel(forward_part, &job, parts);
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
static inline __attribute__((always_inline)) void transform_results(const float *dy, i64 row, i64 co, int rows, int columns,
                                                                    float *to, i64 apart) {
  for (i64 c = 0; c < co; c += LANES) {
    vec d[2][2] = {{{0}}}, h[4][2];
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) d[i][j] = load(dy + i * row + j * co + c);
    for (int j = 0; j < 2; j++) {
      h[0][j] = d[0][j];
      h[1][j] = d[0][j] + d[1][j];
      h[2][j] = d[0][j] - d[1][j];
      h[3][j] = -d[1][j];
    }
    for (int i = 0; i < 4; i++) {
      store(to + (4 * i) * apart + c, h[i][0]);
      store(to + (4 * i + 1) * apart + c, h[i][0] + h[i][1]);
      store(to + (4 * i + 2) * apart + c, h[i][0] - h[i][1]);
      store(to + (4 * i + 3) * apart + c, -h[i][1]);
    }
  }
}

static void transform_gradient(const Job *job, const Spot *s, float *to, i64 apart) {
  const Geometry *g = job->g;
  int rows = (int)least(2, g->oh - 2 * s->row), columns = (int)least(2, g->ow - 2 * s->column);
  const float *dy = job->dy + ((s->image * g->oh + 2 * s->row) * g->ow + 2 * s->column) * g->co;
  if (rows == 2 && columns == 2)
    transform_results(dy, g->ow * g->co, g->co, 2, 2, to, apart);
  else
    transform_results(dy, g->ow * g->co, g->co, rows, columns, to, apart);
}

static void gradient_range(void *whole, i64 range) {
  Job *job = whole;
  const Geometry *g = job->g;
  i64 begin = job->tiles * range / job->ranges, end = job->tiles * (range + 1) / job->ranges, area = g->ci * g->co;
  i64 v_apart = job->near * g->ci + SKEW, z_apart = job->near * g->co + SKEW;
  float *sums = job->sums + range * PLACES * area, *v = scratch(0, PLACES * v_apart + 16 * g->ci), *z = scratch(1, PLACES * z_apart);
  if (v == NULL || z == NULL) {
    job->failed = 1;
    return;
  }
  Spot next = spot_of(job, begin);
  for (i64 first = begin, count; first < end; first += count) {
    count = least(job->near, end - first);
    for (i64 t = 0; t < count; t++, next = next_spot(job, next)) {
      const Spot spot = next;
      transform_input(job, &spot, v + PLACES * v_apart, v + t * g->ci, v_apart);
      transform_gradient(job, &spot, z + t * g->co, z_apart);
    }
    for (i64 place = 0; place < PLACES; place++)
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
static void kernel_of_channel(void *whole, i64 channel) {
  Job *job = whole;
  const Geometry *g = job->g;
  i64 area = g->ci * g->co;
  for (i64 o = 0; o < g->co; o += LANES) {
    vec m[4][4], h[3][4];
    bits strange = {0};
    const float *from = job->sums + channel * g->co + o;
    for (int i = 0; i < PLACES; i++) {
      vec total = load(from + i * area);
      for (i64 range = 1; range < job->ranges; range++) total += load(from + (range * PLACES + i) * area);
      m[i / 4][i % 4] = total;
      strange |= (bits)(total != total);
    }
    for (int j = 0; j < 4; j++) {
      vec both = (m[1][j] + m[2][j]) * 0.5f;
      h[0][j] = m[0][j] + both;
      h[1][j] = (m[1][j] - m[2][j]) * 0.5f;
      h[2][j] = both + m[3][j];
    }
    float *to = job->y + channel * g->co + o;
    for (int i = 0; i < 3; i++, to += 3 * area) {
      vec both = (h[i][1] + h[i][2]) * 0.5f;
      store(to, h[i][0] + both);
      store(to + area, (h[i][1] - h[i][2]) * 0.5f);
      store(to + 2 * area, both + h[i][3]);
    }
    if (any(strange)) job->strange = 1;
  }
}

int winograd_filter_gradient(const Geometry *g, const float *x, const float *dy, float *dw) {
  Job job = job_of(g, x);
  job.ranges = least(job.tiles, processors());
  job.near = most(16, least(MOST_TILES, V_BYTES / (PLACES * (g->ci + g->co) * (i64)sizeof(float))));
  float *sums = room(job.ranges * PLACES * g->ci * g->co + 4 * g->ci);
  if (sums == NULL) return 1;
  float *zeros = sums + job.ranges * PLACES * g->ci * g->co;
  memset(zeros, 0, (size_t)(4 * g->ci) * sizeof(float));
  job.zeros = zeros;
  job.dy = dy;
  job.y = dw;
  job.sums = sums;
  in_parallel(gradient_range, &job, job.ranges);
  if (!job.failed) in_parallel(kernel_of_channel, &job, g->ci);
  free(sums);
  return answer(&job);
}
