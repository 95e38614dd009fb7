/* Convolutions and products of matrices of eight-bit integers, summed in 32 bits: exact, up to wrapping around as int32 does.

   (a - za)(b - zb), summed over k, is the sum of a b, less zb times the sum of a row, less za times the sum of a column, plus
   k za zb. So zero points cost nothing inside: rows of pixels are unsigned, weights signed (the highest bit of one that is not
   is turned over, which moves its zero point by 128), and VNNI's instruction multiplies them four at a time. Processors without
   it multiply pairs of 16 bits. The lowest and the highest result are found while they are written. */

#include "thread_pool.h"

#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef int32_t i32;

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#if defined(__AVX512BW__)
#define LANES 16
#define ROWS 12
#elif defined(__AVX2__)
#define LANES 8
#define ROWS 6
#else
#define LANES 4
#define ROWS 6
#endif
#define BLOCK (2 * LANES)
#define FEW_ROWS 3     /* up to so many, weights are not worth interleaving */
#define TASK_ROWS 48   /* of a task, and as many as stay in the cache with their columns */
#define TASK_BYTES (256 << 10)

typedef i32 Lanes __attribute__((vector_size(LANES * 4), aligned(4), may_alias));

/* -- the kinds of products ------------------------------------------------------------------------------------------------ */

