/* What the kernels for sparse tensors share: the arrays that they are given, and the order of rows.

   Arrays come as Python's objects and are asked for their memory by the buffer protocol, with functions whose addresses the caller
   hands over, so that nothing is linked; he holds the interpreter's lock. Whatever is not as it should be (a type that is not known
   here, an index out of bounds, rows out of order) is answered by OTHER_WAY: the caller then does without, and finds the words for an
   error. What was written into the results by then means nothing. Compiled with -fwrapv: integers wrap around as NumPy's do. */

#pragma once

#include "thread_pool.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define OTHER_WAY (-1)
#define MOST_RANK 16
#define LARGE (1 << 17) /* so many bytes are worth letting other threads of Python run */
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
#define MOST_ARRAYS 9

typedef i64 (*Job)(const Buffer *v, i64 option);

/* Does a job with the memory of `count` arrays, into the last `written` of which it writes. */
static inline i64 with(const Python *python, Job job, i64 option, int written, int count, void *const *objects) {
  Buffer v[MOST_ARRAYS];
  i64 found = OTHER_WAY, bytes = 0;
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

/* Whether two arrays have elements of one type, which are not Python's objects. */
static inline int alike(const Buffer *a, const Buffer *b) {
  if (a->format == NULL || b->format == NULL || a->item != b->item || a->item <= 0) return 0;
  return !strchr(a->format, 'O') && !strcmp(a->format, b->format);
}

static inline int is_vector(const Buffer *view, i64 size) { return view->rank == 1 && view->shape[0] == size; }
static inline int is_shape(const Buffer *view, i64 rank) { return is_vector(view, rank) && kind(view) == LONG; }

static inline int are_rows(const Buffer *view) {
  return view->rank == 2 && view->shape[1] >= 1 && view->shape[1] <= MOST_RANK && kind(view) == LONG;
}

/* Whether one array has rows, and the other a value for each. */
static inline int are_parts(const Buffer *rows, const Buffer *values) { return are_rows(rows) && is_vector(values, rows->shape[0]); }

static inline int are_equal(const Buffer *a, const Buffer *b) { return a->bytes == b->bytes && !memcmp(a->data, b->data, (size_t)a->bytes); }

#define I64(view) ((i64 *)(view).data)

/* -- order ---------------------------------------------------------------------------------------------------------------- */

/* Less than 0, 0 or more, as the first row is before the second, equal, or after it. */
INLINE int compared(const i64 *a, const i64 *b, i64 rank) {
  for (i64 d = 0; d < rank; d++)
    if (a[d] != b[d]) return a[d] < b[d] ? -1 : 1;
  return 0;
}

/* Whether no row is before the one that precedes it; if `strictly`, whether each is after it. */
INLINE int arranged(const i64 *rows, i64 count, i64 rank, int strictly) {
  if (rank != 2) {
    for (i64 i = 1; i < count; i++)
      if (compared(rows + (i - 1) * rank, rows + i * rank, rank) > -strictly) return 0;
    return 1;
  }
  for (i64 start = 1; start < count; start += 256) { /* matrices without branches, a piece at a time */
    i64 bad = 0;
    for (i64 i = start, end = least(count, start + 256); i < end; i++) {
      const i64 *a = rows + 2 * i - 2, *b = rows + 2 * i;
      bad |= (a[0] > b[0]) | ((a[0] == b[0]) & (strictly ? a[1] >= b[1] : a[1] > b[1]));
    }
    if (bad) return 0;
  }
  return 1;
}

static inline int rising(const Buffer *rows) { return arranged(I64(*rows), rows->shape[0], rows->shape[1], 1); }
