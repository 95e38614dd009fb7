/* XLA's foreign function interface (FFI): a handler gets the buffers of operands and results in a call frame, and returns an
   error or NULL. The structures are those of XLA's C API, as far as they are needed: its ABI is stable
   (`tests/native/test_xla.py` compares it with the installed header), so one library serves all versions, and no header is
   needed to build it. */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* The API version that this declares: later ones only add to it. */
#define XLA_FFI_API_MAJOR 0
#define XLA_FFI_API_MINOR 3

typedef struct XLA_FFI_Error XLA_FFI_Error;
typedef struct XLA_FFI_CallFrame XLA_FFI_CallFrame;
typedef XLA_FFI_Error *XLA_FFI_Handler(XLA_FFI_CallFrame *);
typedef int32_t XLA_FFI_ArgType, XLA_FFI_RetType, XLA_FFI_DataType;

enum { XLA_FFI_ArgType_BUFFER = 1 };
enum { XLA_FFI_RetType_BUFFER = 1 };
enum { XLA_FFI_DataType_S64 = 5 };
enum { XLA_FFI_ExecutionStage_EXECUTE = 3 };
enum { XLA_FFI_Error_Code_RESOURCE_EXHAUSTED = 8 };
enum { XLA_FFI_Extension_Metadata = 1 };

/* Extensions of a call frame, a linked list. */
typedef struct Extension {
  size_t struct_size;
  int32_t type;
  struct Extension *next;
} Extension;

typedef struct {
  size_t struct_size;
  Extension *extension_start;
  int major_version, minor_version;
} XLA_FFI_Api_Version;

typedef struct {
  size_t struct_size;
  XLA_FFI_Api_Version api_version;
  uint32_t traits;
} XLA_FFI_Metadata;

typedef struct {
  Extension extension_base;
  XLA_FFI_Metadata *metadata;
} XLA_FFI_Metadata_Extension;

typedef struct {
  size_t struct_size;
  Extension *extension_start;
  const char *message;
  int32_t errc;
} XLA_FFI_Error_Create_Args;

typedef struct {
  size_t struct_size;
  Extension *extension_start;
  XLA_FFI_Api_Version api_version;
  const void *internal_api;
  XLA_FFI_Error *(*XLA_FFI_Error_Create)(XLA_FFI_Error_Create_Args *);
} XLA_FFI_Api;

typedef struct {
  size_t struct_size;
  Extension *extension_start;
  XLA_FFI_DataType dtype;
  void *data;
  int64_t rank;
  int64_t *dims;
} XLA_FFI_Buffer;

typedef struct {
  size_t struct_size;
  Extension *extension_start;
  int64_t size;
  XLA_FFI_ArgType *types;
  void **args;
} XLA_FFI_Args;

typedef struct {
  size_t struct_size;
  Extension *extension_start;
  int64_t size;
  XLA_FFI_RetType *types;
  void **rets;
} XLA_FFI_Rets;

typedef struct {
  size_t struct_size;
  Extension *extension_start;
  int64_t size;
  void *types, *names, *attrs;
} XLA_FFI_Attrs;

struct XLA_FFI_CallFrame {
  size_t struct_size;
  Extension *extension_start;
  const XLA_FFI_Api *api;
  void *ctx;
  int32_t stage;
  XLA_FFI_Args args;
  XLA_FFI_Rets rets;
  XLA_FFI_Attrs attrs;
  void *future;
};

#define IN(i) (((XLA_FFI_Buffer **)frame->args.args)[i]->data)
#define OUT(i) (((XLA_FFI_Buffer **)frame->rets.rets)[i]->data)
#define SIZE(i) penstock_size(((XLA_FFI_Buffer **)frame->args.args)[i])
#define DIMENSION(i, axis) (((XLA_FFI_Buffer **)frame->args.args)[i]->dims[axis])

static inline int64_t penstock_size(const XLA_FFI_Buffer *buffer) {
  int64_t size = 1;
  for (int64_t i = 0; i < buffer->rank; i++) size *= buffer->dims[i];
  return size;
}

/* Whether the frame is a metadata query or another stage than execution; it is answered here. */
static inline int penstock_is_question(XLA_FFI_CallFrame *frame) {
  for (Extension *e = frame->extension_start; e != NULL; e = e->next)
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

/* Defines a handler `name` for a call that returns 0 on success. */
#define HANDLER(name, call)                                             \
  XLA_FFI_Error *name(XLA_FFI_CallFrame *frame) {                       \
    return penstock_is_question(frame) || (call) == 0 ? NULL : penstock_no_memory(frame); \
  }
