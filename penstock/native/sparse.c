/* Sparse tensors: row-major order of indices, and operations on a sparse tensor and a dense array. One call validates the
   inputs and does an operation's whole work: for a hundred elements a dozen NumPy calls take longer than the work itself. */

#include "sparse.h"

/* -- order ---------------------------------------------------------------------------------------------------------------- */

static i64 in_order(const Buffer *v, i64 option) {
  (void)option;
  return are_rows(&v[0]) ? arranged(I64(v[0]), v[0].shape[0], v[0].shape[1], 0) : FALLBACK;
}

typedef struct {
  u64 key;
  i64 position;
} Item;

static const Item *radix_sort(Item *a, Item *other, i64 count, int bits) {
  const int digit = count < 4096 ? 8 : 11;
  const u64 mask = (1u << digit) - 1;
  i64 next[2048];
  for (int shift = 0; shift < bits; shift += digit) {
    memset(next, 0, sizeof(i64) << digit);
    for (i64 i = 0; i < count; i++) next[a[i].key >> shift & mask]++;
    i64 sum = 0;
    for (u64 d = 0; d <= mask; d++) {
      i64 here = next[d];
      next[d] = sum;
      sum += here;
    }
    for (i64 i = 0; i < count; i++) other[next[a[i].key >> shift & mask]++] = a[i];
    Item *sorted = other;
    other = a;
    a = sorted;
  }
  return a;
}

/* Maps index rows to integers of the same order; returns how many bits they need, or OTHER_WAY if more than 63. */
static int made_keys(const i64 *rows, i64 count, i64 rank, Item *items) {
  i64 lowest[MAX_RANK], highest[MAX_RANK];
  u64 sizes[MAX_RANK], total = 1;
  for (i64 d = 0; d < rank; d++) lowest[d] = highest[d] = rows[d];
  for (i64 i = 1; i < count; i++)
    for (i64 d = 0; d < rank; d++) {
      lowest[d] = min_i64(lowest[d], rows[i * rank + d]);
      highest[d] = max_i64(highest[d], rows[i * rank + d]);
    }
  for (i64 d = 0; d < rank; d++) {
    sizes[d] = (u64)highest[d] - (u64)lowest[d] + 1;
    if (sizes[d] == 0 || __builtin_mul_overflow(total, sizes[d], &total) || total >> 63) return FALLBACK;
  }
  for (i64 i = 0; i < count; i++) {
    u64 key = 0;
    for (i64 d = 0; d < rank; d++) key = key * sizes[d] + ((u64)rows[i * rank + d] - (u64)lowest[d]);
    items[i] = (Item){key, i};
  }
  return total == 1 ? 0 : 64 - __builtin_clzll(total - 1);
}

/* Arrays: index rows, positions. */
static i64 order(const Buffer *v, i64 option) {
  (void)option;
  if (!are_rows(&v[0]) || !is_shape(&v[1], v[0].shape[0])) return FALLBACK;
  const i64 *rows = I64(v[0]), count = v[0].shape[0], rank = v[0].shape[1];
  i64 *positions = I64(v[1]);
  if (arranged(rows, count, rank, 0)) {
    for (i64 i = 0; i < count; i++) positions[i] = i;
    return 0;
  }
  Item *items = malloc((size_t)count * 2 * sizeof(Item));
  if (items == NULL) return FALLBACK;
  int bits = made_keys(rows, count, rank, items);
  if (bits >= 0) {
    const Item *sorted = radix_sort(items, items + count, count, bits);
    for (i64 i = 0; i < count; i++) positions[i] = sorted[i].position;
  }
  free(items);
  return bits >= 0 ? 0 : FALLBACK;
}

/* Whether the rows are in row-major order. */
i64 penstock_sparse_in_order(const Python *python, void *rows) { return with(python, in_order, 0, 0, ARRAYS(rows)); }

/* The stable permutation that sorts rows into row-major order. */
i64 penstock_sparse_order(const Python *python, void *rows, void *positions) { return with(python, order, 0, 1, ARRAYS(rows, positions)); }

/* -- places in dense arrays ----------------------------------------------------------------------------------------------- */

/* How index rows become flat positions: the size and stride of each dimension, and the size of the array. */
typedef struct {
  i64 rank, bounds[MAX_RANK], steps[MAX_RANK], total;
} Layout;

