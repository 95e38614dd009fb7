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
#define NEAR_TILES 96       /* for the first-level cache */
#define V_BYTES (192 << 10) /* of transformed input, for the second-level cache */

typedef struct {
  Geometry g; /* with an even number of rows and columns of results */
  i64 oh, ow; /* as they are */
  const float *x, *kernels, *bias, *dy;
  float *y, *sums;
  Finish finish;
  i64 rows, strips, ranges; /* rows of tiles in a strip; strips of an image; ranges of strips, each with sums of its own */
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

/* The kernels, transformed: for each block of output channels and each place, a panel of ci rows of BLOCK. */
static float *transformed_kernels(const Geometry *g, const float *w) {
  i64 blocks = (g->co + BLOCK - 1) / BLOCK, area = g->ci * g->co;
  float *kernels = aligned_alloc(64, (size_t)(blocks * PLACES * g->ci * BLOCK) * sizeof(float));
  if (kernels == NULL) return NULL;
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

/* One tile of the input, transformed; places are `apart` from each other. */
static void transform_input(const float *x, i64 row, i64 ci, float *to, i64 apart) {
  for (i64 c = 0; c < ci; c += LANES) {
    vec d[4][4], h[4][4];
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++) d[i][j] = load(x + i * row + j * ci + c);
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

/* The strip of a part: where it is, and its tiles transformed, place by place; NULL if there is not enough memory. */
typedef struct {
  i64 image, first, rows, width, tiles;
  float *v;
} Strip;

static Strip transformed_strip(Job *job, i64 part) {
  const Geometry *g = &job->g;
  Strip s = {.image = part / job->strips, .first = part % job->strips * job->rows, .width = g->ow / 2};
  s.rows = least(job->rows, g->oh / 2 - s.first);
  s.tiles = s.rows * s.width;
  i64 row;
  const float *x = strip_of(g, job->x + s.image * g->h * g->w * g->ci, 2 * s.first, 2 * s.rows, &row);
  s.v = x == NULL ? NULL : scratch(1, PLACES * s.tiles * (g->ci + (job->dy ? g->co : 0)));
  if (s.v == NULL) job->failed = 1;
  for (i64 r = 0; s.v != NULL && r < s.rows; r++)
    for (i64 c = 0; c < s.width; c++)
      transform_input(x + 2 * r * row + 2 * c * g->ci, row, g->ci, s.v + (r * s.width + c) * g->ci, s.tiles * g->ci);
  return s;
}

/* How the work is cut: strips whose transformed values stay near. */
static void cut(Job *job, i64 channels) {
  Geometry *g = &job->g;
  g->oh += g->oh % 2;
  g->ow += g->ow % 2;
  i64 row_bytes = PLACES * g->ow / 2 * channels * (i64)sizeof(float);
  job->rows = least(g->oh / 2, most(1, least(V_BYTES / row_bytes, g->n * g->oh / 2 / (4 * processors()))));
  job->strips = (g->oh / 2 + job->rows - 1) / job->rows;
}

/* -- the forward sum ---------------------------------------------------------------------------------------------------- */

static void strip(void *whole, i64 part) {
  Job *job = whole;
  const Geometry *g = &job->g;
  Strip s = transformed_strip(job, part);
  if (s.v == NULL) return;
  float *y = job->y + s.image * job->oh * job->ow * g->co;
  float products[PLACES * TILE * BLOCK];
  bits strange = {0};
  for (i64 block = 0; block < g->co; block += BLOCK) {
    int vectors = g->co - block > LANES ? 2 : 1;
    const float *kernels = job->kernels + block * PLACES * g->ci;
    for (i64 at = 0, count; at < s.tiles; at += count) {
      count = tile_of(s.tiles - at);
      Forward sum = forward_tiles[vectors][count];
      for (i64 place = 0; place < PLACES; place++)
        sum(s.v + (place * s.tiles + at) * g->ci, 0, g->ci, 1, 1, 0, g->ci, kernels + place * g->ci * BLOCK,
            products + place * TILE * BLOCK, BLOCK, WRITE, NULL);
      for (i64 t = 0; t < count; t++) {
        i64 r = 2 * (s.first + (at + t) / s.width), c = 2 * ((at + t) % s.width);
        for (int lane = 0; lane < vectors * LANES; lane += LANES) {
          vec result[2][2];
          transform_back(products + t * BLOCK + lane, result);
          for (int i = 0; i < 2 && r + i < job->oh; i++)
            for (int j = 0; j < 2 && c + j < job->ow; j++) {
              vec value = result[i][j];
              strange |= (bits)(value != value);
              if (job->finish >= BIAS) value += load(job->bias + block + lane);
              if (job->finish == BIAS_RELU) value = relu(value);
              store(y + ((r + i) * job->ow + c + j) * g->co + block + lane, value);
            }
        }
      }
    }
  }
  if (any(strange)) job->strange = 1;
}

/* What a call answers: for results that are no numbers the direct sum decides, as infinities may have met in a transform. */
static int answer(const Job *job) { return job->failed ? 1 : job->strange ? -1 : 0; }

int winograd_forward(const Geometry *g, const float *x, const float *w, const float *bias, Finish finish, float *y) {
  float *kernels = transformed_kernels(g, w);
  if (kernels == NULL) return 1;
  Job job = {.g = *g, .oh = g->oh, .ow = g->ow, .x = x, .kernels = kernels, .bias = bias, .y = y, .finish = finish};
  cut(&job, g->ci);
  in_parallel(strip, &job, g->n * job.strips);
  free(kernels);
  return answer(&job);
}

/* -- the gradient of the kernel ----------------------------------------------------------------------------------------- */

/* The gradient of four results, transformed; those that are not there are zeros. */
static void transform_gradient(const float *dy, i64 row, i64 co, i64 rows, i64 columns, float *to, i64 apart) {
  for (i64 c = 0; c < co; c += LANES) {
    vec d[2][2] = {{{0}}}, h[4][2];
    for (int i = 0; i < 2 && i < rows; i++)
      for (int j = 0; j < 2 && j < columns; j++) d[i][j] = load(dy + i * row + j * co + c);
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

static void gradient_strip(Job *job, i64 part, float *sums) {
  const Geometry *g = &job->g;
  Strip s = transformed_strip(job, part);
  if (s.v == NULL) return;
  float *z = s.v + PLACES * s.tiles * g->ci;
  const float *dy = job->dy + s.image * job->oh * job->ow * g->co;
  for (i64 r = 0; r < s.rows; r++)
    for (i64 c = 0; c < s.width; c++) {
      i64 top = 2 * (s.first + r), left = 2 * c;
      transform_gradient(dy + (top * job->ow + left) * g->co, job->ow * g->co, g->co, job->oh - top, job->ow - left,
                         z + (r * s.width + c) * g->co, s.tiles * g->co);
    }
  for (i64 place = 0; place < PLACES; place++) {
    const float *v = s.v + place * s.tiles * g->ci, *d = z + place * s.tiles * g->co;
    float *to = sums + place * g->ci * g->co;
    for (i64 at = 0, near; at < s.tiles; at += near) {
      near = least(NEAR_TILES, s.tiles - at);
      for (i64 block = 0; block < g->co; block += BLOCK) {
        int vectors = g->co - block > LANES ? 2 : 1;
        for (i64 m = 0, tile; m < g->ci; m += tile) {
          tile = tile_of(g->ci - m);
          gradient_tiles[vectors][tile](v + at * g->ci + m, 0, g->ci, 1, near, d + at * g->co + block, 0, g->co,
                                        to + m * g->co + block, g->co, ADD);
        }
      }
    }
  }
}

static void gradient_range(void *whole, i64 range) {
  Job *job = whole;
  const Geometry *g = &job->g;
  i64 parts = g->n * job->strips, begin = parts * range / job->ranges, end = parts * (range + 1) / job->ranges;
  float *sums = job->sums + range * PLACES * g->ci * g->co;
  memset(sums, 0, (size_t)(PLACES * g->ci * g->co) * sizeof(float));
  for (i64 part = begin; part < end; part++) gradient_strip(job, part, sums);
}

/* The sums of all ranges for one input channel, transformed back. */
static void kernel_of_channel(void *whole, i64 channel) {
  Job *job = whole;
  const Geometry *g = &job->g;
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
  Job job = {.g = *g, .oh = g->oh, .ow = g->ow, .x = x, .dy = dy, .y = dw};
  cut(&job, g->ci + g->co);
  job.ranges = least(g->n * job.strips, processors());
  job.sums = aligned_alloc(64, (size_t)(job.ranges * PLACES * g->ci * g->co) * sizeof(float));
  if (job.sums == NULL) return 1;
  in_parallel(gradient_range, &job, job.ranges);
  if (!job.failed) in_parallel(kernel_of_channel, &job, g->ci);
  free(job.sums);
  return answer(&job);
}
