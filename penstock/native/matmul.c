/* Matmul of float32 matrices by register tiles: c (m, n) = a b, where either factor may be stored transposed (not both).

   b is packed into panels of BLOCK columns, with a depth such that a panel stays in the L1 cache. If all of b is small, it is
   packed once and the work is partitioned by rows of c; otherwise by panels. A large transposed a is packed too, tile by tile.
   The order of summation is the same either way, so results do not depend on the number of threads.

   The gradient of a weight matrix can be fused with Adam's update, without being written: 40 MB less memory traffic for 3136 x
   1024. */

#include "adam.h"
#include "transpose_lanes.h"
#include "matmul.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 512           /* depth: at most so many terms are accumulated in registers before they are added to memory */
#define SMALL (128 << 10)   /* at most so many floats of b are packed at once: half of an L2 cache */
#define WIDE 8              /* panels packed together */
#define ROWS_OF_PART (4 * TILE)
/* When a transposed a is packed: the least number of rows and columns; floats packed at a time (unless it has very many
   rows); rows multiplied together. */
#define MANY_ROWS (8 * TILE)
#define MANY_COLUMNS (4 * BLOCK)
#define KEPT (4 << 20)
#define ROWS_OF_GROUP (36 * TILE)
/* Split-K: sums of at least this many terms, for at most this many results, are computed in parts. The number of parts
   depends on nothing else. */
#define LONG 2048
#define FEW_RESULTS (128 << 10)
#define MAX_PARTS 8

typedef struct {
  i64 m, n, k, deep; /* the last: depth */
  i64 across; /* row strides of a, and of b if it is transposed */
  int transpose_a, transpose_b, single_threaded; /* the last: single-threaded */
  const float *a, *b;
  float *c, *packed, *tiles;
  i64 slab, slab_depth; /* columns of a packed at a time: the first, and how many */
  i64 width, row_parts; /* columns per task; tasks that share them */
  i64 group;            /* rows multiplied, or packed, together */
  const Adam *adam;
  _Atomic int failed;
} Product;

static void do_parts(const Product *p, Work work, i64 parts) {
  if (!p->single_threaded) in_parallel(work, (void *)p, parts);
  for (i64 part = 0; p->single_threaded && part < parts; part++) work((void *)p, part);
}

/* Splits `count` into chunks of nearly equal size. */
static i64 depth_of(i64 k) {
  i64 times = (k + DEPTH - 1) / DEPTH;
  return (k + times - 1) / times;
}

/* -- panels ------------------------------------------------------------------------------------------------------------- */

/* Transposes LANES columns of LANES rows. */
static void transpose_block(const float *from, i64 stride, float *to) {
  vec v[LANES];
  for (int i = 0; i < LANES; i++) v[i] = load(from + i * stride);
  transpose_vectors(v);
  for (int i = 0; i < LANES; i++) store(to + i * BLOCK, v[i]);
}

/* Packs rows [first, first + depth) of some columns into panels of `depth` rows, zero-padded. Rows are read across all of
   these columns: in a wide matrix each row is in a page of its own. */
static void pack_rows(const Product *p, i64 left, i64 right, i64 first, i64 depth, float *to) {
  i64 arg = (right - left) / BLOCK * BLOCK, rest = right - left - arg;
  for (i64 k = 0; k < depth; k++) {
    const float *from = p->b + (first + k) * p->n + left;
    float *row = to + k * BLOCK;
    for (i64 c = 0; c < arg; c += BLOCK, row += depth * BLOCK) {
      store(row, load(from + c));
      store(row + LANES, load(from + c + LANES));
    }
    if (rest == 0) continue;
    memcpy(row, from + arg, (size_t)rest * sizeof(float));
    memset(row + rest, 0, (size_t)(BLOCK - rest) * sizeof(float));
  }
}

static void pack_transposed(const Product *p, i64 column, i64 first, i64 depth, float *to) {
  const float *from = p->b + column * p->across + first;
  i64 here = min_i64(BLOCK, p->n - column), blocks = depth / LANES * LANES;
  for (i64 half = 0; half < BLOCK; half += LANES) {
    i64 arg = here - half >= LANES ? blocks : 0; /* whole blocks first, then the remainder */
    for (i64 k = 0; k < arg; k += LANES) transpose_block(from + half * p->across + k, p->across, to + k * BLOCK + half);
    for (i64 c = half; c < half + LANES; c++)
      for (i64 k = arg; k < depth; k++) to[k * BLOCK + c] = c < here ? from[c * p->across + k] : 0;
  }
}

static void pack(const Product *p, i64 left, i64 right, i64 first, i64 depth, float *to) {
  if (!p->transpose_b) {
    pack_rows(p, left, right, first, depth, to);
    return;
  }
  for (i64 column = left; column < right; column += BLOCK)
    pack_transposed(p, column, first, depth, to + (column - left) * depth);
}

