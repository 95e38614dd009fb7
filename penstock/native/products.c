/* Products of float32 matrices, made of tiles: c (m, n) = a b, where either factor may lie transposed (not both).

   b is laid out in panels of BLOCK columns, so many rows at a time that a piece stays in the first-level cache. If all of b is
   small, it is laid out once and the work is cut by rows of c; otherwise by panels. A sum has the same order either way, so
   results do not depend on who does the work.

   A weight's gradient can go into Adam's update without being written: that is 40 MB less of memory traffic for a matrix of
   3136 x 1024. */

#include "adam.h"
#include "products.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 256           /* values of a sum that are added in registers before they go to memory */
#define SMALL (128 << 10)   /* so many floats of b are laid out once: half of a second-level cache */
#define WIDE 8              /* panels that are laid out together */
#define ROWS_OF_PART (4 * TILE)

typedef struct {
  i64 m, n, k;
  int transpose_a, transpose_b;
  const float *a, *b;
  float *c, *packed;
  i64 width, row_parts; /* columns of a part; parts that share them */
  const Adam *adam;
  _Atomic int failed;
} Product;

/* -- panels ------------------------------------------------------------------------------------------------------------- */

#if LANES == 16
#define LOW(x, y) __builtin_shufflevector(x, y, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH(x, y) __builtin_shufflevector(x, y, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#else
#define LOW(x, y) __builtin_shufflevector(x, y, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH(x, y) __builtin_shufflevector(x, y, 4, 12, 5, 13, 6, 14, 7, 15)
#endif

/* Writes LANES columns of LANES rows as rows: rows that are halves apart are interleaved until all are. */
static void transpose_block(const float *from, i64 stride, float *to) {
  vec v[LANES], w[LANES];
  for (int i = 0; i < LANES; i++) v[i] = load(from + i * stride);
  for (int round = 1; round < LANES; round *= 2) {
    for (int i = 0; i < LANES / 2; i++) {
      w[2 * i] = LOW(v[i], v[i + LANES / 2]);
      w[2 * i + 1] = HIGH(v[i], v[i + LANES / 2]);
    }
    for (int i = 0; i < LANES; i++) v[i] = w[i];
  }
  for (int i = 0; i < LANES; i++) store(to + i * BLOCK, v[i]);
}

/* Rows [first, first + depth) of some columns as panels, each of `depth` rows; columns that are not there are zeros.
   Rows are read as far as the columns go: each lies in a page of its own if the matrix is wide. */
static void pack_as_it_lies(const Product *p, i64 left, i64 right, i64 first, i64 depth, float *to) {
  i64 whole = (right - left) / BLOCK * BLOCK, rest = right - left - whole;
  for (i64 k = 0; k < depth; k++) {
    const float *from = p->b + (first + k) * p->n + left;
    float *row = to + k * BLOCK;
    for (i64 c = 0; c < whole; c += BLOCK, row += depth * BLOCK) {
      store(row, load(from + c));
      store(row + LANES, load(from + c + LANES));
    }
    if (rest == 0) continue;
    memcpy(row, from + whole, (size_t)rest * sizeof(float));
    memset(row + rest, 0, (size_t)(BLOCK - rest) * sizeof(float));
  }
}

static void pack_transposed(const Product *p, i64 column, i64 first, i64 depth, float *to) {
  const float *from = p->b + column * p->k + first;
  i64 here = least(BLOCK, p->n - column), blocks = depth / LANES * LANES;
  for (i64 half = 0; half < BLOCK; half += LANES) {
    i64 whole = here - half >= LANES ? blocks : 0; /* so far block by block, the rest one by one */
    for (i64 k = 0; k < whole; k += LANES) transpose_block(from + half * p->k + k, p->k, to + k * BLOCK + half);
    for (i64 c = half; c < half + LANES; c++)
      for (i64 k = whole; k < depth; k++) to[k * BLOCK + c] = c < here ? from[c * p->k + k] : 0;
  }
}

static void pack(const Product *p, i64 left, i64 right, i64 first, i64 depth, float *to) {
  if (!p->transpose_b) {
    pack_as_it_lies(p, left, right, first, depth, to);
    return;
  }
  for (i64 column = left; column < right; column += BLOCK)
    pack_transposed(p, column, first, depth, to + (column - left) * depth);
}

/* -- tiles -------------------------------------------------------------------------------------------------------------- */

/* Rows [row, row + tile) of c in the panel from `column` on: the part of the sums that `depth` rows of b make. */
static void sum_tile(const Product *p, i64 row, i64 tile, i64 column, i64 first, i64 depth, const float *panel, float *to) {
  i64 here = least(BLOCK, p->n - column), stride = p->n;
  int vectors = here <= LANES ? 1 : 2, whole = here == vectors * LANES, add = first > 0;
  float edge[TILE * BLOCK], *sums = to;
  if (!whole) {
    for (i64 t = 0; add && t < tile; t++) memcpy(edge + t * BLOCK, to + t * p->n, (size_t)here * sizeof(float));
    sums = edge, stride = BLOCK;
  }
  if (p->transpose_a)
    gradient_tiles[vectors][tile](p->a + first * p->m + row, 0, p->m, 1, depth, panel, 0, BLOCK, sums, stride, add ? ADD : WRITE);
  else
    forward_tiles[vectors][tile](p->a + row * p->k + first, 0, p->k, 1, 1, 0, depth, panel, sums, stride, add ? ADD : WRITE, NULL);
  for (i64 t = 0; !whole && t < tile; t++) memcpy(to + t * p->n, edge + t * BLOCK, (size_t)here * sizeof(float));
}

static void pack_panel(void *whole, i64 panel) {
  Product *p = whole;
  pack(p, panel * BLOCK, least((panel + 1) * BLOCK, p->n), 0, p->k, p->packed + panel * p->k * BLOCK);
}