/* The flat position of a row, or OTHER_WAY if out of bounds. */
INLINE i64 position(const Layout *layout, const i64 *row, i64 rank) {
  u64 at = 0;
  for (i64 d = 0; d < rank; d++) {
    i64 here = row[d];
    if ((u64)here >= (u64)layout->bounds[d]) return FALLBACK;
    at += (u64)here * (u64)layout->steps[d];
  }
  return at < (u64)layout->total ? (i64)at : FALLBACK;
}

/* The strides of an array with the shape of the sparse tensor, less the `gone` dimensions. 0 if the array has another shape. */
static int laid_out(Layout *layout, i64 rank, const i64 *shape, const int *gone, const Buffer *dense) {
  u64 total = 1;
  layout->rank = rank;
  for (i64 d = rank - 1; d >= 0; d--) {
    if (shape[d] < 0) return 0;
    layout->bounds[d] = shape[d];
    layout->steps[d] = gone != NULL && gone[d] ? 0 : (i64)total;
    if (!(gone != NULL && gone[d]) && __builtin_mul_overflow(total, (u64)shape[d], &total)) return 0;
  }
  layout->total = dense->bytes / dense->item;
  return total == (u64)layout->total;
}

INLINE int scattered(const Layout *layout, const i64 *rows, i64 count, i64 rank, const char *values, size_t step, int rises, char *out,
                     size_t item) {
  i64 last = -1;
  for (i64 i = 0; i < count; i++) {
    i64 at = position(layout, rows + i * rank, rank);
    if (at < 0 || (rises && at <= last)) return 0;
    last = at;
    memcpy(out + (size_t)at * item, values + (size_t)i * step, item);
  }
  return 1;
}

static void filled(char *out, size_t bytes, const char *value, size_t item) {
  int zero = 1;
  for (size_t i = 0; i < item; i++) zero &= value[i] == 0;
  if (zero)
    memset(out, 0, bytes);
  else
    for (size_t done = 0; done < bytes; done += item) memcpy(out + done, value, item);
}

/* Arrays: index rows, values or one value, the default; the dense result. */
static i64 to_dense(const Buffer *v, i64 rises) {
  const Buffer *rows = &v[0], *values = &v[1], *elsewhere = &v[2], *dense = &v[3];
  if (!are_rows(rows) || dense->rank != rows->shape[1] || elsewhere->rank != 0) return FALLBACK;
  if (!same_type(values, dense) || !same_type(elsewhere, dense) || (values->rank != 0 && !is_vector(values, rows->shape[0]))) return FALLBACK;
  i64 shape[MAX_RANK], rank = dense->rank, count = rows->shape[0];
  for (i64 d = 0; d < rank; d++) shape[d] = dense->shape[d];
  Layout layout;
  if (!laid_out(&layout, rank, shape, NULL, dense)) return FALLBACK;
  size_t item = (size_t)dense->item, step = values->rank ? item : 0;
  filled(dense->data, (size_t)dense->bytes, elsewhere->data, item);
  int done;
  if (rank == 2 && item == 4)
    done = scattered(&layout, I64(*rows), count, 2, values->data, step, rises != 0, dense->data, 4);
  else if (rank == 2 && item == 8)
    done = scattered(&layout, I64(*rows), count, 2, values->data, step, rises != 0, dense->data, 8);
  else
    done = scattered(&layout, I64(*rows), count, rank, values->data, step, rises != 0, dense->data, item);
  return done ? 0 : FALLBACK;
}

/* Sparse to dense. If `rises`, rows must be sorted without duplicates; otherwise the last of duplicate values wins. */
i64 penstock_sparse_to_dense(const Python *python, void *rows, void *values, void *elsewhere, i64 rises, void *dense) {
  return with(python, to_dense, rises, 1, ARRAYS(rows, values, elsewhere, dense));
}

#define ADDING(T)                                                                                                       \
  INLINE int added_##T(const Layout *layout, const i64 *rows, i64 count, i64 rank, const void *from, void *into) {      \
    const T *values = from;                                                                                             \
    T *out = into;                                                                                                      \
    for (i64 i = 0; i < count; i++) {                                                                                   \
      i64 at = position(layout, rows + i * rank, rank);                                                                    \
      if (at < 0) return 0;                                                                                             \
      out[at] += values[i];                                                                                             \
    }                                                                                                                   \
    return 1;                                                                                                           \
  }                                                                                                                     \
  static int adds_##T(const Layout *layout, const i64 *rows, i64 count, const void *from, void *into) {                 \
    return layout->rank == 2 ? added_##T(layout, rows, count, 2, from, into)                                            \
                             : added_##T(layout, rows, count, layout->rank, from, into);                                \
  }

