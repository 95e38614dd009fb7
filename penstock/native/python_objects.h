/* Python's objects and NumPy's arrays, as the kernels for strings see them. Nothing is linked: callers hold the interpreter's lock,
   and hand over the addresses of the functions of Python's C interface that are needed. */

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
  void (*forget)(void); /* the exception */
  double (*number)(const char *text, char **end, void *overflow);
  ptrdiff_t head; /* the size of what every object begins with: an array's next word says where its elements are */
  /* The last word of that is the type; of bytes, the next word is the size, and from somewhere on there are they themselves. NULL if
     this is not so. */
  const void *bytes_type;
  ptrdiff_t bytes_at;
} Python;

/* A piece of memory that is somebody else's. */
typedef struct {
  const u8 *at;
  i64 size;
} Span;

/* The elements of an array, which is contiguous; NULL is no array. */
static inline void *elements(const Python *python, void *array) {
  return array == NULL ? NULL : *(void **)((char *)array + python->head);
}

/* The bytes of an object; not 0 if it has none, and no exception is set. */
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

/* Puts an object, which becomes the array's, into an array of them; not 0, and an exception is set, if it could not be made. */
static inline int place(const Python *python, void **where, void *made) {
  void *old = *where;
  if (made == NULL) return 1;
  *where = made;
  python->release(old);
  return 0;
}

/* Puts a new object into an array of them. */
static inline int put(const Python *python, void **where, const void *at, i64 size) {
  return place(python, where, python->make((const char *)at, size));
}

/* A new object of so many bytes, and where they are to be written; NULL, and an exception is set, without memory for it. */
static inline void *room(const Python *python, i64 size, u8 **at) {
  void *made = python->make(NULL, size);
  ptrdiff_t same;
  if (made != NULL && python->bytes(made, (char **)at, &same)) return NULL;
  return made;
}
