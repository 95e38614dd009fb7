/* Operations on two sparse tensors, slices and concatenations, and softmax within the rows of one. */

#include "sparse.h"

/* -- two sparse tensors --------------------------------------------------------------------------------------------------- */

INLINE void copied(i64 *to, const i64 *from, i64 rank) {
  for (i64 d = 0; d < rank; d++) to[d] = from[d];
}

/* Merges two sorted tensors; sums below the threshold are dropped. */
#define MERGING(T)                                                                                                          \
  INLINE i64 merged_##T(const i64 *a, const T *x, i64 m, const i64 *b, const T *y, i64 n, T threshold, i64 rank, i64 *rows, T *out) { \
    i64 i = 0, j = 0, k = 0;                                                                                                \
    while (i < m && j < n) {                                                                                                \
      const i64 *p = a + i * rank, *q = b + j * rank;                                                                       \
      i64 before = 0, equal = 1; /* branch-free: branches on the data would be mispredicted */                             \
      for (i64 d = 0; d < rank; d++) {                                                                                      \
        before |= equal & (p[d] < q[d]);                                                                                    \
        equal &= p[d] == q[d];                                                                                              \
      }                                                                                                                     \
      const i64 first = before | equal, second = !before;                                                                   \
      const T choice[] = {0 + y[j], x[i], x[i] + y[j]}, sum = choice[first + equal];                                        \
      const i64 mask = -first;                                                                                              \
      for (i64 d = 0; d < rank; d++) rows[k * rank + d] = (p[d] & mask) | (q[d] & ~mask);                                   \
      out[k] = sum;                                                                                                         \
      k += !equal | (sum >= threshold) | (-sum >= threshold);                                                                \
      i += first;                                                                                                           \
      j += second;                                                                                                          \
    }                                                                                                                       \
    for (; i < m; i++, k++) {                                                                                               \
      copied(rows + k * rank, a + i * rank, rank);                                                                          \
      out[k] = x[i];                                                                                                        \
    }                                                                                                                       \
    for (; j < n; j++, k++) {                                                                                               \
      copied(rows + k * rank, b + j * rank, rank);                                                                          \
      out[k] = 0 + y[j];                                                                                                    \
    }                                                                                                                       \
    return k;                                                                                                               \
  }                                                                                                                         \
  static i64 merge_##T(const Buffer *v, i64 m, i64 n, i64 rank) {                                                           \
    const T *x = (const T *)v[1].data, *y = (const T *)v[4].data, threshold = *(const T *)v[6].data;                        \
    T *out = (T *)v[8].data;                                                                                                \
    return rank == 2 ? merged_##T(I64(v[0]), x, m, I64(v[3]), y, n, threshold, 2, I64(v[7]), out)                           \
                     : merged_##T(I64(v[0]), x, m, I64(v[3]), y, n, threshold, rank, I64(v[7]), out);                       \
  }

MERGING(float)
MERGING(double)
MERGING(int32_t)
MERGING(int64_t)

/* Arrays: index rows, values and shape of two tensors, a threshold; index rows and values of the sum. */
static i64 sum(const Buffer *v, i64 option) {
  (void)option;
  const Buffer *rows = &v[7], *out = &v[8];
  if (!are_parts(&v[0], &v[1]) || !are_parts(&v[3], &v[4]) || v[0].shape[1] != v[3].shape[1]) return FALLBACK;
  i64 m = v[0].shape[0], n = v[3].shape[0], rank = v[0].shape[1];
  if (!is_shape(&v[2], rank) || !is_shape(&v[5], rank) || !are_equal(&v[2], &v[5]) || v[6].rank != 0) return FALLBACK;
  if (!are_parts(rows, out) || rows->shape[0] != m + n || rows->shape[1] != rank) return FALLBACK;
  if (kind(&v[1]) != kind(out) || kind(&v[4]) != kind(out) || kind(&v[6]) != kind(out)) return FALLBACK;
  if (kind(out) == UNKNOWN || !ascending_key(&v[0]) || !ascending_key(&v[3])) return FALLBACK;
  switch (kind(out)) {
    case FLOAT: return merge_float(v, m, n, rank);
    case DOUBLE: return merge_double(v, m, n, rank);
    case INT: return merge_int32_t(v, m, n, rank);
    case LONG: return merge_int64_t(v, m, n, rank);
    default: return FALLBACK;
  }
}

