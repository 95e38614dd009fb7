/* Convolutions with few output channels (MAX_CHANNELS at most), vectorized over pixels instead of channels.

   A strip of input rows is packed with its padding in planar layout (NCHW), so that neighbours along a row are contiguous. A
   block of several vectors of pixels by all output channels is accumulated in registers, with the weights broadcast; the
   channels are interleaved again when the block is stored. */

#include "conv.h"
#include "transpose_lanes.h"

#include <stdatomic.h>
#include <string.h>

#define MAX_CHANNELS 8
#define MAX_VECTORS 8
#define STRIP_BYTES (256 << 10)
#define NEAR_BYTES (32 << 10)
#define INLINE static inline __attribute__((always_inline))

typedef struct {
  const Geometry *g;
  const float *x, *bias;
  float *weights, *y; /* the first: packed as (kh, ci, kw, co) */
  Finish finish;
  i64 rows, strips, plane; /* output rows per strip, strips per image, floats per plane row */
  bits apart[MAX_CHANNELS][MAX_CHANNELS], per_task[MAX_CHANNELS][MAX_CHANNELS];
  _Atomic int failed;
} FewChannelsJob;

int few_channels_fit(const Geometry *g) { return g->co <= MAX_CHANNELS && g->co < LANES && g->sw == 1 && g->ow >= LANES; }

/* -- channels, apart and together --------------------------------------------------------------------------------------- */

/* Shuffle masks that interleave or deinterleave `n` channels: for lane `lane` of vector `i`, a mask for each result and each
   source vector. */
static void find_lanes(i64 n, int per_task, bits masks[MAX_CHANNELS][MAX_CHANNELS]) {
  for (i64 i = 0; i < n; i++)
    for (i64 lane = 0; lane < LANES; lane++) {
      i64 at = per_task ? i * LANES + lane : lane * n + i;
      i64 vector = per_task ? at % n : at / LANES, there = per_task ? at / n : at % LANES;
      for (i64 v = 0; v < n; v++) masks[i][v][lane] = (int32_t)(v == vector ? LANES + there : lane);
    }
}

INLINE void rearrange(const vec *from, int n, const bits masks[MAX_CHANNELS][MAX_CHANNELS], vec *to) {
  for (int i = 0; i < n; i++) {
    vec v = from[0];
    for (int j = 0; j < n; j++) v = __builtin_shuffle(v, from[j], masks[i][j]);
    to[i] = v;
  }
}

#if LANES == 16
#define EVEN(x, y) __builtin_shufflevector(x, y, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#define ODD(x, y) __builtin_shufflevector(x, y, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
#else
#define EVEN(x, y) __builtin_shufflevector(x, y, 0, 2, 4, 6, 8, 10, 12, 14)
#define ODD(x, y) __builtin_shufflevector(x, y, 1, 3, 5, 7, 9, 11, 13, 15)
#endif

/* The same for powers of two, by a butterfly of halves. */
INLINE void interleave(vec *v, int n) {
  vec w[MAX_CHANNELS];
  for (int round = 1; round < n; round *= 2) {
    for (int i = 0; i < n / 2; i++) w[2 * i] = LOW(v[i], v[i + n / 2]), w[2 * i + 1] = HIGH(v[i], v[i + n / 2]);
    for (int i = 0; i < n; i++) v[i] = w[i];
  }
}

INLINE void separate(vec *v, int n) {
  vec w[MAX_CHANNELS];
  for (int round = 1; round < n; round *= 2) {
    for (int i = 0; i < n / 2; i++) w[i] = EVEN(v[2 * i], v[2 * i + 1]), w[i + n / 2] = ODD(v[2 * i], v[2 * i + 1]);
    for (int i = 0; i < n; i++) v[i] = w[i];
  }
}

/* -- strips ------------------------------------------------------------------------------------------------------------- */

INLINE void some_apart(const FewChannelsJob *job, const float *from, i64 count, float *to, int n) {
  i64 pixel = 0;
  for (; pixel + LANES <= count; pixel += LANES) {
    vec v[MAX_CHANNELS], w[MAX_CHANNELS];
    for (int i = 0; i < n; i++) v[i] = load(from + pixel * n + i * LANES);
    if (n & (n - 1)) {
      rearrange(v, n, job->apart, w);
    } else {
      separate(v, n);
      for (int i = 0; i < n; i++) w[i] = v[i];
    }
    for (int i = 0; i < n; i++) store(to + i * job->plane + pixel, w[i]);
  }
  for (; pixel < count; pixel++)
    for (int i = 0; i < n; i++) to[i * job->plane + pixel] = from[pixel * n + i];
}

