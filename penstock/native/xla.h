/* How XLA calls a kernel: a handler takes the data of operands and results from a frame, and answers with an error or NULL. */

#pragma once

#include "xla/ffi/api/c_api.h"

#define IN(i) (((XLA_FFI_Buffer **)frame->args.args)[i]->data)
#define OUT(i) (((XLA_FFI_Buffer **)frame->rets.rets)[i]->data)
#define SIZE(i) penstock_size(((XLA_FFI_Buffer **)frame->args.args)[i])
#define DIMENSION(i, axis) (((XLA_FFI_Buffer **)frame->args.args)[i]->dims[axis])

static inline int64_t penstock_size(const XLA_FFI_Buffer *buffer) {
  int64_t size = 1;
  for (int64_t i = 0; i < buffer->rank; i++) size *= buffer->dims[i];
  return size;
}

/* Whether the frame asks for something else than to run: then that is answered here. */
static inline int penstock_is_question(XLA_FFI_CallFrame *frame) {
  for (XLA_FFI_Extension_Base *e = frame->extension_start; e != NULL; e = e->next)
    if (e->type == XLA_FFI_Extension_Metadata) {
      XLA_FFI_Metadata *metadata = ((XLA_FFI_Metadata_Extension *)e)->metadata;
      metadata->api_version.major_version = XLA_FFI_API_MAJOR;
      metadata->api_version.minor_version = XLA_FFI_API_MINOR;
      return 1;
    }
  return frame->stage != XLA_FFI_ExecutionStage_EXECUTE;
}

static inline XLA_FFI_Error *penstock_no_memory(XLA_FFI_CallFrame *frame) {
  XLA_FFI_Error_Create_Args error = {.struct_size = sizeof error,
                                     .message = "there is not enough memory",
                                     .errc = XLA_FFI_Error_Code_RESOURCE_EXHAUSTED};
  return frame->api->XLA_FFI_Error_Create(&error);
}

/* A handler called `name` for a call that is 0 if it went well. */
#define HANDLER(name, call)                                             \
  XLA_FFI_Error *name(XLA_FFI_CallFrame *frame) {                       \
    return penstock_is_question(frame) || (call) == 0 ? NULL : penstock_no_memory(frame); \
  }