/* Returns the number of elements of the sum; the results have room for those of both tensors. */
i64 penstock_sparse_sum(const Python *python, void *a, void *x, void *a_shape, void *b, void *y, void *b_shape, void *threshold,
                        void *rows, void *out) {
  return with(python, sum, 0, 2, ARRAYS(a, x, a_shape, b, y, b_shape, threshold, rows, out));
}

/* Arrays: index rows, their values, other rows; the values found for these. */
static i64 matched(const Buffer *v, i64 option) {
  (void)option;
  const Buffer *table = &v[0], *rows = &v[2], *out = &v[3];
  if (!are_parts(table, &v[1]) || !are_parts(rows, out) || table->shape[1] != rows->shape[1] || !same_type(&v[1], out)) return FALLBACK;
  i64 rank = rows->shape[1], count = table->shape[0], at = 0;
  size_t item = (size_t)out->item;
  if (!ascending_key(table) || !arranged(I64(*rows), rows->shape[0], rank, 0)) return FALLBACK;
  for (i64 i = 0; i < rows->shape[0]; i++) {
    const i64 *row = I64(*rows) + i * rank;
    int found = 1;
    while (at < count && (found = compared(I64(*table) + at * rank, row, rank)) < 0) at++;
    if (at < count && found == 0)
      memcpy(out->data + (size_t)i * item, v[1].data + (size_t)at * item, item);
    else
      memset(out->data + (size_t)i * item, 0, item);
  }
  return 0;
}

i64 penstock_sparse_matched(const Python *python, void *table, void *values, void *rows, void *out) {
  return with(python, matched, 0, 1, ARRAYS(table, values, rows, out));
}

/* -- parts ---------------------------------------------------------------------------------------------------------------- */

INLINE i64 cut(const i64 *rows, i64 count, i64 rank, const char *values, size_t item, const i64 *start, const i64 *end, i64 *kept,
               char *out) {
  i64 k = 0;
  for (i64 i = 0; i < count; i++) {
    int inside = 1;
    for (i64 d = 0; d < rank; d++) {
      i64 here = rows[i * rank + d];
      inside &= (here >= start[d]) & (here < end[d]);
      kept[k * rank + d] = here - start[d];
    }
    memcpy(out + (size_t)k * item, values + (size_t)i * item, item);
    k += inside;
  }
  return k;
}

/* Arrays: index rows, values, shape, start, size; index rows, values and shape of the slice. */
static i64 slice(const Buffer *v, i64 option) {
  (void)option;
  const Buffer *rows = &v[0], *values = &v[1], *kept = &v[5], *out = &v[6];
  if (!are_parts(rows, values) || !are_parts(kept, out) || !same_type(values, out)) return FALLBACK;
  i64 count = rows->shape[0], rank = rows->shape[1], start[MAX_RANK], end[MAX_RANK];
  if (kept->shape[0] != count || kept->shape[1] != rank) return FALLBACK;
  for (int i = 2; i < 8; i++)
    if (i != 5 && i != 6 && !is_shape(&v[i], rank)) return FALLBACK;
  for (i64 d = 0; d < rank; d++) {
    i64 size = I64(v[4])[d];
    start[d] = I64(v[3])[d];
    end[d] = start[d] + size;
    I64(v[7])[d] = max_i64(min_i64(size, I64(v[2])[d] - start[d]), 0);
  }
  if (rank == 2 && out->item == 4) return cut(I64(*rows), count, 2, values->data, 4, start, end, I64(*kept), out->data);
  if (rank == 2 && out->item == 8) return cut(I64(*rows), count, 2, values->data, 8, start, end, I64(*kept), out->data);
  return cut(I64(*rows), count, rank, values->data, (size_t)out->item, start, end, I64(*kept), out->data);
}

/* Returns the number of elements in the slice; the results have room for all. */
i64 penstock_sparse_slice(const Python *python, void *rows, void *values, void *shape, void *start, void *size, void *kept, void *out,
                          void *dims) {
  return with(python, slice, 0, 3, ARRAYS(rows, values, shape, start, size, kept, out, dims));
}

