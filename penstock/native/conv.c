/* Direct convolution of float32 images in NHWC layout: the forward pass and the gradient of the filter.

   Arrays: x (n, h, w, ci), filter (kh, kw, ci, co), y (n, oh, ow, co). There is no im2col buffer: a strip of rows is packed
   with its padding (a few hundred kB, for the L2 cache), and a tile of up to TILE pixels times two vectors of output channels
   is accumulated in registers. The gradient of the filter uses the same tile, of input channels times output channels,
   accumulated over pixels. How work is partitioned does not depend on the number of threads, so results are the same in every
   run.

   Called by XLA (the FFI handlers at the end) and through ctypes. Plain C for gcc or clang. */

#include "conv.h"
#include "pooling.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define STRIP_BYTES (256 << 10)
#define NEAR_BYTES (24 << 10)

/* -- strips of rows ----------------------------------------------------------------------------------------------------- */

static i64 columns(const Geometry *g) { return (g->ow - 1) * g->sw + (g->kw - 1) * g->dw + 1; }

/* Output rows per strip: as many as fit into the cache, but few enough that every thread gets a strip. */
static i64 rows_of_strip(const Geometry *g) {
  i64 row_bytes = columns(g) * g->ci * (i64)sizeof(float);
  i64 rows = max_i64(1, (STRIP_BYTES / row_bytes - (g->kh - 1) * g->dh - 1) / g->sh + 1);
  i64 fair = max_i64(1, g->n * g->oh / (4 * processors()));
  return min_i64(g->oh, min_i64(rows, fair));
}

/* Packs the input rows that output rows `first`, `first + 1`, ... need, with their padding; `*row` is the row stride. NULL
   if out of memory. */
static const float *pack_strip(const Geometry *g, const float *image, i64 first, i64 count, i64 *row) {
  i64 width = columns(g), rows = (count - 1) * g->sh + (g->kh - 1) * g->dh + 1, begin = first * g->sh - g->top;
  if (g->left == 0 && width <= g->w && begin >= 0 && begin + rows <= g->h) {
    *row = g->w * g->ci;
    return image + begin * g->w * g->ci;
  }
  *row = width * g->ci;
  float *to = scratch(0, rows * width * g->ci);
  if (to == NULL) return NULL;
  i64 before = min_i64(g->left, width), inside = max_i64(0, min_i64(width - before, g->w)), after = width - before - inside;
  for (i64 r = 0; r < rows; r++) {
    float *line = to + r * *row;
    if (begin + r < 0 || begin + r >= g->h) {
      memset(line, 0, (size_t)*row * sizeof(float));
      continue;
    }
    memset(line, 0, (size_t)(before * g->ci) * sizeof(float));
    memcpy(line + before * g->ci, image + (begin + r) * g->w * g->ci, (size_t)(inside * g->ci) * sizeof(float));
    memset(line + (before + inside) * g->ci, 0, (size_t)(after * g->ci) * sizeof(float));
  }
  return to;
}

/* -- the forward sum ---------------------------------------------------------------------------------------------------- */

typedef struct {
  const Geometry *g;
  const float *x, *filter, *bias; /* filter and bias, packed in blocks of channels */
  float *y;
  Finish finish;
  i64 rows, strips;
  _Atomic int failed;
} ForwardJob;

static void forward_part(void *arg, i64 part) {
  ForwardJob *job = arg;
  const Geometry *g = job->g;
  i64 image = part / job->strips, first = part % job->strips * job->rows, count = min_i64(job->rows, g->oh - first), row;
  const float *x = pack_strip(g, job->x + image * g->h * g->w * g->ci, first, count, &row);
  if (x == NULL) {
    job->failed = 1;
    return;
  }
  /* The values of a kernel row are contiguous unless the kernel is dilated. */
  i64 pieces = g->dw == 1 ? 1 : g->kw, length = g->dw == 1 ? g->kw * g->ci : g->ci, values = g->kh * g->kw * g->ci;
  float *y = job->y + (image * g->oh + first) * g->ow * g->co;
  float edge[TILE * BLOCK];
  for (i64 block = 0; block < g->co; block += BLOCK) {
    i64 here = min_i64(BLOCK, g->co - block);
    int vectors = here <= LANES ? 1 : 2, whole_vectors = here == vectors * LANES;
    const float *filter = job->filter + block * values, *bias = job->bias + block;
    for (i64 r = 0; r < count; r++)
      for (i64 c = 0; c < g->ow;) {
        i64 tile = tile_of(g->ow - c);
        const float *at = x + r * g->sh * row + c * g->sw * g->ci;
        float *to = y + (r * g->ow + c) * g->co + block;
        Forward sum = forward_tiles[vectors][tile];
        if (whole_vectors) {
          sum(at, g->dh * row, g->sw * g->ci, g->kh, pieces, g->dw * g->ci, length, filter, to, g->co, job->finish, bias);
        } else {
          sum(at, g->dh * row, g->sw * g->ci, g->kh, pieces, g->dw * g->ci, length, filter, edge, BLOCK, job->finish, bias);
          for (i64 t = 0; t < tile; t++) memcpy(to + t * g->co, edge + t * BLOCK, (size_t)here * sizeof(float));
        }
        c += tile;
      }
  }
}

