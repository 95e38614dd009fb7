/* What the sparse kernels share: access to their arrays, and the order of index rows.

   Arrays are Python objects, read through the buffer protocol by functions whose addresses the caller passes, so that nothing
   is linked; the caller holds the GIL. For anything unexpected (an unknown type, an index out of bounds, rows out of order) a
   kernel returns OTHER_WAY: the caller falls back to NumPy, which reports errors; the result buffers are then undefined.
   Compiled with -fwrapv: integers wrap around as NumPy's do. */

#pragma once

#include "thread_pool.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define FALLBACK (-1)
#define MAX_RANK 16
#define LARGE (1 << 17) /* with so many bytes of work the GIL is released */
#define INLINE static inline __attribute__((always_inline))

typedef uint64_t u64;

/* -- the arrays ---------------------------------------------------------------------------------------------------------- */

typedef struct { /* Python's Py_buffer */
  char *data;
  void *owner;
  ptrdiff_t bytes, item;
  int readonly, rank;
  char *format;
  ptrdiff_t *shape, *strides, *suboffsets;
  void *internal;
} Buffer;

typedef struct {
  int (*get)(void *object, Buffer *view, int flags);
  void (*release)(Buffer *view);
  void (*clear)(void);
  void *(*save)(void);
  void (*restore)(void *thread);
} Python;

typedef enum { UNKNOWN, FLOAT, DOUBLE, INT, LONG } Kind;

#define WRITABLE 0x1
#define FORMAT 0x4
#define CONTIGUOUS (0x20 | 0x10 | 0x8)
#define MAX_ARRAYS 9

typedef i64 (*Job)(const Buffer *v, i64 option);

/* Acquires the buffers of `count` arrays, the last `written` of them writable, and runs a job on them. */
static inline i64 with(const Python *python, Job job, i64 option, int written, int count, void *const *objects) {
  Buffer v[MAX_ARRAYS];
  i64 found = FALLBACK, bytes = 0;
  int open = 0;
  for (; open < count; open++) {
    int flags = CONTIGUOUS | FORMAT | (open >= count - written ? WRITABLE : 0);
    if (python->get(objects[open], &v[open], flags) != 0) {
      python->clear();
      break;
    }
    bytes += v[open].bytes;
  }
  if (open == count) {
    void *thread = bytes > LARGE ? python->save() : NULL;
    found = job(v, option);
    if (thread != NULL) python->restore(thread);
  }
  while (open > 0) python->release(&v[--open]);
  return found;
}

#define ARRAYS(...) sizeof((void *[]){__VA_ARGS__}) / sizeof(void *), (void *[]){__VA_ARGS__}

static inline Kind kind(const Buffer *view) {
  const char *format = view->format;
  if (format == NULL || format[0] == 0 || format[1] != 0 || (uintptr_t)view->data % (uintptr_t)view->item) return UNKNOWN;
  switch (format[0]) {
    case 'f': return view->item == 4 ? FLOAT : UNKNOWN;
    case 'd': return view->item == 8 ? DOUBLE : UNKNOWN;
    case 'i': case 'l': case 'q': return view->item == 8 ? LONG : view->item == 4 ? INT : UNKNOWN;
    default: return UNKNOWN;
  }
}

/* Whether two arrays have one element type, which is not object. */
static inline int same_type(const Buffer *a, const Buffer *b) {
  if (a->format == NULL || b->format == NULL || a->item != b->item || a->item <= 0) return 0;
  return !strchr(a->format, 'O') && !strcmp(a->format, b->format);
}

static inline int is_vector(const Buffer *view, i64 size) { return view->rank == 1 && view->shape[0] == size; }
static inline int is_shape(const Buffer *view, i64 rank) { return is_vector(view, rank) && kind(view) == LONG; }

static inline int are_rows(const Buffer *view) {
  return view->rank == 2 && view->shape[1] >= 1 && view->shape[1] <= MAX_RANK && kind(view) == LONG;
}

/* Whether one array holds index rows, and the other a value for each. */
static inline int are_parts(const Buffer *rows, const Buffer *values) { return are_rows(rows) && is_vector(values, rows->shape[0]); }

static inline int are_equal(const Buffer *a, const Buffer *b) { return a->bytes == b->bytes && !memcmp(a->data, b->data, (size_t)a->bytes); }

#define I64(view) ((i64 *)(view).data)

/* -- order ---------------------------------------------------------------------------------------------------------------- */

/* Compares two index rows lexicographically: negative, 0 or positive. */
INLINE int compared(const i64 *a, const i64 *b, i64 rank) {
  for (i64 d = 0; d < rank; d++)
    if (a[d] != b[d]) return a[d] < b[d] ? -1 : 1;
  return 0;
}

/* Whether rows are sorted; if `strictly`, without duplicates. */
INLINE int arranged(const i64 *rows, i64 count, i64 rank, int strictly) {
  if (rank != 2) {
    for (i64 i = 1; i < count; i++)
      if (compared(rows + (i - 1) * rank, rows + i * rank, rank) > -strictly) return 0;
    return 1;
  }
  for (i64 start = 1; start < count; start += 256) { /* branch-free for matrices, in chunks */
    i64 bad = 0;
    for (i64 i = start, end = min_i64(count, start + 256); i < end; i++) {
      const i64 *a = rows + 2 * i - 2, *b = rows + 2 * i;
      bad |= (a[0] > b[0]) | ((a[0] == b[0]) & (strictly ? a[1] >= b[1] : a[1] > b[1]));
    }
    if (bad) return 0;
  }
  return 1;
}

static inline int ascending_key(const Buffer *rows) { return arranged(I64(*rows), rows->shape[0], rows->shape[1], 1); }
