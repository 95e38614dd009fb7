/* Calls a kernel that a user has written in C++ from XLA's programs: its inputs and outputs are the buffers of the call.
   ops/custom/programs.py says which kernel. */

#include <string.h>

#include "../include/penstock/c_interface.h"
#include "xla_ffi.h"

/* A kernel object of a session; the same as in ops/custom/programs.py. */
typedef struct {
  void (*run)(PenstockCall *);
  void (*release)(void *);
  void (*release_tensor)(void *);
  void *kernel, *resources;
  const int32_t *types; /* of the inputs, then of the outputs */
  const int64_t *bytes; /* of an element of each output */
} CustomKernel;

enum { MAX_TENSORS = 64 };

static PenstockTensor tensor_of(const XLA_FFI_Buffer *buffer, int32_t dtype) {
  static int64_t nothing[8]; /* where an empty array is, if it is nowhere */
  return (PenstockTensor){.dtype = dtype,
                          .rank = (int32_t)buffer->rank,
                          .dims = buffer->dims,
                          .data = buffer->data != NULL ? buffer->data : nothing};
}

/* Whether an output that the kernel has made itself is of the shape that the program expects; it is copied there. */
static int take(const PenstockTensor *made, const XLA_FFI_Buffer *wanted, int64_t bytes) {
  if (made->rank != wanted->rank) return 0;
  for (int64_t i = 0; i < wanted->rank; i++)
    if (made->dims[i] != wanted->dims[i]) return 0;
  int64_t size = penstock_size(wanted) * bytes;
  if (size > 0) memcpy(wanted->data, made->data, (size_t)size);
  return 1;
}

/* The first operand is the address of the kernel, the first result whether all went well. If not, the program's run does not
   count, and the interpreter repeats it: so the error is told as it always is. */
static int run(XLA_FFI_CallFrame *frame) {
  static _Atomic int64_t steps = INT64_C(1) << 62; /* Python counts from 1 */
  const CustomKernel *kernel = (const CustomKernel *)(intptr_t)*(int64_t *)IN(0);
  XLA_FFI_Buffer **given = (XLA_FFI_Buffer **)frame->args.args + 1, **results = (XLA_FFI_Buffer **)frame->rets.rets + 1;
  int32_t n_in = (int32_t)frame->args.size - 1, n_out = (int32_t)frame->rets.size - 1;
  uint8_t *ok = OUT(0);
  *ok = 0;
  if (n_in + n_out > MAX_TENSORS) return 0;
  PenstockTensor inputs[MAX_TENSORS], outputs[MAX_TENSORS], refs[MAX_TENSORS];
  void *held[MAX_TENSORS] = {NULL};
  memset(refs, 0, sizeof refs);
  for (int32_t i = 0; i < n_in; i++) inputs[i] = tensor_of(given[i], kernel->types[i]);
  for (int32_t i = 0; i < n_out; i++) outputs[i] = tensor_of(results[i], kernel->types[n_in + i]);
  PenstockCall call = {.kernel = kernel->kernel,
                       .resources = kernel->resources,
                       .step = steps++,
                       .n_inputs = n_in,
                       .n_outputs = n_out,
                       .inputs = inputs,
                       .outputs = outputs,
                       .refs = refs,
                       .held = held};
  kernel->run(&call);
  int good = call.status.code == 0;
  if (!good) kernel->release(call.status.text);
  for (int32_t i = 0; i < n_out; i++) {
    good = good && outputs[i].dtype == kernel->types[n_in + i];
    if (held[i] != NULL) {
      good = good && take(&outputs[i], results[i], kernel->bytes[i]);
      kernel->release_tensor(held[i]);
    }
  }
  for (int32_t i = 0; i < n_out && !good; i++) { /* what follows in the program must not stumble */
    int64_t size = penstock_size(results[i]) * kernel->bytes[i];
    if (size > 0) memset(results[i]->data, 0, (size_t)size);
  }
  *ok = (uint8_t)good;
  return 0;
}

HANDLER(penstock_xla_custom_kernel, run(frame))