/* -- tiles -------------------------------------------------------------------------------------------------------------- */

/* A piece of a: its stride between columns of a, or between rows if it is stored by rows. */
typedef struct {
  const float *at;
  i64 apart;
  int by_columns;
} Piece;

/* Accumulates into a tile of c, in the panel from `column` on, a piece of a times `depth` rows of b. */
static void put_tile(const Product *p, Piece a, i64 tile, i64 column, i64 depth, const float *panel, float *to, int add) {
  i64 here = min_i64(BLOCK, p->n - column), stride = p->n;
  int vectors = here <= LANES ? 1 : 2, arg = here == vectors * LANES;
  float edge[TILE * BLOCK], *sums = to;
  if (!arg) {
    for (i64 t = 0; add && t < tile; t++) memcpy(edge + t * BLOCK, to + t * p->n, (size_t)here * sizeof(float));
    sums = edge, stride = BLOCK;
  }
  if (a.by_columns)
    gradient_tiles[vectors][tile](a.at, 0, a.apart, 1, depth, panel, 0, BLOCK, sums, stride, add ? ADD : WRITE);
  else
    forward_tiles[vectors][tile](a.at, 0, a.apart, 1, 1, 0, depth, panel, sums, stride, add ? ADD : WRITE, NULL);
  for (i64 t = 0; !arg && t < tile; t++) memcpy(to + t * p->n, edge + t * BLOCK, (size_t)here * sizeof(float));
}

/* The same for rows of a that is not packed, from `row` on. */
static void sum_tile(const Product *p, i64 row, i64 tile, i64 column, i64 first, i64 depth, const float *panel, float *to) {
  Piece a = p->transpose_a ? (Piece){p->a + first * p->m + row, p->m, 1} : (Piece){p->a + row * p->across + first, p->across, 0};
  put_tile(p, a, tile, column, depth, panel, to, first > 0);
}

static void pack_panel(void *arg, i64 panel) {
  Product *p = arg;
  pack(p, panel * BLOCK, min_i64((panel + 1) * BLOCK, p->n), 0, p->k, p->packed + panel * p->k * BLOCK);
}

/* A task: some rows of c, all of b being packed. */
static void product_of_rows(void *arg, i64 part) {
  Product *p = arg;
  i64 begin = part * ROWS_OF_PART, end = min_i64(begin + ROWS_OF_PART, p->m);
  for (i64 row = begin, tile; row < end; row += tile) {
    tile = tile_of(end - row);
    float *to = p->adam ? scratch(1, TILE * p->n) : p->c + row * p->n;
    if (to == NULL) {
      p->failed = 1;
      return;
    }
    for (i64 first = 0; first < p->k; first += p->deep)
      for (i64 column = 0; column < p->n; column += BLOCK)
        sum_tile(p, row, tile, column, first, min_i64(p->deep, p->k - first), p->packed + column * p->k + first * BLOCK, to + column);
    if (p->adam) adam_update(p->adam, to, row * p->n, tile * p->n);
  }
}

void lay_out(const float *b, i64 k, i64 n, int transposed, float *panels) {
  Product p = {.n = n, .k = k, .across = k, .transpose_b = transposed, .b = b, .packed = panels};
  in_parallel(pack_panel, &p, (n + BLOCK - 1) / BLOCK);
}

void product_with_panels(const float *a, i64 m, i64 k, i64 n, const float *panels, float *c) {
  Product p = {.m = m, .n = n, .k = k, .deep = depth_of(k), .across = k, .a = a, .c = c};
  for (i64 column = 0; column < n; column += BLOCK)
    for (i64 first = 0; first < k; first += p.deep)
      for (i64 row = 0, tile; row < m; row += tile) {
        tile = tile_of(m - row);
        sum_tile(&p, row, tile, column, first, min_i64(p.deep, k - first), panels + column * k + first * BLOCK, c + row * n + column);
      }
}

/* Rows of c in some panels, whose rows of b from `first` on are packed. */
static void panels_of_rows(const Product *p, i64 begin, i64 end, i64 left, i64 right, i64 first, i64 depth, const float *packed) {
  for (i64 row = begin, tile; row < end; row += tile) {
    tile = tile_of(end - row);
    for (i64 column = left; column < right; column += BLOCK) {
      const float *panel = packed + (column - left) * depth;
      float *to = p->c + row * p->n + column;
      if (p->tiles)
        put_tile(p, (Piece){p->tiles + (first - p->slab) * p->m + row * depth, tile, 1}, tile, column, depth, panel, to, first > 0);
      else
        sum_tile(p, row, tile, column, first, depth, panel, to);
    }
  }
}