static int forward_direct(const Geometry *g, const float *x, const float *w, const float *bias, Finish finish, float *y) {
  i64 values = g->kh * g->kw * g->ci, blocks = (g->co + BLOCK - 1) / BLOCK;
  float *filter = aligned_alloc(64, (size_t)(blocks * (values + 1) * BLOCK) * sizeof(float));
  if (filter == NULL) return 1;
  for (i64 b = 0; b < blocks; b++) {
    i64 here = min_i64(BLOCK, g->co - b * BLOCK);
    for (i64 v = 0; v < values; v++) {
      float *to = filter + (b * values + v) * BLOCK;
      memcpy(to, w + v * g->co + b * BLOCK, (size_t)here * sizeof(float));
      if (here < BLOCK) memset(to + here, 0, (size_t)(BLOCK - here) * sizeof(float));
    }
  }
  float *biases = filter + blocks * values * BLOCK;
  memset(biases, 0, (size_t)(blocks * BLOCK) * sizeof(float));
  if (finish >= BIAS) memcpy(biases, bias, (size_t)g->co * sizeof(float));
  ForwardJob job = {.g = g, .x = x, .filter = filter, .bias = biases, .y = y, .finish = finish, .rows = rows_of_strip(g)};
  job.strips = (g->oh + job.rows - 1) / job.rows;
  in_parallel(forward_part, &job, g->n * job.strips);
  free(filter);
  return job.failed;
}

/* Returns 0, or 1 if out of memory. */
static int forward(const i64 *geometry, const float *x, const float *w, const Epilogue *after, float *y) {
  const Geometry *g = (const Geometry *)geometry;
  int done = winograd_fits(g) ? winograd_forward(g, x, w, after, y) : -1;
  if (done >= 0) return done;
  done = (few_channels_fit(g) ? few_channels_forward : forward_direct)(g, x, w, after->bias, after->finish, y);
  if (done == 0 && after->pooled) done = penstock_max_pool((i64[]){g->n, g->oh, g->ow, g->co, 2, 2}, y, after->pooled);
  if (done == 0 && after->relu_mask) done = mask_pixels(y, after->relu_mask, g->n * g->oh * g->ow, g->co, after->sums);
  return done;
}

int penstock_conv_forward(const i64 *geometry, const float *x, const float *w, float *y) {
  return forward(geometry, x, w, &(Epilogue){.finish = WRITE}, y);
}

int penstock_conv_bias(const i64 *geometry, const float *x, const float *w, const float *bias, float *y) {
  return forward(geometry, x, w, &(Epilogue){.finish = BIAS, .bias = bias}, y);
}

int penstock_conv_bias_relu(const i64 *geometry, const float *x, const float *w, const float *bias, float *y) {
  return forward(geometry, x, w, &(Epilogue){.finish = BIAS_RELU, .bias = bias}, y);
}

int penstock_conv_bias_relu_pool(const i64 *geometry, const float *x, const float *w, const float *bias, float *y, float *pooled) {
  return forward(geometry, x, w, &(Epilogue){.finish = BIAS_RELU, .bias = bias, .pooled = pooled}, y);
}

/* Gradient with respect to an input that is the output of `relu`, masked by it, and the gradient of the bias before the
   `relu`. */
int penstock_conv_gated(const i64 *geometry, const float *x, const float *w, const float *relu_mask, float *y, float *sums) {
  return forward(geometry, x, w, &(Epilogue){.finish = WRITE, .relu_mask = relu_mask, .sums = sums}, y);
}