/* Deinterleaves the channels of contiguous pixels into planes. */
static void all_apart(const FewChannelsJob *job, const float *from, i64 count, float *to) {
  i64 channels = job->g->ci;
  switch (channels) {
    case 1: memcpy(to, from, (size_t)count * sizeof(float)); return;
    case 2: some_apart(job, from, count, to, 2); return;
    case 3: some_apart(job, from, count, to, 3); return;
    case 4: some_apart(job, from, count, to, 4); return;
    case 5: some_apart(job, from, count, to, 5); return;
    case 6: some_apart(job, from, count, to, 6); return;
    case 7: some_apart(job, from, count, to, 7); return;
    case 8: some_apart(job, from, count, to, 8); return;
  }
  i64 arg = channels >= LANES ? count / LANES * LANES : 0;
  for (i64 pixel = 0; pixel < arg; pixel += LANES)
    for (i64 i = 0; i < channels; i += LANES) {
      i64 c = min_i64(i, channels - LANES);
      vec v[LANES];
      for (int j = 0; j < LANES; j++) v[j] = load(from + (pixel + j) * channels + c);
      transpose_vectors(v);
      for (int j = 0; j < LANES; j++) store(to + (c + j) * job->plane + pixel, v[j]);
    }
  for (i64 pixel = arg; pixel < count; pixel++)
    for (i64 c = 0; c < channels; c++) to[c * job->plane + pixel] = from[pixel * channels + c];
}

/* Packs into planes the input rows that `count` output rows from `first` on need, with their padding. NULL if out of memory. */
static const float *pack_planes(const FewChannelsJob *job, const float *image, i64 first, i64 count) {
  const Geometry *g = job->g;
  i64 rows = (count - 1) * g->sh + (g->kh - 1) * g->dh + 1, begin = first * g->sh - g->top, row = g->ci * job->plane;
  i64 before = min_i64(g->left, job->plane), inside = max_i64(0, min_i64(job->plane - before, g->w)), after = job->plane - before - inside;
  float *to = scratch(0, rows * row);
  for (i64 r = 0; to != NULL && r < rows; r++) {
    float *line = to + r * row;
    if (begin + r < 0 || begin + r >= g->h) {
      memset(line, 0, (size_t)row * sizeof(float));
      continue;
    }
    for (i64 c = 0; c < g->ci; c++) {
      memset(line + c * job->plane, 0, (size_t)before * sizeof(float));
      memset(line + c * job->plane + before + inside, 0, (size_t)after * sizeof(float));
    }
    all_apart(job, image + (begin + r) * g->w * g->ci, inside, line + before);
  }
  return to;
}

/* -- sums --------------------------------------------------------------------------------------------------------------- */

INLINE void finish_sums(const FewChannelsJob *job, vec *sums, int channels) {
  for (int o = 0; o < channels; o++) {
    if (job->finish >= BIAS) sums[o] += job->bias[o];
    if (job->finish == BIAS_RELU) sums[o] = relu(sums[o]);
  }
}

/* Stores `left` pixels, a full vector if it is 0. */
INLINE void write_pixels(const FewChannelsJob *job, vec *sums, int channels, i64 left, float *y) {
  vec made[MAX_CHANNELS];
  finish_sums(job, sums, channels);
  if (channels & (channels - 1)) {
    rearrange(sums, channels, job->per_task, made);
  } else {
    interleave(sums, channels);
    for (int o = 0; o < channels; o++) made[o] = sums[o];
  }
  if (left >= LANES)
    for (int o = 0; o < channels; o++) store(y + o * LANES, made[o]);
  else if (left > 0)
    memcpy(y, made, (size_t)(left * channels) * sizeof(float));
}

INLINE void sum_block(const FewChannelsJob *job, const float *x, i64 left, float *y, int channels, int vectors) {
  const Geometry *g = job->g;
  const float *w = job->weights;
  vec sums[MAX_VECTORS][MAX_CHANNELS];
  for (int v = 0; v < vectors; v++)
    for (int o = 0; o < channels; o++) sums[v][o] = (vec){0};
  for (i64 ky = 0; ky < g->kh; ky++)
    for (i64 c = 0; c < g->ci; c++) {
      const float *at = x + (ky * g->dh * g->ci + c) * job->plane;
      for (i64 kx = 0; kx < g->kw; kx++, at += g->dw, w += channels) {
        vec pixels[MAX_VECTORS];
        for (int v = 0; v < vectors; v++) pixels[v] = load(at + v * LANES);
        for (int o = 0; o < channels; o++)
          for (int v = 0; v < vectors; v++) sums[v][o] += w[o] * pixels[v];
      }
    }
  for (int v = 0; v < vectors; v++) write_pixels(job, sums[v], channels, left - v * LANES, y + v * LANES * channels);
}

/* One function per number of vectors and of channels, so that each accumulator is a register. */
#define BLOCK_OF(V, O)                                                                                                         \
  static void block_##V##_##O(const FewChannelsJob *job, const float *x, i64 left, float *y) { sum_block(job, x, left, y, O, V); }