ADDING(float)
ADDING(double)
ADDING(int32_t)
ADDING(int64_t)

/* Arrays: index rows, values, shape, reduced axes; the sums. */
static i64 add_at(const Buffer *v, i64 option) {
  (void)option;
  const Buffer *rows = &v[0], *values = &v[1], *axes = &v[3], *out = &v[4];
  if (!are_parts(rows, values) || !is_shape(&v[2], rows->shape[1]) || !same_type(values, out)) return FALLBACK;
  int gone[MAX_RANK] = {0}, wide = kind(axes) == LONG;
  i64 rank = rows->shape[1], count = rows->shape[0];
  if (!wide && kind(axes) != INT) return FALLBACK;
  for (i64 i = 0; i < axes->bytes / axes->item; i++) {
    i64 axis = wide ? I64(*axes)[i] : ((const int32_t *)axes->data)[i];
    if (axis < -rank || axis >= rank) return FALLBACK;
    gone[axis < 0 ? axis + rank : axis] = 1;
  }
  Layout layout;
  if (!laid_out(&layout, rank, I64(v[2]), gone, out)) return FALLBACK;
  int done = 0;
  switch (kind(out)) {
    case FLOAT: done = adds_float(&layout, I64(*rows), count, values->data, out->data); break;
    case DOUBLE: done = adds_double(&layout, I64(*rows), count, values->data, out->data); break;
    case INT: done = adds_int32_t(&layout, I64(*rows), count, values->data, out->data); break;
    case LONG: done = adds_int64_t(&layout, I64(*rows), count, values->data, out->data); break;
    default: break;
  }
  return done ? 0 : FALLBACK;
}

/* Sparse reduction: adds values to `out`, whose dimensions are those of `shape` without the `axes`. */
i64 penstock_sparse_add_at(const Python *python, void *rows, void *values, void *shape, void *axes, void *out) {
  return with(python, add_at, 0, 1, ARRAYS(rows, values, shape, axes, out));
}

enum { MULTIPLIED, DIVIDED, ADDED };

#define ELEMENTWISE(T, NAME, OPERATOR)                                                                                   \
  INLINE int NAME##_all(const Layout *layout, const i64 *rows, i64 count, i64 rank, const T *values, const T *dense, T *out) { \
    for (i64 i = 0; i < count; i++) {                                                                                    \
      i64 at = position(layout, rows + i * rank, rank);                                                                     \
      if (at < 0) return 0;                                                                                              \
      out[i] = values[i] OPERATOR dense[at];                                                                             \
    }                                                                                                                    \
    return 1;                                                                                                            \
  }                                                                                                                      \
  static int NAME(const Layout *layout, const i64 *rows, i64 count, const void *values, const void *dense, void *out) {  \
    return layout->rank == 2 ? NAME##_all(layout, rows, count, 2, values, dense, out)                                    \
                             : NAME##_all(layout, rows, count, layout->rank, values, dense, out);                        \
  }

ELEMENTWISE(float, times_float, *)
ELEMENTWISE(float, over_float, /)
ELEMENTWISE(float, plus_float, +)
ELEMENTWISE(double, times_double, *)
ELEMENTWISE(double, over_double, /)
ELEMENTWISE(double, plus_double, +)
ELEMENTWISE(int32_t, times_int, *)
ELEMENTWISE(int32_t, plus_int, +)
ELEMENTWISE(int64_t, times_long, *)
ELEMENTWISE(int64_t, plus_long, +)

typedef int (*Elementwise)(const Layout *, const i64 *, i64, const void *, const void *, void *);

static const Elementwise ELEMENTWISE[][3] = {
    [FLOAT] = {times_float, over_float, plus_float},
    [DOUBLE] = {times_double, over_double, plus_double},
    [INT] = {times_int, NULL, plus_int},
    [LONG] = {times_long, NULL, plus_long},
};

/* Arrays: index rows, values, shape, a dense array that broadcasts to it; the new values. */
static i64 with_dense(const Buffer *v, i64 how) {
  const Buffer *rows = &v[0], *values = &v[1], *dense = &v[3], *out = &v[4];
  if (!are_parts(rows, values) || !is_shape(&v[2], rows->shape[1]) || !is_vector(out, rows->shape[0])) return FALLBACK;
  Elementwise work = how >= MULTIPLIED && how <= ADDED ? ELEMENTWISE[kind(out)][how] : NULL;
  if (work == NULL || kind(values) != kind(out) || kind(dense) != kind(out)) return FALLBACK;
  const i64 *shape = I64(v[2]), rank = rows->shape[1], extra = rank - dense->rank;
  if (extra < 0) return FALLBACK;
  Layout layout = {.rank = rank, .total = dense->bytes / dense->item};
  i64 step = 1;
  for (i64 d = rank - 1; d >= 0; d--) {
    i64 size = d < extra ? 1 : dense->shape[d - extra];
    layout.bounds[d] = shape[d];
    layout.steps[d] = size == 1 ? 0 : step;
    if (shape[d] < 0 || (size != 1 && size != shape[d])) return FALLBACK;
    step *= size;
  }
  return work(&layout, I64(*rows), rows->shape[0], values->data, dense->data, out->data) ? 0 : FALLBACK;
}