/* A task: some panels of c, or some of their rows, as far as the slab goes. */
static void product_of_panels(void *arg, i64 part) {
  Product *p = arg;
  i64 left = part / p->row_parts * p->width, right = min_i64(left + p->width, p->n), range = part % p->row_parts;
  i64 groups = (p->m + p->group - 1) / p->group, end = p->slab + p->slab_depth;
  float *packed = p->packed ? NULL : scratch(1, p->deep * p->width);
  if (packed == NULL && p->packed == NULL) {
    p->failed = 1;
    return;
  }
  for (i64 first = p->slab; first < end; first += p->deep) {
    i64 depth = min_i64(p->deep, end - first);
    if (p->packed)
      packed = p->packed + laid_out(first - p->slab, p->n) + left * depth;
    else
      pack(p, left, right, first, depth, packed);
    for (i64 group = groups * range / p->row_parts; group < groups * (range + 1) / p->row_parts; group++)
      panels_of_rows(p, group * p->group, min_i64((group + 1) * p->group, p->m), left, right, first, depth, packed);
  }
}

/* -- a laid out too ----------------------------------------------------------------------------------------------------- */

/* Packs a group of rows of a transposed a into the slab, tile by tile, column-major. */
static void pack_group(const Product *p, i64 group) {
  i64 begin = group * p->group, end = min_i64(begin + p->group, p->m);
  for (i64 k = 0; k < p->slab_depth; k++) {
    i64 first = k / p->deep * p->deep, depth = min_i64(p->deep, p->slab_depth - first);
    const float *from = p->a + (p->slab + k) * p->m;
    for (i64 row = begin, tile; row < end; row += tile) {
      tile = tile_of(end - row);
      float *to = p->tiles + first * p->m + row * depth + (k - first) * tile;
      if (tile == TILE)
        memcpy(to, from + row, TILE * sizeof(float));
      else
        memcpy(to, from + row, (size_t)tile * sizeof(float));
    }
  }
}

/* A packing task: a group of rows of a, or a panel of b up to the depth. */
static void pack_part(void *arg, i64 part) {
  Product *p = arg;
  i64 groups = p->tiles ? (p->m + p->group - 1) / p->group : 0, chunks = (p->slab_depth + p->deep - 1) / p->deep;
  if (part < groups) {
    pack_group(p, part);
    return;
  }
  i64 first = (part - groups) % chunks * p->deep, left = (part - groups) / chunks * BLOCK, depth = min_i64(p->deep, p->slab_depth - first);
  pack(p, left, min_i64(left + BLOCK, p->n), p->slab + first, depth, p->packed + laid_out(first, p->n) + left * depth);
}

/* -- which way ---------------------------------------------------------------------------------------------------------- */

/* Partitioned by panels: b is large, or there are few rows. If there are few panels, b is packed first, for all rows. */
static int product_by_panels(Product *p) {
  i64 panels = (p->n + BLOCK - 1) / BLOCK, tiles = (p->m + TILE - 1) / TILE, many = p->m >= MANY_ROWS;
  i64 workers = p->single_threaded ? 1 : processors();
  int share_b = many && panels <= WIDE;
  int share_a = many && p->n >= MANY_COLUMNS && p->transpose_a;
  p->width = (share_b ? panels : max_i64(1, min_i64(WIDE, panels / (2 * workers)))) * BLOCK;
  i64 parts = (p->n + p->width - 1) / p->width;
  p->row_parts = max_i64(1, min_i64(4 * workers / (share_b ? 1 : panels), tiles / 2));
  i64 ranges = max_i64(p->row_parts, (p->m + ROWS_OF_GROUP - 1) / ROWS_OF_GROUP);
  p->group = (tiles + ranges - 1) / ranges * TILE;
  i64 groups = (p->m + p->group - 1) / p->group, slab = p->k;
  if (share_b) p->row_parts = groups;
  if (share_a || share_b) {
    i64 floats = (share_a ? p->m : 0) + (share_b ? panels * BLOCK : 0);
    slab = min_i64(p->k, max_i64(p->deep, KEPT / floats / p->deep * p->deep));
    float *kept = scratch(0, floats * slab);
    if (kept == NULL) return 1;
    if (share_b) p->packed = kept;
    if (share_a) p->tiles = kept + (share_b ? panels * BLOCK * slab : 0);
  }
  for (p->slab = 0; p->slab < p->k; p->slab += slab) {
    p->slab_depth = min_i64(slab, p->k - p->slab);
    i64 chunks = (p->slab_depth + p->deep - 1) / p->deep;
    do_parts(p, pack_part, (share_a ? groups : 0) + (share_b ? chunks * panels : 0));
    do_parts(p, product_of_panels, parts * p->row_parts);
  }
  return p->failed;
}