/* Arrays: the end and offset of each input; index rows. */
static i64 moved(const Buffer *v, i64 axis) {
  const Buffer *parts = &v[0], *rows = &v[1];
  if (!are_rows(parts) || parts->shape[1] != 2 || !are_rows(rows)) return FALLBACK;
  i64 count = rows->shape[0], rank = rows->shape[1], at = 0;
  if (axis < 0 || axis >= rank) return FALLBACK;
  for (i64 i = 0; i < parts->shape[0]; i++) {
    i64 end = I64(*parts)[2 * i], offset = I64(*parts)[2 * i + 1];
    if (end > count) return FALLBACK;
    for (; at < end; at++) I64(*rows)[at * rank + axis] += offset;
  }
  return arranged(I64(*rows), count, rank, 0);
}

/* Offsets the index rows of concatenated inputs along an axis; returns whether the result is in row-major order. */
i64 penstock_sparse_moved(const Python *python, void *parts, i64 axis, void *rows) {
  return with(python, moved, axis, 1, ARRAYS(parts, rows));
}

/* -- softmax -------------------------------------------------------------------------------------------------------------- */

/* The length of the run of rows, from row `i` on, that differ in the last column only. */
INLINE i64 group(const i64 *rows, i64 i, i64 count, i64 rank) {
  i64 end = i + 1;
  while (end < count && compared(rows + i * rank, rows + end * rank, rank - 1) == 0) end++;
  return end;
}

#define GROUPS(T)                                                                                             \
  INLINE void lowered_##T(const i64 *rows, i64 count, i64 rank, const T *values, T *out) {                    \
    for (i64 i = 0, end; i < count; i = end) {                                                                \
      end = group(rows, i, count, rank);                                                                      \
      T highest = values[i];                                                                                  \
      for (i64 k = i + 1; k < end; k++)                                                                       \
        if (values[k] > highest || values[k] != values[k]) highest = values[k];                               \
      for (i64 k = i; k < end; k++) out[k] = values[k] - highest;                                             \
    }                                                                                                         \
  }                                                                                                           \
  INLINE void shared_##T(const i64 *rows, i64 count, i64 rank, const T *values, T *out) {                     \
    for (i64 i = 0, end; i < count; i = end) {                                                                \
      end = group(rows, i, count, rank);                                                                      \
      T total = 0;                                                                                            \
      for (i64 k = i; k < end; k++) total += values[k];                                                       \
      for (i64 k = i; k < end; k++) out[k] = values[k] / total;                                               \
    }                                                                                                         \
  }                                                                                                           \
  static void groups_##T(const i64 *rows, i64 count, i64 rank, const void *values, void *out, i64 shares) {   \
    if (rank == 2)                                                                                            \
      shares ? shared_##T(rows, count, 2, values, out) : lowered_##T(rows, count, 2, values, out);            \
    else                                                                                                      \
      shares ? shared_##T(rows, count, rank, values, out) : lowered_##T(rows, count, rank, values, out);      \
  }

GROUPS(float)
GROUPS(double)

/* Arrays: index rows, values; new values. */
static i64 groups(const Buffer *v, i64 shares) {
  const Buffer *rows = &v[0], *values = &v[1], *out = &v[2];
  if (!are_parts(rows, values) || rows->shape[1] < 2 || !is_vector(out, rows->shape[0]) || kind(values) != kind(out)) return FALLBACK;
  if (kind(out) == FLOAT)
    groups_float(I64(*rows), rows->shape[0], rows->shape[1], values->data, out->data, shares);
  else if (kind(out) == DOUBLE)
    groups_double(I64(*rows), rows->shape[0], rows->shape[1], values->data, out->data, shares);
  else
    return FALLBACK;
  return 0;
}

/* Within runs of rows that differ in the last column only: each value minus the maximum of the run, or, if `shares`, divided
   by its sum. NaN spreads to the whole run. */
i64 penstock_sparse_groups(const Python *python, void *rows, void *values, i64 shares, void *out) {
  return with(python, groups, shares, 1, ARRAYS(rows, values, out));
}