i64 penstock_sparse_with_dense(const Python *python, void *rows, void *values, void *shape, void *dense, i64 how, void *out) {
  return with(python, with_dense, how, 1, ARRAYS(rows, values, shape, dense, out));
}

/* -- products ------------------------------------------------------------------------------------------------------------- */

/* The row and column strides of the right-hand side of a product. */
typedef struct {
  i64 inner, row, column;
} Right;

#define PRODUCT(T)                                                                                                          \
  INLINE int product_##T(const i64 *rows, i64 count, i64 first, const T *values, const T *b, Right right, i64 m, i64 n, T *out) { \
    for (i64 i = 0; i < count; i++) {                                                                                       \
      i64 to = rows[2 * i + first], from = rows[2 * i + 1 - first];                                                         \
      if ((u64)to >= (u64)m || (u64)from >= (u64)right.inner) return 0;                                                     \
      T value = values[i], *restrict sums = out + to * n;                                                                   \
      const T *restrict row = b + from * right.row;                                                                         \
      for (i64 j = 0; j < n; j++) sums[j] += value * row[j * right.column];                                                 \
    }                                                                                                                       \
    return 1;                                                                                                               \
  }                                                                                                                         \
  static int multiply_##T(const i64 *rows, i64 count, i64 first, const void *values, const void *b, Right right, i64 m, i64 n, \
                          void *out) {                                                                                      \
    if (right.column != 1) return product_##T(rows, count, first, values, b, right, m, n, out);                             \
    right.column = 1;                                                                                                       \
    switch (n) {                                                                                                            \
      case 1: return product_##T(rows, count, first, values, b, right, m, 1, out);                                          \
      case 4: return product_##T(rows, count, first, values, b, right, m, 4, out);                                          \
      case 8: return product_##T(rows, count, first, values, b, right, m, 8, out);                                          \
      default: return product_##T(rows, count, first, values, b, right, m, n, out);                                         \
    }                                                                                                                       \
  }

PRODUCT(float)
PRODUCT(double)
PRODUCT(int32_t)
PRODUCT(int64_t)

/* Arrays: index rows, values, a matrix; the product, zeroed. */
static i64 product(const Buffer *v, i64 option) {
  const Buffer *rows = &v[0], *values = &v[1], *b = &v[2], *out = &v[3];
  if (!are_parts(rows, values) || rows->shape[1] != 2 || b->rank != 2 || out->rank != 2) return FALLBACK;
  if (kind(values) != kind(out) || kind(b) != kind(out)) return FALLBACK;
  i64 count = rows->shape[0], first = option & 1, m = out->shape[0], n = out->shape[1], transposed = option >> 1 & 1;
  Right right = {.inner = b->shape[transposed], .row = transposed ? 1 : n, .column = transposed ? b->shape[1] : 1};
  if (b->shape[1 - transposed] != n) return FALLBACK;
  memset(out->data, 0, (size_t)out->bytes);
  int done = 0;
  switch (kind(out)) {
    case FLOAT: done = multiply_float(I64(*rows), count, first, values->data, b->data, right, m, n, out->data); break;
    case DOUBLE: done = multiply_double(I64(*rows), count, first, values->data, b->data, right, m, n, out->data); break;
    case INT: done = multiply_int32_t(I64(*rows), count, first, values->data, b->data, right, m, n, out->data); break;
    case LONG: done = multiply_int64_t(I64(*rows), count, first, values->data, b->data, right, m, n, out->data); break;
    default: break;
  }
  return done ? 0 : FALLBACK;
}

/* Sparse times dense; the sparse matrix is transposed if `turned & 1`, the dense one if `turned & 2`. */
i64 penstock_sparse_product(const Python *python, void *rows, void *values, void *b, i64 transposed, void *out) {
  return with(python, product, transposed, 1, ARRAYS(rows, values, b, out));
}