/* Split-K: long sums, few results. Each task computes partial sums, which are then added. */
typedef struct {
  const Product *arg;
  i64 parts;
  float *sums;
  _Atomic int failed;
} Long;

static int product(Product *p);

static void part_of_long(void *arg, i64 part) {
  Long *l = arg;
  const Product *p = l->arg;
  i64 first = p->k * part / l->parts, end = p->k * (part + 1) / l->parts;
  Product some = {.m = p->m, .n = p->n, .k = end - first, .across = p->across, .transpose_a = p->transpose_a, .transpose_b = p->transpose_b,
                  .single_threaded = 1, .a = p->a + first * (p->transpose_a ? p->m : 1), .b = p->b + first * (p->transpose_b ? 1 : p->n),
                  .c = part ? l->sums + (part - 1) * p->m * p->n : p->c};
  if (product(&some)) l->failed = 1;
}

static void add_row_of_long(void *arg, i64 row) {
  const Long *l = arg;
  i64 n = l->arg->n, size = l->arg->m * n;
  float *to = l->arg->c + row * n;
  for (i64 part = 1; part < l->parts; part++)
    for (i64 i = 0; i < n; i++) to[i] += l->sums[(part - 1) * size + row * n + i];
}

static int product_by_parts(const Product *p) {
  Long l = {.arg = p, .parts = min_i64(MAX_PARTS, p->k / (LONG / 2))};
  l.sums = scratch(2, (l.parts - 1) * p->m * p->n);
  if (l.sums == NULL) return 1;
  in_parallel(part_of_long, &l, l.parts);
  if (!l.failed) in_parallel(add_row_of_long, &l, p->m);
  return l.failed;
}

static int product(Product *p) {
  if (!p->adam && !p->single_threaded && p->k >= LONG && p->m >= MANY_ROWS && p->n <= WIDE * BLOCK && p->m * p->n <= FEW_RESULTS) return product_by_parts(p);
  p->deep = depth_of(p->k);
  if (!p->adam && (p->k * p->n > SMALL || p->m < 2 * ROWS_OF_PART)) return product_by_panels(p);
  i64 panels = (p->n + BLOCK - 1) / BLOCK;
  p->packed = aligned_alloc(64, (size_t)(panels * p->k * BLOCK) * sizeof(float));
  if (p->packed == NULL) return 1;
  do_parts(p, pack_panel, panels);
  do_parts(p, product_of_rows, (p->m + ROWS_OF_PART - 1) / ROWS_OF_PART);
  free(p->packed);
  return p->failed;
}

/* -- what is called ----------------------------------------------------------------------------------------------------- */

/* sizes: m, n, k (all positive), whether a is stored as (k, m), whether b is stored as (n, k). Returns 0, or 1 if out of
   memory. */
int penstock_product(const i64 *sizes, const float *a, const float *b, float *c) {
  Product p = {.m = sizes[0], .n = sizes[1], .k = sizes[2], .transpose_a = sizes[3] != 0, .transpose_b = sizes[4] != 0,
               .across = sizes[2], .a = a, .b = b, .c = c};
  return product(&p);
}

/* a^T b, for a (k, rows) and b (k, columns). */
int penstock_product_over_rows(i64 k, i64 rows, i64 columns, const float *a, const float *b, float *c) {
  Product p = {.m = rows, .n = columns, .k = k, .across = k, .transpose_a = 1, .a = a, .b = b, .c = c};
  return product(&p);
}

/* Adam's update (adam.c) with such a product as the gradient. */
int penstock_adam_product(i64 k, i64 rows, i64 columns, const float *a, const float *b, const float *var, const float *m,
                          const float *v, const float *scalars, float *new_var, float *new_m, float *new_v) {
  Adam adam = adam_of(var, m, v, scalars, new_var, new_m, new_v);
  Product p = {.m = rows, .n = columns, .k = k, .across = k, .transpose_a = 1, .a = a, .b = b, .adam = &adam};
  return product(&p);
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#include "xla_ffi.h"

HANDLER(penstock_xla_product, penstock_product(IN(2), IN(0), IN(1), OUT(0)))
HANDLER(penstock_xla_product_over_rows,
        penstock_product_over_rows(DIMENSION(0, 0), DIMENSION(0, 1), DIMENSION(1, 1), IN(0), IN(1), OUT(0)))
HANDLER(penstock_xla_adam_product,
        penstock_adam_product(DIMENSION(4, 0), DIMENSION(4, 1), DIMENSION(5, 1), IN(4), IN(5), IN(0), IN(1), IN(2), IN(3), OUT(0),
                              OUT(1), OUT(2)))