static inline Lanes dot_of_pairs(Lanes sum, Lanes a, Lanes b) {
#if defined(__AVX512BW__)
  return sum + (Lanes)_mm512_madd_epi16((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
  return sum + (Lanes)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
  return sum + (Lanes)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
  return sum + (a << 16 >> 16) * (b << 16 >> 16) + (a >> 16) * (b >> 16);
#endif
}

#define LANE 2
#define VALUE int16_t
#define DOT dot_of_pairs
#define SUFFIX _of_pairs
#include "eight_bit_tiles.h"

#if defined(__AVX512BW__)
#pragma GCC push_options
#pragma GCC target("avx512vnni")
static inline __attribute__((always_inline)) Lanes dot_of_fours(Lanes sum, Lanes a, Lanes b) {
  return (Lanes)_mm512_dpbusd_epi32((__m512i)sum, (__m512i)a, (__m512i)b);
}
#define LANE 4
#define VALUE int8_t
#define DOT dot_of_fours
#define SUFFIX _of_fours
#include "eight_bit_tiles.h"
#pragma GCC pop_options
#endif

/* Checked at run time: not every processor of this level has it. */
static int has_fours(void) {
#if defined(__AVX512BW__)
  static int known;
  if (known == 0) known = __builtin_cpu_supports("avx512vnni") ? 1 : -1;
  return known > 0;
#else
  return 0;
#endif
}

/* -- a convolution -------------------------------------------------------------------------------------------------------- */

typedef struct {
  i64 batch, height, width, channels, rows, columns, outs, out_height, out_width, stride, top, left;
  i64 x_signed, w_signed;
} Geometry;

typedef struct {
  Geometry g;
  const u8 *x, *w;
  u8 x_flip, w_flip;
  i32 zero_x, zero_w; /* after flipping */
  i64 k, steps, pixels, task_rows, row_tasks, column_tasks, blocks;
  int fours;
  void *weights;
  int16_t *values; /* of few rows, less what means 0 */
  i64 few_tasks, groups, padded;
  i32 *sums; /* of columns; later what a column's results are moved by */
  i32 *out, (*ends)[2];
  int failed;
} Product;

static i64 lane_of(const Product *job) { return job->fours ? 4 : 2; }

static void weights_part(void *arg, i64 block) {
  Product *job = arg;
  i64 size = job->steps * lane_of(job) * BLOCK, first = block * BLOCK;
  i32 *sums = job->sums + first;
#if defined(__AVX512BW__)
  if (job->fours)
    interleave_of_fours(job->w, job->w_flip, job->k, job->g.outs, first, (int8_t *)job->weights + block * size, sums);
  else
#endif
    interleave_of_pairs(job->w, job->w_flip, job->k, job->g.outs, first, (int16_t *)job->weights + block * size, sums);
  for (int i = 0; i < BLOCK; i++) sums[i] = (i32)job->k * job->zero_x * job->zero_w - job->zero_x * sums[i];
}

/* The values under the kernel at one place; outside of the picture is what means 0. */
static void gather(const Product *job, i64 pixel, u8 *to) {
  const Geometry *g = &job->g;
  i64 x0 = pixel % g->out_width * g->stride - g->left, rest = pixel / g->out_width;
  i64 y0 = rest % g->out_height * g->stride - g->top, n = rest / g->out_height;
  i64 from = max_i64(0, -x0), end = max_i64(from, min_i64(g->columns, g->width - x0)), c = g->channels;
  for (i64 row = 0; row < g->rows; row++, to += g->columns * c) {
    i64 y = y0 + row;
    if (y < 0 || y >= g->height) {
      memset(to, (u8)job->zero_x ^ job->x_flip, (size_t)(g->columns * c));
      continue;
    }
    if (from) memset(to, (u8)job->zero_x ^ job->x_flip, (size_t)(min_i64(from, g->columns) * c));
    if (end > from) memcpy(to + from * c, job->x + ((n * g->height + y) * g->width + x0 + from) * c, (size_t)((end - from) * c));
    if (end < g->columns) memset(to + end * c, (u8)job->zero_x ^ job->x_flip, (size_t)((g->columns - end) * c));
  }
}

/* The same less what means 0, which need not be a value that the type has. If it is below all of them, the outside is exactly
   0, as in 1.15; if it is above, the outside is its lowest eight bits, also as in 1.15. */
static void gather_differences(const Product *job, i64 pixel, u8 *line, i32 *to) {
  const Geometry *g = &job->g;
  i64 x0 = pixel % g->out_width * g->stride - g->left, y0 = pixel / g->out_width % g->out_height * g->stride - g->top;
  gather(job, pixel, line);
  for (i64 i = 0; i < job->k; i++) to[i] = (line[i] ^ job->x_flip) - job->zero_x;
  for (i64 y = y0; job->zero_x < 0 && y < y0 + g->rows; y++)
    for (i64 x = x0; x < x0 + g->columns; x++, to += g->channels)
      if (y < 0 || y >= g->height || x < 0 || x >= g->width) memset(to, 0, (size_t)g->channels * sizeof *to);
}

static i32 sum_of(const u8 *x, i64 count) {
  i32 sum = 0;
  for (i64 i = 0; i < count; i++) sum += x[i];
  return sum;
}

static inline void note_ends(i32 *ends, const i32 *out, i64 count) {
  i32 low = ends[0], high = ends[1];
  for (i64 i = 0; i < count; i++) low = out[i] < low ? out[i] : low, high = out[i] > high ? out[i] : high;
  ends[0] = low, ends[1] = high;
}

static void rows_part(void *arg, i64 part) {
  Product *job = arg;
  i64 first = part / job->column_tasks * job->task_rows, count = min_i64(job->task_rows, job->pixels - first);
  i64 lane = lane_of(job), length = job->steps * lane, k = job->k, outs = job->g.outs;
  i64 per_column_task = (job->blocks + job->column_tasks - 1) / job->column_tasks;
  i64 block0 = part % job->column_tasks * per_column_task, block1 = min_i64(job->blocks, block0 + per_column_task);
  const Geometry *g = &job->g;
  int plain = g->rows == 1 && g->columns == 1 && g->stride == 1 && !g->top && !g->left && g->out_height == g->height &&
              g->out_width == g->width;
  int in_place = plain && job->fours && k % 4 == 0 && !job->x_flip;
  u8 *rows = in_place ? NULL : (u8 *)scratch(0, (count * length * (job->fours ? 1 : 2) + k + 7) / 4 + 16);
  i32 moved[TASK_ROWS], sums[ROWS * BLOCK], *ends = job->ends[part];
  ends[0] = INT32_MAX, ends[1] = INT32_MIN;
  if (rows == NULL && !in_place) {
    job->failed = 1;
    return;
  }
  u8 *line = in_place ? NULL : rows + count * length * (job->fours ? 1 : 2);
  for (i64 r = 0; r < count; r++) {
    const u8 *from = plain ? job->x + (first + r) * k : line;
    if (!in_place) {
      u8 *to = job->fours ? rows + r * length : line;
      if (!plain) gather(job, first + r, to), from = to;
      if (job->fours) {
        if (job->x_flip)
          for (i64 i = 0; i < k; i++) to[i] = from[i] ^ 0x80;
        else if (from != to)
          memcpy(to, from, (size_t)k);
        memset(to + k, 0, (size_t)(length - k));
        from = to;
      } else {
        int16_t *wide = (int16_t *)rows + r * length;
        for (i64 i = 0; i < k; i++) wide[i] = from[i] ^ job->x_flip;
        for (i64 i = k; i < length; i++) wide[i] = 0;
        if (job->x_flip) {
          i32 sum = 0;
          for (i64 i = 0; i < k; i++) sum += wide[i];
          moved[r] = -job->zero_w * sum;
          continue;
        }
      }
    }
    moved[r] = -job->zero_w * sum_of(from, k);
  }
  const u8 *a = in_place ? job->x + first * k : rows;
  for (i64 block = block0; block < block1; block++) {
    i64 column = block * BLOCK, width = min_i64(BLOCK, outs - column);
    const i32 *base = job->sums + column;
    for (i64 r = 0; r < count;) {
      i64 tiles = (count - r + ROWS - 1) / ROWS, some = (count - r + tiles - 1) / tiles;
#if defined(__AVX512BW__)
      if (job->fours)
        tiles_of_fours[some - 1][width > LANES]((const int8_t *)a + r * length, length,
                                                (const int8_t *)job->weights + block * job->steps * 4 * BLOCK, job->steps, sums);
      else
#endif
        tiles_of_pairs[some - 1][width > LANES]((const int16_t *)a + r * length, length,
                                                (const int16_t *)job->weights + block * job->steps * 2 * BLOCK, job->steps, sums);
      for (i64 i = 0; i < some; i++) {
        i32 *out = job->out + (first + r + i) * outs + column, shift = moved[r + i];
        const i32 *sum = sums + i * BLOCK;
        if (width == BLOCK) {
          for (int j = 0; j < BLOCK; j++) out[j] = sum[j] + base[j] + shift;
          note_ends(ends, out, BLOCK);
        } else {
          for (i64 j = 0; j < width; j++) out[j] = sum[j] + base[j] + shift;
          note_ends(ends, out, width);
        }
      }
      r += some;
    }
  }
}

/* -- few rows: weights are read once, as they are ------------------------------------------------------------------------- */

#if defined(__AVX2__)
#define GROUP 8           /* rows of weights at once */
#define WIDTH (2 * LANES) /* columns at once */

#if defined(__AVX512BW__)
#define WIDENED(at) (Lanes)_mm512_cvtepi8_epi16(_mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(at)), _mm256_set1_epi8((char)flip)))
#define LOWER(a, b) (Lanes)_mm512_unpacklo_epi16((__m512i)(a), (__m512i)(b))
#define UPPER(a, b) (Lanes)_mm512_unpackhi_epi16((__m512i)(a), (__m512i)(b))
#else
#define WIDENED(at) (Lanes)_mm256_cvtepi8_epi16(_mm_xor_si128(_mm_loadu_si128((const __m128i *)(at)), _mm_set1_epi8((char)flip)))
#define LOWER(a, b) (Lanes)_mm256_unpacklo_epi16((__m256i)(a), (__m256i)(b))
#define UPPER(a, b) (Lanes)_mm256_unpackhi_epi16((__m256i)(a), (__m256i)(b))
#endif

/* Adds GROUP rows of WIDTH weights, times their values, to sums. Of each eight columns the first four are in the lower lanes. */
static inline __attribute__((always_inline)) void add_group(const u8 *w, i64 row, u8 flip, const int16_t *values, i64 apart, int rows,
                                                            i32 *sums, i64 padded) {
  Lanes low[FEW_ROWS], high[FEW_ROWS];
#pragma GCC unroll 3
  for (int r = 0; r < rows; r++) low[r] = *(Lanes *)(sums + r * padded), high[r] = *(Lanes *)(sums + r * padded + LANES);
#pragma GCC unroll 4
  for (int i = 0; i < GROUP; i += 2) {
    Lanes first = WIDENED(w + i * row), second = WIDENED(w + (i + 1) * row);
    Lanes lower = LOWER(first, second), upper = UPPER(first, second);
#pragma GCC unroll 3
    for (int r = 0; r < rows; r++) {
      i32 word;
      memcpy(&word, values + r * apart + i, 4);
      Lanes every = (Lanes){0} + word;
      low[r] = dot_of_pairs(low[r], lower, every), high[r] = dot_of_pairs(high[r], upper, every);
    }
  }
#pragma GCC unroll 3
  for (int r = 0; r < rows; r++) *(Lanes *)(sums + r * padded) = low[r], *(Lanes *)(sums + r * padded + LANES) = high[r];
}

static inline __attribute__((always_inline)) void add_groups(const Product *job, i64 first, i64 end, int rows, i32 *sums) {
  i64 outs = job->g.outs, whole = outs / WIDTH * WIDTH, apart = job->groups * GROUP;
  for (i64 group = first; group < end; group++) {
    i64 i = group * GROUP, left = min_i64(GROUP, job->k - i);
    const u8 *w = job->w + i * outs;
    const int16_t *values = job->values + i;
    u8 flip = job->w_flip, beside[GROUP * WIDTH] = {0};
    if (left == GROUP)
      for (i64 column = 0; column < whole; column += WIDTH)
        add_group(w + column, outs, flip, values, apart, rows, sums + column, job->padded);
    for (i64 column = left == GROUP ? whole : 0; column < outs; column += WIDTH) {
      for (i64 r = 0; r < left; r++) memcpy(beside + r * WIDTH, w + r * outs + column, (size_t)min_i64(WIDTH, outs - column));
      add_group(beside, WIDTH, flip, values, apart, rows, sums + column, job->padded);
    }
  }
}

static void few_rows_part(void *arg, i64 part) {
  Product *job = arg;
  i64 first = job->groups * part / job->few_tasks, end = job->groups * (part + 1) / job->few_tasks;
  i32 *sums = job->sums + part * job->pixels * job->padded;
  memset(sums, 0, (size_t)(job->pixels * job->padded) * sizeof *sums);
  if (job->pixels == 1)
    add_groups(job, first, end, 1, sums);
  else if (job->pixels == 2)
    add_groups(job, first, end, 2, sums);
  else
    add_groups(job, first, end, 3, sums);
}

/* Up to FEW_ROWS pixels, whose values differ by less than 16 bits from what means 0. Each task has some rows of the weights. */
static int few_rows(Product *job, i32 *ends) {
  i64 outs = job->g.outs, most = max_i64(1, job->k * outs >> 15);
  job->groups = (job->k + GROUP - 1) / GROUP, job->padded = (outs + WIDTH - 1) / WIDTH * WIDTH;
  job->few_tasks = max_i64(1, min_i64(min_i64(processors(), most), job->groups));
  i64 apart = job->groups * GROUP, sums = job->few_tasks * job->pixels * job->padded;
  i32 *memory = malloc((size_t)(sums + job->k + job->k / 4 + 16) * sizeof *memory + (size_t)(job->pixels * apart) * sizeof(int16_t));
  if (memory == NULL) return 1;
  i32 *line = memory + sums, whole[FEW_ROWS] = {0};
  job->sums = memory, job->values = (int16_t *)(line + job->k + job->k / 4 + 16);
  memset(job->values, 0, (size_t)(job->pixels * apart) * sizeof(int16_t));
  for (i64 r = 0; r < job->pixels; r++) {
    gather_differences(job, r, (u8 *)(line + job->k), line);
    for (i64 i = 0; i < job->k; i++) job->values[r * apart + i] = (int16_t)line[i], whole[r] += line[i];
  }
  in_parallel(few_rows_part, job, job->few_tasks);
  ends[0] = INT32_MAX, ends[1] = INT32_MIN;
  for (i64 r = 0; r < job->pixels; r++) {
    i32 *out = job->out + r * outs, shift = job->zero_w * whole[r];
    for (i64 part = 1; part < job->few_tasks; part++)
      for (i64 i = 0; i < job->padded; i++) memory[r * job->padded + i] += memory[(part * job->pixels + r) * job->padded + i];
    for (i64 i = 0; i < outs; i++) {
      i64 at = i % WIDTH; /* lanes have taken four columns of each eight */
      out[i] = memory[r * job->padded + i - at + (at & 4 ? LANES : 0) + at / 8 * 4 + at % 4] - shift;
    }
    note_ends(ends, out, outs);
  }
  free(memory);
  return 0;
}
#endif

/* The same in plain C, for values of any size. */
static void columns_part(void *arg, i64 part) {
  Product *job = arg;
  i64 outs = job->g.outs, first = part * 256, width = min_i64(256, outs - first);
  i32 *ends = job->ends[part];
  ends[0] = INT32_MAX, ends[1] = INT32_MIN;
  i32 *values = (i32 *)scratch(0, job->k + job->k / 4 + 16);
  if (values == NULL) {
    job->failed = 1;
    return;
  }
  for (i64 r = 0; r < job->pixels; r++) {
    i32 sums[256] = {0}, whole = 0;
    gather_differences(job, r, (u8 *)(values + job->k), values);
    for (i64 i = 0; i < job->k; i++) {
      i32 a = values[i];
      const u8 *w = job->w + i * outs + first;
      whole += a;
      if (a == 0) continue;
      if (width == 256)
        for (int j = 0; j < 256; j++) sums[j] += a * (int8_t)(w[j] ^ job->w_flip);
      else
        for (i64 j = 0; j < width; j++) sums[j] += a * (int8_t)(w[j] ^ job->w_flip);
    }
    i32 *out = job->out + r * outs + first;
    for (i64 j = 0; j < width; j++) out[j] = sums[j] - job->zero_w * whole;
    note_ends(ends, out, width);
  }
}

/* x: [batch, height, width, channels], w: [rows, columns, channels, outs], of uint8 or int8; zeros: the values of each that mean
   0; out: [batch, out_height, out_width, outs]; ends: the lowest and the highest of them. Returns 0, or 1 without memory. */
int penstock_eight_bit_conv(const i64 *geometry, const u8 *x, const u8 *w, const i32 *zeros, i32 *out, i32 *ends) {
  Product job = {.x = x, .w = w, .out = out, .fours = has_fours()};
  memcpy(&job.g, geometry, sizeof job.g);
  const Geometry *g = &job.g;
  job.x_flip = g->x_signed ? 0x80 : 0;
  job.w_flip = g->w_signed ? 0 : 0x80;
  job.zero_x = zeros[0] + (g->x_signed ? 128 : 0);
  job.zero_w = zeros[1] - (g->w_signed ? 0 : 128);
  job.k = g->rows * g->columns * g->channels;
  job.pixels = g->batch * g->out_height * g->out_width;
  ends[0] = ends[1] = 0;
  if (job.pixels == 0 || g->outs == 0) return 0;
  job.steps = (job.k + lane_of(&job) - 1) / lane_of(&job);
  job.blocks = (g->outs + BLOCK - 1) / BLOCK;
  int inside = !g->top && !g->left && (g->out_height - 1) * g->stride + g->rows <= g->height &&
               (g->out_width - 1) * g->stride + g->columns <= g->width;
  int few = job.pixels <= FEW_ROWS || (job.zero_x < 0 && !inside);
#if defined(__AVX2__)
  if (job.pixels <= FEW_ROWS && job.k > 0 && job.zero_x > -30000 && job.zero_x < 30000) return few_rows(&job, ends);
#endif
  i64 bytes = max_i64(1, job.steps * lane_of(&job) * (job.fours ? 1 : 2));
  job.task_rows = max_i64(ROWS, min_i64(TASK_ROWS, TASK_BYTES / bytes / ROWS * ROWS));
  job.row_tasks = (job.pixels + job.task_rows - 1) / job.task_rows;
  /* Few pixels: columns are divided as well, so that all processors have something to do. */
  job.column_tasks = min_i64(job.blocks, max_i64(1, 2 * processors() / job.row_tasks));
  i64 tasks = few ? (g->outs + 255) / 256 : job.row_tasks * job.column_tasks;
  size_t size = few ? 0 : (size_t)(job.blocks * BLOCK * bytes), sums = (size_t)(job.blocks * BLOCK) * sizeof(i32);
  char *memory = malloc(size + sums + (size_t)tasks * sizeof *job.ends + 64);
  if (memory == NULL) return 1;
  job.weights = memory, job.sums = (i32 *)(memory + size), job.ends = (i32(*)[2])(memory + size + sums);
  if (few) {
    in_parallel(columns_part, &job, tasks);
  } else {
    in_parallel(weights_part, &job, job.blocks);
    in_parallel(rows_part, &job, tasks);
  }
  ends[0] = INT32_MAX, ends[1] = INT32_MIN;
  for (i64 i = 0; i < tasks; i++) {
    ends[0] = job.ends[i][0] < ends[0] ? job.ends[i][0] : ends[0];
    ends[1] = job.ends[i][1] > ends[1] ? job.ends[i][1] : ends[1];
  }
  free(memory);
  return job.failed;
}

/* -- one channel by itself ------------------------------------------------------------------------------------------------ */

static void depthwise_part(void *arg, i64 part) {
  Product *job = arg;
  const Geometry *g = &job->g;
  i64 outs = g->outs, each = outs / g->channels, c = g->channels;
  i64 y = part % g->out_height, n = part / g->out_height;
  const i32 *weights = job->weights;
  i32 *ends = job->ends[part];
  ends[0] = INT32_MAX, ends[1] = INT32_MIN;
  for (i64 x = 0; x < g->out_width; x++) {
    i32 *out = job->out + (part * g->out_width + x) * outs;
    memset(out, 0, (size_t)outs * sizeof *out);
    for (i64 row = 0; row < g->rows; row++) {
      i64 at = y * g->stride - g->top + row;
      if (at < 0 || at >= g->height) continue;
      for (i64 column = 0; column < g->columns; column++) {
        i64 beside = x * g->stride - g->left + column;
        if (beside < 0 || beside >= g->width) continue;
        const u8 *from = job->x + ((n * g->height + at) * g->width + beside) * c;
        const i32 *w = weights + (row * g->columns + column) * outs;
        if (each == 1)
          for (i64 i = 0; i < c; i++) out[i] += ((from[i] ^ job->x_flip) - job->zero_x) * w[i];
        else
          for (i64 i = 0; i < c; i++)
            for (i64 j = 0; j < each; j++) out[i * each + j] += ((from[i] ^ job->x_flip) - job->zero_x) * w[i * each + j];
      }
    }
    note_ends(ends, out, outs);
  }
}

/* As the above, with w: [rows, columns, channels, outs / channels]. */
int penstock_eight_bit_depthwise(const i64 *geometry, const u8 *x, const u8 *w, const i32 *zeros, i32 *out, i32 *ends) {
  Product job = {.x = x, .out = out};
  memcpy(&job.g, geometry, sizeof job.g);
  const Geometry *g = &job.g;
  job.x_flip = g->x_signed ? 0x80 : 0;
  job.zero_x = zeros[0] + (g->x_signed ? 128 : 0);
  i64 tasks = g->batch * g->out_height, size = g->rows * g->columns * g->outs;
  ends[0] = ends[1] = 0;
  if (tasks * g->out_width * g->outs == 0) return 0;
  i32 *memory = malloc((size_t)(size + 2 * tasks) * sizeof *memory);
  if (memory == NULL) return 1;
  for (i64 i = 0; i < size; i++) memory[i] = (g->w_signed ? (int8_t)w[i] : w[i]) - zeros[1];
  job.weights = memory, job.ends = (i32(*)[2])(memory + size);
  in_parallel(depthwise_part, &job, tasks);
  ends[0] = INT32_MAX, ends[1] = INT32_MIN;
  for (i64 i = 0; i < tasks; i++) {
    ends[0] = job.ends[i][0] < ends[0] ? job.ends[i][0] : ends[0];
    ends[1] = job.ends[i][1] > ends[1] ? job.ends[i][1] : ends[1];
  }
  free(memory);
  return 0;
}

/* -- for XLA -------------------------------------------------------------------------------------------------------------- */

#include "xla_ffi.h"

HANDLER(penstock_xla_eight_bit_conv, penstock_eight_bit_conv(IN(0), IN(1), IN(2), IN(3), OUT(0), OUT(1)))
HANDLER(penstock_xla_eight_bit_depthwise, penstock_eight_bit_depthwise(IN(0), IN(1), IN(2), IN(3), OUT(0), OUT(1)))