#define NAME_OF(V, O) [V][O] = block_##V##_##O,
#if LANES == 16
#define ALL_BLOCKS(M)                                                                                                          \
  M(1, 1) M(2, 1) M(3, 1) M(4, 1) M(5, 1) M(6, 1) M(7, 1) M(8, 1)                                                              \
  M(1, 2) M(2, 2) M(3, 2) M(4, 2) M(5, 2) M(6, 2) M(1, 3) M(2, 3) M(3, 3) M(4, 3) M(5, 3) M(6, 3)                              \
  M(1, 4) M(2, 4) M(3, 4) M(4, 4) M(5, 4) M(1, 5) M(2, 5) M(3, 5) M(4, 5)                                                      \
  M(1, 6) M(2, 6) M(3, 6) M(1, 7) M(2, 7) M(3, 7) M(1, 8) M(2, 8) M(3, 8)
static const i64 most_vectors[MAX_CHANNELS + 1] = {0, 8, 6, 6, 5, 4, 3, 3, 3};
#else
#define ALL_BLOCKS(M)                                                                                                          \
  M(1, 1) M(2, 1) M(3, 1) M(4, 1) M(5, 1) M(6, 1) M(7, 1) M(1, 2) M(2, 2) M(3, 2) M(4, 2) M(1, 3) M(2, 3) M(3, 3)               \
  M(1, 4) M(2, 4) M(1, 5) M(2, 5) M(1, 6) M(1, 7) M(1, 8)
static const i64 most_vectors[MAX_CHANNELS + 1] = {0, 7, 4, 3, 2, 2, 1, 1, 1};
#endif
ALL_BLOCKS(BLOCK_OF)
static void (*const blocks[MAX_VECTORS + 1][MAX_CHANNELS + 1])(const FewChannelsJob *, const float *, i64, float *) = {ALL_BLOCKS(NAME_OF)};

static void planes_part(void *arg, i64 part) {
  FewChannelsJob *job = arg;
  const Geometry *g = job->g;
  i64 image = part / job->strips, first = part % job->strips * job->rows, count = min_i64(job->rows, g->oh - first);
  const float *x = pack_planes(job, job->x + image * g->h * g->w * g->ci, first, count);
  if (x == NULL) {
    job->failed = 1;
    return;
  }
  float *y = job->y + (image * g->oh + first) * g->ow * g->co;
  i64 vectors = (g->ow + LANES - 1) / LANES, times = (vectors + most_vectors[g->co] - 1) / most_vectors[g->co];
  vectors = (vectors + times - 1) / times;
  /* As many blocks of a row at once as keep the rows that the next row needs in the cache. The last block may overlap the
     one before. */
  i64 per_task = max_i64(1, NEAR_BYTES / (i64)sizeof(float) / (g->kh * g->ci * vectors * LANES));
  for (i64 begin = 0; begin < times; begin += per_task)
    for (i64 r = 0; r < count; r++)
      for (i64 i = begin; i < min_i64(begin + per_task, times); i++) {
        i64 c = max_i64(0, min_i64(i * vectors * LANES, g->ow - vectors * LANES));
        blocks[vectors][g->co](job, x + r * g->sh * g->ci * job->plane + c, g->ow - c, y + (r * g->ow + c) * g->co);
      }
}

int few_channels_forward(const Geometry *g, const float *x, const float *w, const float *bias, Finish finish, float *y) {
  FewChannelsJob job = {.g = g, .x = x, .bias = bias, .y = y, .finish = finish};
  i64 values = g->kh * g->kw * g->ci * g->co;
  job.weights = scratch(1, values);
  if (job.weights == NULL) return 1;
  for (i64 ky = 0; ky < g->kh; ky++)
    for (i64 kx = 0; kx < g->kw; kx++)
      for (i64 c = 0; c < g->ci; c++)
        memcpy(job.weights + ((ky * g->ci + c) * g->kw + kx) * g->co, w + ((ky * g->kw + kx) * g->ci + c) * g->co, (size_t)g->co * sizeof(float));
  if (g->ci <= MAX_CHANNELS) find_lanes(g->ci, 0, job.apart);
  find_lanes(g->co, 1, job.per_task);
  job.plane = (g->ow + LANES - 1) / LANES * LANES + ((g->kw - 1) * g->dw + LANES - 1) / LANES * LANES;
  i64 row_bytes = job.plane * g->ci * (i64)sizeof(float);
  i64 rows = max_i64(1, (STRIP_BYTES / row_bytes - (g->kh - 1) * g->dh - 1) / g->sh + 1);
  rows = max_i64(rows, 4 * (g->kh - 1) * g->dh / g->sh); /* the halo rows between two strips are packed twice */
  job.rows = min_i64(g->oh, min_i64(rows, max_i64(1, g->n * g->oh / (4 * processors()))));
  job.strips = (g->oh + job.rows - 1) / job.rows;
  in_parallel(planes_part, &job, g->n * job.strips);
  return job.failed;
}