/* -- the gradient of the filter ----------------------------------------------------------------------------------------- */

typedef struct {
  const Geometry *g;
  const float *x, *dy;
  float *sums, *dw; /* partial sums, one per range of strips; the total */
  i64 rows, strips, ranges, channels;
  _Atomic int failed;
} GradientJob;

static void gradient_strip(GradientJob *job, i64 part, float *sum) {
  const Geometry *g = job->g;
  i64 image = part / job->strips, first = part % job->strips * job->rows, count = min_i64(job->rows, g->oh - first), row;
  const float *x = pack_strip(g, job->x + image * g->h * g->w * g->ci, first, count, &row);
  const float *dy = job->dy + (image * g->oh + first) * g->ow * g->co;
  i64 channels = job->channels;
  if (x != NULL && channels != g->co) { /* whole vectors */
    float *wide = scratch(1, count * g->ow * channels);
    for (i64 i = 0; wide != NULL && i < count * g->ow; i++) {
      memcpy(wide + i * channels, dy + i * g->co, (size_t)g->co * sizeof(float));
      memset(wide + i * channels + g->co, 0, (size_t)(channels - g->co) * sizeof(float));
    }
    dy = wide;
  }
  if (x == NULL || dy == NULL) {
    job->failed = 1;
    return;
  }
  i64 pieces = g->dw == 1 ? 1 : g->kw, length = g->dw == 1 ? g->kw * g->ci : g->ci;
  /* As many rows at a time as stay in the L1 cache, but enough pixels to amortize loading the accumulators. */
  i64 near = max_i64(NEAR_BYTES / (i64)sizeof(float) / (g->sh * row + g->ow * channels), (128 + g->ow - 1) / g->ow);
  for (i64 r = 0; r < count; r += near) {
    i64 rows = min_i64(near, count - r);
    for (i64 ky = 0; ky < g->kh; ky++)
      for (i64 q = 0; q < pieces; q++)
        for (i64 m = 0; m < length;) {
          i64 tile = tile_of(length - m);
          const float *at = x + (r * g->sh + ky * g->dh) * row + q * g->dw * g->ci + m;
          float *to = sum + ((ky * pieces + q) * length + m) * channels;
          for (i64 block = 0; block < channels; block += BLOCK) {
            int vectors = channels - block >= BLOCK ? 2 : 1;
            gradient_tiles[vectors][tile](at, g->sh * row, g->sw * g->ci, rows, g->ow, dy + r * g->ow * channels + block,
                                          g->ow * channels, channels, to + block, channels, ADD);
          }
          m += tile;
        }
  }
}

static void gradient_range(void *arg, i64 range) {
  GradientJob *job = arg;
  const Geometry *g = job->g;
  i64 parts = g->n * job->strips, begin = parts * range / job->ranges, end = parts * (range + 1) / job->ranges;
  float *sum = job->sums + range * g->kh * g->kw * g->ci * job->channels;
  memset(sum, 0, (size_t)(g->kh * g->kw * g->ci * job->channels) * sizeof(float));
  for (i64 part = begin; part < end; part++) gradient_strip(job, part, sum);
}

static void add_ranges(void *arg, i64 ky) {
  GradientJob *job = arg;
  const Geometry *g = job->g;
  i64 values = g->kw * g->ci, size = g->kh * values * job->channels;
  for (i64 v = ky * values; v < (ky + 1) * values; v++)
    for (i64 c = 0; c < g->co; c++) {
      float total = 0;
      for (i64 range = 0; range < job->ranges; range++) total += job->sums[range * size + v * job->channels + c];
      job->dw[v * g->co + c] = total;
    }
}

int penstock_conv_filter_gradient(const i64 *geometry, const float *x, const float *dy, float *dw) {
  const Geometry *g = (const Geometry *)geometry;
  int done = winograd_fits(g) ? winograd_filter_gradient(g, x, dy, dw) : -1;
  if (done >= 0) return done;
  GradientJob job = {.g = g, .x = x, .dy = dy, .dw = dw, .rows = rows_of_strip(g)};
  job.channels = (g->co + LANES - 1) / LANES * LANES;
  job.strips = (g->oh + job.rows - 1) / job.rows;
  job.ranges = min_i64(g->n * job.strips, processors());
  job.sums = aligned_alloc(64, (size_t)(job.ranges * g->kh * g->kw * g->ci * job.channels) * sizeof(float));
  if (job.sums == NULL) return 1;
  in_parallel(gradient_range, &job, job.ranges);
  in_parallel(add_ranges, &job, g->kh);
  free(job.sums);
  return job.failed;
}