/* Some rows of c, all of b being laid out. */
static void product_of_rows(void *whole, i64 part) {
  Product *p = whole;
  i64 begin = part * ROWS_OF_PART, end = least(begin + ROWS_OF_PART, p->m);
  for (i64 row = begin, tile; row < end; row += tile) {
    tile = tile_of(end - row);
    float *to = p->adam ? scratch(1, TILE * p->n) : p->c + row * p->n;
    if (to == NULL) {
      p->failed = 1;
      return;
    }
    for (i64 first = 0; first < p->k; first += DEPTH)
      for (i64 column = 0; column < p->n; column += BLOCK)
        sum_tile(p, row, tile, column, first, least(DEPTH, p->k - first), p->packed + column * p->k + first * BLOCK, to + column);
    if (p->adam) adam_update(p->adam, to, row * p->n, tile * p->n);
  }
}

void lay_out(const float *b, i64 k, i64 n, int transposed, float *panels) {
  Product p = {.n = n, .k = k, .transpose_b = transposed, .b = b, .packed = panels};
  in_parallel(pack_panel, &p, (n + BLOCK - 1) / BLOCK);
}

void product_with_panels(const float *a, i64 m, i64 k, i64 n, const float *panels, float *c) {
  Product p = {.m = m, .n = n, .k = k, .a = a, .c = c};
  for (i64 column = 0; column < n; column += BLOCK)
    for (i64 first = 0; first < k; first += DEPTH)
      for (i64 row = 0, tile; row < m; row += tile) {
        tile = tile_of(m - row);
        sum_tile(&p, row, tile, column, first, least(DEPTH, k - first), panels + column * k + first * BLOCK, c + row * n + column);
      }
}

/* Some panels of c, or some rows of them. */
static void product_of_panels(void *whole, i64 part) {
  Product *p = whole;
  i64 left = part / p->row_parts * p->width, right = least(left + p->width, p->n), range = part % p->row_parts;
  i64 begin = p->m * range / p->row_parts, end = p->m * (range + 1) / p->row_parts;
  float *packed = scratch(0, DEPTH * p->width);
  if (packed == NULL) {
    p->failed = 1;
    return;
  }
  for (i64 first = 0; first < p->k; first += DEPTH) {
    i64 depth = least(DEPTH, p->k - first);
    pack(p, left, right, first, depth, packed);
    for (i64 column = left; column < right; column += BLOCK)
      for (i64 row = begin, tile; row < end; row += tile) {
        tile = tile_of(end - row);
        sum_tile(p, row, tile, column, first, depth, packed + (column - left) * depth, p->c + row * p->n + column);
      }
  }
}

static int product(Product *p) {
  i64 panels = (p->n + BLOCK - 1) / BLOCK;
  if (!p->adam && (p->k * p->n > SMALL || p->m < 2 * ROWS_OF_PART)) {
    p->width = most(1, least(WIDE, panels / (2 * processors()))) * BLOCK;
    p->row_parts = most(1, least(4 * processors() / panels, p->m / (2 * TILE)));
    in_parallel(product_of_panels, p, (p->n + p->width - 1) / p->width * p->row_parts);
    return p->failed;
  }
  p->packed = aligned_alloc(64, (size_t)(panels * p->k * BLOCK) * sizeof(float));
  if (p->packed == NULL) return 1;
  in_parallel(pack_panel, p, panels);
  in_parallel(product_of_rows, p, (p->m + ROWS_OF_PART - 1) / ROWS_OF_PART);
  free(p->packed);
  return p->failed;
}

/* -- what is called ----------------------------------------------------------------------------------------------------- */

/* sizes: m, n, k (all positive), whether a lies as (k, m), whether b lies as (n, k). 0, or 1 if there is not enough memory. */
int penstock_product(const i64 *sizes, const float *a, const float *b, float *c) {
  Product p = {.m = sizes[0], .n = sizes[1], .k = sizes[2], .transpose_a = sizes[3] != 0, .transpose_b = sizes[4] != 0,
               .a = a, .b = b, .c = c};
  return product(&p);
}

/* a' b, for a (k, rows) and b (k, columns). */
int penstock_product_over_rows(i64 k, i64 rows, i64 columns, const float *a, const float *b, float *c) {
  Product p = {.m = rows, .n = columns, .k = k, .transpose_a = 1, .a = a, .b = b, .c = c};
  return product(&p);
}

/* Adam's update (see training.c) with such a product as the gradient. */
int penstock_adam_product(i64 k, i64 rows, i64 columns, const float *a, const float *b, const float *var, const float *m,
                          const float *v, const float *scalars, float *new_var, float *new_m, float *new_v) {
  Adam adam = adam_of(var, m, v, scalars, new_var, new_m, new_v);
  Product p = {.m = rows, .n = columns, .k = k, .transpose_a = 1, .a = a, .b = b, .adam = &adam};
  return product(&p);
}

/* -- for XLA ------------------------------------------------------------------------------------------------------------ */

#ifdef PENSTOCK_XLA
#include "xla.h"

HANDLER(penstock_xla_product, penstock_product(IN(2), IN(0), IN(1), OUT(0)))
HANDLER(penstock_xla_product_over_rows,
        penstock_product_over_rows(DIMENSION(0, 0), DIMENSION(0, 1), DIMENSION(1, 1), IN(0), IN(1), OUT(0)))
HANDLER(penstock_xla_adam_product,
        penstock_adam_product(DIMENSION(4, 0), DIMENSION(4, 1), DIMENSION(5, 1), IN(4), IN(5), IN(0), IN(1), IN(2), IN(3), OUT(0),
                              OUT(1), OUT(2)))
#endif
