/* Sparse tensors: rows of int64 that say where the values stand. One call checks what comes in and does an operation's whole work,
   since for a hundred elements a dozen calls of NumPy take longer than the work itself. Here are the order of rows, and what a
   sparse tensor and a dense array are together. */

#include "sparse.h"

/* -- order ---------------------------------------------------------------------------------------------------------------- */

static i64 in_order(const Buffer *v, i64 option) {
  (void)option;
  return are_rows(&v[0]) ? arranged(I64(v[0]), v[0].shape[0], v[0].shape[1], 0) : OTHER_WAY;
}

typedef struct {
  u64 key;
  i64 place;
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

/* Numbers that have the order of the rows; returns how many bits they need, or OTHER_WAY if these are more than 63. */
static int made_keys(const i64 *rows, i64 count, i64 rank, Item *items) {
  i64 lowest[MOST_RANK], highest[MOST_RANK];
  u64 sizes[MOST_RANK], total = 1;
  for (i64 d = 0; d < rank; d++) lowest[d] = highest[d] = rows[d];
  for (i64 i = 1; i < count; i++)
    for (i64 d = 0; d < rank; d++) {
      lowest[d] = least(lowest[d], rows[i * rank + d]);
      highest[d] = most(highest[d], rows[i * rank + d]);
    }
  for (i64 d = 0; d < rank; d++) {
    sizes[d] = (u64)highest[d] - (u64)lowest[d] + 1;
    if (sizes[d] == 0 || __builtin_mul_overflow(total, sizes[d], &total) || total >> 63) return OTHER_WAY;
  }
  for (i64 i = 0; i < count; i++) {
    u64 key = 0;
    for (i64 d = 0; d < rank; d++) key = key * sizes[d] + ((u64)rows[i * rank + d] - (u64)lowest[d]);
    items[i] = (Item){key, i};
  }
  return total == 1 ? 0 : 64 - __builtin_clzll(total - 1);
}

/* Rows, places. */
static i64 order(const Buffer *v, i64 option) {
  (void)option;
  if (!are_rows(&v[0]) || !is_shape(&v[1], v[0].shape[0])) return OTHER_WAY;
  const i64 *rows = I64(v[0]), count = v[0].shape[0], rank = v[0].shape[1];
  i64 *places = I64(v[1]);
  if (arranged(rows, count, rank, 0)) {
    for (i64 i = 0; i < count; i++) places[i] = i;
    return 0;
  }
  Item *items = malloc((size_t)count * 2 * sizeof(Item));
  if (items == NULL) return OTHER_WAY;
  int bits = made_keys(rows, count, rank, items);
  if (bits >= 0) {
    const Item *sorted = radix_sort(items, items + count, count, bits);
    for (i64 i = 0; i < count; i++) places[i] = sorted[i].place;
  }
  free(items);
  return bits >= 0 ? 0 : OTHER_WAY;
}

/* 1 if the rows stand in row-major order, 0 if not. */
i64 penstock_sparse_in_order(const Python *python, void *rows) { return with(python, in_order, 0, 0, ARRAYS(rows)); }

/* The permutation that puts rows into row-major order; equal ones keep theirs. */
i64 penstock_sparse_order(const Python *python, void *rows, void *places) { return with(python, order, 0, 1, ARRAYS(rows, places)); }

/* -- places in dense arrays ----------------------------------------------------------------------------------------------- */

/* How rows become places in an array: the bounds of each dimension, what a step in it is worth, and how large the array is. */
typedef struct {
  i64 rank, bounds[MOST_RANK], steps[MOST_RANK], total;
} Layout;

/* The place of a row, or OTHER_WAY if it is out of bounds. */
INLINE i64 place(const Layout *layout, const i64 *row, i64 rank) {
  u64 at = 0;
  for (i64 d = 0; d < rank; d++) {
    i64 here = row[d];
    if ((u64)here >= (u64)layout->bounds[d]) return OTHER_WAY;
    at += (u64)here * (u64)layout->steps[d];
  }
  return at < (u64)layout->total ? (i64)at : OTHER_WAY;
}

/* The layout of an array that has the shape of the sparse tensor; `gone` dimensions are not there. 0 if the array is another one. */
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
    i64 at = place(layout, rows + i * rank, rank);
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

/* Rows, values or one value, what is elsewhere; the dense array. */
static i64 to_dense(const Buffer *v, i64 rises) {
  const Buffer *rows = &v[0], *values = &v[1], *elsewhere = &v[2], *dense = &v[3];
  if (!are_rows(rows) || dense->rank != rows->shape[1] || elsewhere->rank != 0) return OTHER_WAY;
  if (!alike(values, dense) || !alike(elsewhere, dense) || (values->rank != 0 && !is_vector(values, rows->shape[0]))) return OTHER_WAY;
  i64 shape[MOST_RANK], rank = dense->rank, count = rows->shape[0];
  for (i64 d = 0; d < rank; d++) shape[d] = dense->shape[d];
  Layout layout;
  if (!laid_out(&layout, rank, shape, NULL, dense)) return OTHER_WAY;
  size_t item = (size_t)dense->item, step = values->rank ? item : 0;
  filled(dense->data, (size_t)dense->bytes, elsewhere->data, item);
  int done;
  if (rank == 2 && item == 4)
    done = scattered(&layout, I64(*rows), count, 2, values->data, step, rises != 0, dense->data, 4);
  else if (rank == 2 && item == 8)
    done = scattered(&layout, I64(*rows), count, 2, values->data, step, rises != 0, dense->data, 8);
  else
    done = scattered(&layout, I64(*rows), count, rank, values->data, step, rises != 0, dense->data, item);
  return done ? 0 : OTHER_WAY;
}

/* If `rises`, rows must stand in order without repetition; otherwise the last of several values for a place is kept. */
i64 penstock_sparse_to_dense(const Python *python, void *rows, void *values, void *elsewhere, i64 rises, void *dense) {
  return with(python, to_dense, rises, 1, ARRAYS(rows, values, elsewhere, dense));
}

#define ADDING(T)                                                                                                       \
  INLINE int added_##T(const Layout *layout, const i64 *rows, i64 count, i64 rank, const void *from, void *into) {      \
    const T *values = from;                                                                                             \
    T *out = into;                                                                                                      \
    for (i64 i = 0; i < count; i++) {                                                                                   \
      i64 at = place(layout, rows + i * rank, rank);                                                                    \
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

/* Rows, values, shape, the dimensions that are summed up; the sums. */
static i64 add_at(const Buffer *v, i64 option) {
  (void)option;
  const Buffer *rows = &v[0], *values = &v[1], *axes = &v[3], *out = &v[4];
  if (!are_parts(rows, values) || !is_shape(&v[2], rows->shape[1]) || !alike(values, out)) return OTHER_WAY;
  int gone[MOST_RANK] = {0}, wide = kind(axes) == LONG;
  i64 rank = rows->shape[1], count = rows->shape[0];
  if (!wide && kind(axes) != INT) return OTHER_WAY;
  for (i64 i = 0; i < axes->bytes / axes->item; i++) {
    i64 axis = wide ? I64(*axes)[i] : ((const int32_t *)axes->data)[i];
    if (axis < -rank || axis >= rank) return OTHER_WAY;
    gone[axis < 0 ? axis + rank : axis] = 1;
  }
  Layout layout;
  if (!laid_out(&layout, rank, I64(v[2]), gone, out)) return OTHER_WAY;
  int done = 0;
  switch (kind(out)) {
    case FLOAT: done = adds_float(&layout, I64(*rows), count, values->data, out->data); break;
    case DOUBLE: done = adds_double(&layout, I64(*rows), count, values->data, out->data); break;
    case INT: done = adds_int32_t(&layout, I64(*rows), count, values->data, out->data); break;
    case LONG: done = adds_int64_t(&layout, I64(*rows), count, values->data, out->data); break;
    default: break;
  }
  return done ? 0 : OTHER_WAY;
}

/* Adds values to what is in `out`, an array that has all dimensions of `shape` but the `axes`. */
i64 penstock_sparse_add_at(const Python *python, void *rows, void *values, void *shape, void *axes, void *out) {
  return with(python, add_at, 0, 1, ARRAYS(rows, values, shape, axes, out));
}

enum { MULTIPLIED, DIVIDED, ADDED };

#define ELEMENTWISE(T, NAME, OPERATOR)                                                                                   \
  INLINE int NAME##_all(const Layout *layout, const i64 *rows, i64 count, i64 rank, const T *values, const T *dense, T *out) { \
    for (i64 i = 0; i < count; i++) {                                                                                    \
      i64 at = place(layout, rows + i * rank, rank);                                                                     \
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

/* Rows, values, shape, a dense array that broadcasts to it; the new values. */
static i64 with_dense(const Buffer *v, i64 how) {
  const Buffer *rows = &v[0], *values = &v[1], *dense = &v[3], *out = &v[4];
  if (!are_parts(rows, values) || !is_shape(&v[2], rows->shape[1]) || !is_vector(out, rows->shape[0])) return OTHER_WAY;
  Elementwise work = how >= MULTIPLIED && how <= ADDED ? ELEMENTWISE[kind(out)][how] : NULL;
  if (work == NULL || kind(values) != kind(out) || kind(dense) != kind(out)) return OTHER_WAY;
  const i64 *shape = I64(v[2]), rank = rows->shape[1], extra = rank - dense->rank;
  if (extra < 0) return OTHER_WAY;
  Layout layout = {.rank = rank, .total = dense->bytes / dense->item};
  i64 step = 1;
  for (i64 d = rank - 1; d >= 0; d--) {
    i64 size = d < extra ? 1 : dense->shape[d - extra];
    layout.bounds[d] = shape[d];
    layout.steps[d] = size == 1 ? 0 : step;
    if (shape[d] < 0 || (size != 1 && size != shape[d])) return OTHER_WAY;
    step *= size;
  }
  return work(&layout, I64(*rows), rows->shape[0], values->data, dense->data, out->data) ? 0 : OTHER_WAY;
}

i64 penstock_sparse_with_dense(const Python *python, void *rows, void *values, void *shape, void *dense, i64 how, void *out) {
  return with(python, with_dense, how, 1, ARRAYS(rows, values, shape, dense, out));
}

/* -- products ------------------------------------------------------------------------------------------------------------- */

/* Where the elements of a product's right side stand: the steps from one row to the next, and from one column to the next. */
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

/* Rows, values, a matrix; the product, of zeros. */
static i64 product(const Buffer *v, i64 option) {
  const Buffer *rows = &v[0], *values = &v[1], *b = &v[2], *out = &v[3];
  if (!are_parts(rows, values) || rows->shape[1] != 2 || b->rank != 2 || out->rank != 2) return OTHER_WAY;
  if (kind(values) != kind(out) || kind(b) != kind(out)) return OTHER_WAY;
  i64 count = rows->shape[0], first = option & 1, m = out->shape[0], n = out->shape[1], turned = option >> 1 & 1;
  Right right = {.inner = b->shape[turned], .row = turned ? 1 : n, .column = turned ? b->shape[1] : 1};
  if (b->shape[1 - turned] != n) return OTHER_WAY;
  memset(out->data, 0, (size_t)out->bytes);
  int done = 0;
  switch (kind(out)) {
    case FLOAT: done = multiply_float(I64(*rows), count, first, values->data, b->data, right, m, n, out->data); break;
    case DOUBLE: done = multiply_double(I64(*rows), count, first, values->data, b->data, right, m, n, out->data); break;
    case INT: done = multiply_int32_t(I64(*rows), count, first, values->data, b->data, right, m, n, out->data); break;
    case LONG: done = multiply_int64_t(I64(*rows), count, first, values->data, b->data, right, m, n, out->data); break;
    default: break;
  }
  return done ? 0 : OTHER_WAY;
}

/* A sparse matrix, turned if `turned & 1`, times a dense one, turned if `turned & 2`. */
i64 penstock_sparse_product(const Python *python, void *rows, void *values, void *b, i64 turned, void *out) {
  return with(python, product, turned, 1, ARRAYS(rows, values, b, out));
}