/* -- each channel by itself --------------------------------------------------------------------------------------------- */

typedef struct {
  const Geometry *g;
  const float *x, *weights; /* for each kernel position a row of weights, repeated to fill whole vectors */
  float *y;
  i64 rows, strips, period;
  _Atomic int failed;
} ChannelsJob;

static void channels_part(void *arg, i64 part) {
  ChannelsJob *job = arg;
  const Geometry *g = job->g;
  i64 image = part / job->strips, first = part % job->strips * job->rows, count = min_i64(job->rows, g->oh - first), row;
  const float *x = pack_strip(g, job->x + image * g->h * g->w * g->ci, first, count, &row);
  if (x == NULL) {
    job->failed = 1;
    return;
  }
  i64 length = g->ow * g->ci;
  for (i64 r = 0; r < count; r++) {
    const float *from = x + r * g->sh * row;
    float *to = job->y + (image * g->oh + first + r) * length;
    for (i64 i = 0, at = 0; i < length; i += LANES, at = at + LANES < job->period ? at + LANES : 0) {
      const float *weights = job->weights + at;
      i64 here = min_i64(LANES, length - i);
      if (here == LANES) {
        vec sum = {0};
        for (i64 ky = 0; ky < g->kh; ky++)
          for (i64 kx = 0; kx < g->kw; kx++, weights += job->period)
            sum += load(from + ky * g->dh * row + kx * g->dw * g->ci + i) * load(weights);
        store(to + i, sum);
        continue;
      }
      float sums[LANES] = {0};
      for (i64 ky = 0; ky < g->kh; ky++)
        for (i64 kx = 0; kx < g->kw; kx++, weights += job->period)
          for (i64 lane = 0; lane < here; lane++)
            sums[lane] += from[ky * g->dh * row + kx * g->dw * g->ci + i + lane] * weights[lane];
      memcpy(to + i, sums, (size_t)here * sizeof(float));
    }
  }
}

/* Depthwise convolution. w: (kh, kw, ci); channel multiplier 1, horizontal stride 1. Returns 0, or 1 if out of memory. */
int penstock_conv_channels(const i64 *geometry, const float *x, const float *w, float *y) {
  const Geometry *g = (const Geometry *)geometry;
  ChannelsJob job = {.g = g, .x = x, .y = y, .rows = rows_of_strip(g), .period = LANES};
  while (job.period % g->ci) job.period += LANES;
  i64 positions = g->kh * g->kw;
  float *weights = aligned_alloc(64, (size_t)(positions * job.period) * sizeof(float));
  if (weights == NULL) return 1;
  for (i64 position = 0; position < positions; position++)
    for (i64 i = 0; i < job.period; i++) weights[position * job.period + i] = w[position * g->ci + i % g->ci];
  job.weights = weights;
  job.strips = (g->oh + job.rows - 1) / job.rows;
  in_parallel(channels_part, &job, g->n * job.strips);
  free(weights);
  return job.failed;
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

/* Operands: two arrays, the geometry, optionally the bias or the mask. */
HANDLER(penstock_xla_conv_forward, penstock_conv_forward(IN(2), IN(0), IN(1), OUT(0)))
HANDLER(penstock_xla_conv_bias, penstock_conv_bias(IN(2), IN(0), IN(1), IN(3), OUT(0)))
HANDLER(penstock_xla_conv_bias_relu, penstock_conv_bias_relu(IN(2), IN(0), IN(1), IN(3), OUT(0)))
HANDLER(penstock_xla_conv_bias_relu_pool, penstock_conv_bias_relu_pool(IN(2), IN(0), IN(1), IN(3), OUT(0), OUT(1)))
HANDLER(penstock_xla_conv_gated, penstock_conv_gated(IN(2), IN(0), IN(1), IN(3), OUT(0), OUT(1)))
HANDLER(penstock_xla_conv_channels, penstock_conv_channels(IN(2), IN(0), IN(1), OUT(0)))
HANDLER(penstock_xla_conv_filter_gradient, penstock_conv_filter_gradient(IN(2), IN(0), IN(1), OUT(0)))
