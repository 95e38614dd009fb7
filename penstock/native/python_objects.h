/* Access to Python objects and NumPy arrays for the string kernels. Nothing is linked: callers hold the GIL and pass the
   addresses of the C API functions that are needed. */

#pragma once

#include "thread_pool.h"

#include <stddef.h>
#include <string.h>

typedef uint64_t u64;
typedef unsigned char u8;

typedef struct {
  int (*bytes)(void *object, char **at, ptrdiff_t *size);
  const char *(*utf8)(void *object, ptrdiff_t *size);
  void *(*make)(const char *at, ptrdiff_t size);
  void *(*type)(void *object);
  void (*release)(void *object);
  void (*hold)(void *object);
  void (*forget)(void); /* the exception type */
  double (*number)(const char *text, char **end, void *overflow);
  ptrdiff_t head; /* size of the object header: the next word of an array is its data pointer */
  /* The last word of the header is the type; in a bytes object the next word is the size, and the data begin at a fixed
     offset. NULL if the layout is not the expected one. */
  const void *bytes_type;
  ptrdiff_t bytes_at;
} Python;

/* A borrowed piece of memory. */
typedef struct {
  const u8 *at;
  i64 size;
} Span;

/* The data of a contiguous array; NULL for no array. */
static inline void *elements(const Python *python, void *array) {
  return array == NULL ? NULL : *(void **)((char *)array + python->head);
}

/* The contents of a bytes object; nonzero if it is not bytes, without setting an exception. */
static inline int span(const Python *python, void *object, Span *out) {
  char *at;
  ptrdiff_t size;
  if (object == NULL) return 1;
  const char *head = (const char *)object + python->head;
  if (((const void *const *)head)[-1] == python->bytes_type) {
    *out = (Span){(const u8 *)object + python->bytes_at, *(const ptrdiff_t *)head};
    return 0;
  }
  if (python->bytes(object, &at, &size)) {
    python->forget();
    return 1;
  }
  *out = (Span){(const u8 *)at, size};
  return 0;
}

/* Stores an object, whose reference is stolen, into an object array; nonzero, with an exception set, if it is NULL. */
static inline int position(const Python *python, void **where, void *made) {
  void *old = *where;
  if (made == NULL) return 1;
  *where = made;
  python->release(old);
  return 0;
}

/* Stores a new bytes object into an object array. */
static inline int put(const Python *python, void **where, const void *at, i64 size) {
  return position(python, where, python->make((const char *)at, size));
}

/* A new bytes object of a given size, and where to write its contents; NULL, with an exception set, if out of memory. */
static inline void *allocate_floats(const Python *python, i64 size, u8 **at) {
  void *made = python->make(NULL, size);
  ptrdiff_t same;
  if (made != NULL && python->bytes(made, (char **)at, &same)) return NULL;
  return made;
}
