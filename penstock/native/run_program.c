/* Runs a small XLA program as a list of thunks: the functions that XLA compiled for it, copies, and calls of our own FFI
   kernels. The list holds the addresses of all buffers, so a run is one call from Python. runtime/xla/direct/machine_code.py
   makes the list. */

#include "thread_pool.h"

#include <stddef.h>
#include <string.h>

#if defined(__x86_64__)
#include <xmmintrin.h>

#include "xla_ffi.h"

enum { KERNEL, COPY, CALL };
#define MAX_BUFFERS 16
#define FLUSHED 0x8040 /* flush-to-zero and denormals-are-zero: XLA runs its programs so */

/* The calling convention of XLA's compiled functions. */
typedef struct {
  uint64_t x, y, z;
} Group;

typedef struct {
  const Group *groups, *group;
  size_t count;
  const void *buffers; /* (address, size) pairs */
} Frame;

typedef struct {
  void *(*function)(const Frame *);
  Frame frame;
  _Atomic int failed;
} Kernel;

static void kernel_part(void *arg, i64 part) {
  Kernel *kernel = arg;
  const Group *all = kernel->frame.groups;
  uint64_t at = (uint64_t)part;
  Group group = {at % all->x, at / all->x % all->y, at / all->x / all->y};
  Frame frame = kernel->frame;
  frame.group = &group;
  unsigned before = _mm_getcsr();
  _mm_setcsr(before | FLUSHED);
  if (kernel->function(&frame) != NULL) kernel->failed = 1;
  _mm_setcsr(before);
}

/* The only way in which our kernels create an error. */
static XLA_FFI_Error *failure(XLA_FFI_Error_Create_Args *unused) {
  static int some;
  (void)unused;
  return (XLA_FFI_Error *)&some;
}

/* Calls an FFI kernel. list: the function, the numbers of operands and results, then for each its address, type, rank and
   dimensions. Returns the rest of the list, or NULL. */
static const i64 *call(const i64 *list) {
  XLA_FFI_Handler *function = (XLA_FFI_Handler *)list[0];
  i64 operands = list[1], results = list[2];
  XLA_FFI_Buffer buffers[MAX_BUFFERS];
  void *positions[MAX_BUFFERS];
  XLA_FFI_ArgType arguments[MAX_BUFFERS];
  XLA_FFI_RetType returned[MAX_BUFFERS];
  list += 3;
  for (i64 i = 0; i < operands + results; i++) {
    buffers[i] = (XLA_FFI_Buffer){.struct_size = sizeof(XLA_FFI_Buffer),
                                  .data = (void *)list[0],
                                  .dtype = (XLA_FFI_DataType)list[1],
                                  .rank = list[2],
                                  .dims = (int64_t *)(list + 3)};
    positions[i] = &buffers[i];
    arguments[i] = XLA_FFI_ArgType_BUFFER;
    returned[i] = XLA_FFI_RetType_BUFFER;
    list += 3 + list[2];
  }
  XLA_FFI_Api api = {.struct_size = sizeof api, .XLA_FFI_Error_Create = failure};
  XLA_FFI_CallFrame frame = {.struct_size = sizeof frame,
                             .api = &api,
                             .stage = XLA_FFI_ExecutionStage_EXECUTE,
                             .args = {.struct_size = sizeof(XLA_FFI_Args), .size = operands, .types = arguments, .args = positions},
                             .rets = {.struct_size = sizeof(XLA_FFI_Rets),
                                      .size = results,
                                      .types = returned,
                                      .rets = positions + operands}};
  return function(&frame) == NULL ? list : NULL;
}

/* Returns 0, or 1 if a thunk failed. */
int penstock_steps(const i64 *list, i64 count) {
  for (; count > 0; count--) {
    i64 kind = *list++;
    if (kind == COPY) { /* from, to, bytes */
      memmove((void *)list[1], (const void *)list[0], (size_t)list[2]);
      list += 3;
    } else if (kind == CALL) {
      unsigned before = _mm_getcsr();
      _mm_setcsr(before | FLUSHED);
      list = call(list);
      _mm_setcsr(before);
      if (list == NULL) return 1;
    } else { /* function, three numbers of workgroups, number of buffers, buffers */
      Kernel kernel = {.function = (void *(*)(const Frame *))list[0],
                       .frame = {.groups = (const Group *)(list + 1), .count = (size_t)list[4], .buffers = list + 5}};
      in_parallel(kernel_part, &kernel, list[1] * list[2] * list[3]);
      if (kernel.failed) return 1;
      list += 5 + 2 * list[4];
    }
  }
  return 0;
}
#else
int penstock_steps(const i64 *list, i64 count) {
  (void)list, (void)count;
  return 1;
}
#endif
