/* What a library of operations shows to Penstock: plain C, read by `penstock/ops/custom/interface.py`, which has the same
   structures. No C++ type crosses it, so it does not matter which compiler, standard or std::string made the library. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Raised when a structure changes; a library that was built with another version is refused. */
#define PENSTOCK_CUSTOM_OPS_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/* An array. Strings and handles of resources stand one behind the other in `data`, `lengths` has their sizes. */
typedef struct {
  int32_t dtype; /* a DataType */
  int32_t rank;  /* -1: not known, or no tensor at all */
  const int64_t *dims;
  void *data;
  const int64_t *lengths;
} PenstockTensor;

typedef struct {
  int32_t code; /* 0: success */
  char *text;   /* of malloc; `release_text` frees it */
} PenstockStatus;

/* How a kernel is made. */
typedef struct {
  const char *node_def; /* serialized */
  size_t node_def_bytes;
  const char *device;
  const char *input_args, *output_args; /* "name:count\n" for each argument */
  int32_t n_inputs, n_outputs;
  const int32_t *input_types, *output_types;
  void *resources; /* of `new_resources` */
} PenstockNode;

/* A run of a kernel. */
typedef struct {
  void *kernel, *resources;
  int64_t step;
  int32_t n_inputs, n_outputs;
  const PenstockTensor *inputs;
  PenstockTensor *outputs;  /* before: memory of the expected shape, or none. After: what the kernel gave; dtype 0: nothing */
  PenstockTensor *refs;     /* for inputs that are references: the values that they have afterwards; dtype 0: as before */
  void **held;              /* n_outputs + n_inputs: tensors that own what is in `outputs` and `refs`, or NULL: in the memory given */
  PenstockStatus status;
} PenstockCall;

/* A run of a shape function. */
typedef struct {
  const char *node_def;
  size_t node_def_bytes;
  const char *input_args, *output_args;
  int32_t n_inputs, n_outputs;
  const PenstockTensor *inputs;    /* their shapes; dims of -1 are not known */
  const PenstockTensor *values;    /* what is known of their values; rank -1 for what is not */
  const PenstockTensor *as_shapes; /* the shapes that vectors stand for, as far as they are known; rank -1: not known */
  uint8_t *asked;                  /* out, for each input: 1 its value was asked for, 2 the shape that it stands for */
  int32_t *ranks;                  /* out, of the outputs */
  int64_t **dims;                  /* out, of malloc */
  PenstockStatus status;
} PenstockInference;

typedef struct {
  const char *name;
  const char *const *specs; /* "I<input>", "O<output>", "A<attribute>", "D<doc>", "F<flag>", ended by NULL */
  void *shape_function;     /* NULL: there is none */
} PenstockOp;

enum { PENSTOCK_ASYNCHRONOUS = 1, PENSTOCK_READER = 2 };

typedef struct {
  const char *op, *device, *label, *class_name;
  int32_t priority;
  int32_t kinds;                  /* what the kernel is: of the enum above */
  const char *const *constraints; /* "T=1,2,3,", ended by NULL */
  const char *const *host_memory;
  void *factory;
} PenstockKernel;

/* What `penstock_operations()` gives: the operations that a library defines. */
typedef struct {
  int32_t version, n_ops;
  const char *compiler;
  const PenstockOp *ops;
  void (*infer)(void *shape_function, PenstockInference *);
  void (*release)(void *); /* for what is of malloc */
} PenstockOperations;

/* What `penstock_kernels()` gives: the kernels that a library has. */
typedef struct {
  int32_t version, n_kernels;
  const char *compiler;
  const PenstockKernel *kernels;
  void *(*new_kernel)(void *factory, const PenstockNode *, PenstockStatus *); /* NULL with an error in the status */
  void (*delete_kernel)(void *kernel);
  void (*run)(PenstockCall *);
  void (*cancel)(void *kernel, int64_t step);
  void *(*new_resources)(void);
  void (*clear_resources)(void *resources, const char *container); /* NULL: of all containers */
  void (*delete_resources)(void *resources);
  void (*release)(void *); /* for what is of malloc */
  void (*release_tensor)(void *tensor);
  /* The elements of a tensor of strings or handles: their lengths, then their bytes. */
  void (*string_lengths)(void *tensor, int64_t *lengths);
  void (*string_bytes)(void *tensor, char *bytes);
  void (*set_threads)(int32_t n);
  /* Readers. `what`: 0 start a unit of work, 1 read, 2 finish it, 3 reset, 4 serialize, 5 restore. */
  void *(*find_reader)(void *kernel, PenstockStatus *);
  void (*delete_reader)(void *reader);
  void (*reader_call)(void *reader, int32_t what, const char *text, size_t bytes, char **key, size_t *key_bytes,
                      char **value, size_t *value_bytes, int32_t *produced, int32_t *at_end, PenstockStatus *);
} PenstockKernels;

#ifdef __cplusplus
}
#endif
