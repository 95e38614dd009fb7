/* What a program in C++ asks of Penstock: plain C, filled by `penstock/cpp/runtime.py`, which has the same structures. No C++ type
   crosses it. All functions may be called from any thread. */
#pragma once

#include "penstock/c_interface.h"

/* Raised when a structure changes; Python refuses a program that was compiled with another version. */
#define PENSTOCK_RUNTIME_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/* An error, or what was asked for. */
typedef struct {
  int32_t code; /* 0: success, and `text` is the answer; else the text of the error */
  const char *text;
  size_t bytes;
  int64_t held; /* `release` it; 0: nothing to release */
} PenstockReply;

typedef struct {
  int32_t n_feeds, n_fetches, n_targets;
  const char *const *feeds, *const *fetches, *const *targets; /* names */
  const PenstockTensor *values;                               /* of the feeds */
  void *const *owners;                                        /* of their memory; given back to `release_owner` */
  const char *options;                                        /* a RunOptions, or NULL */
  size_t options_bytes;
  int32_t with_metadata;
  const char *handle;      /* of a run in parts, or NULL */
  PenstockTensor *results; /* out */
  int64_t *held;           /* out: `release` them when the results' memory is not needed any more */
} PenstockRun;

typedef struct {
  int32_t version;
  /* Of the program. */
  void (*release_owner)(void *);
  /* Of Penstock. */
  int64_t (*new_session)(const char *target, const char *config, size_t config_bytes, PenstockReply *);
  void (*extend)(int64_t session, const char *graph, size_t bytes, PenstockReply *);
  void (*run)(int64_t session, PenstockRun *, PenstockReply *); /* the answer is a RunMetadata, if that was wanted */
  /* Lists of names stand in lines, and an empty line ends each list. */
  void (*partial_run_setup)(int64_t session, const char *feeds_fetches_targets, PenstockReply *);
  void (*close)(int64_t session, PenstockReply *);
  void (*forget)(int64_t session);
  void (*release)(int64_t held);
  void (*devices)(int64_t session, PenstockReply *); /* a ListDevicesResponse's DeviceAttributes, as lines "name type memory" */
  void (*load_saved_model)(int64_t session, const char *folder, const char *tags, PenstockReply *); /* a MetaGraphDef */
  /* New nodes, and then "name types..." for each, and "=" and the gradients' names: see `cc/framework/gradients.h`. */
  void (*gradients)(const char *graph, size_t bytes, const char *ys_xs_dys, PenstockReply *nodes, PenstockReply *names);
  void (*describe)(const char *op_type, PenstockReply *); /* inputs and outputs: "a:T,b:T>product:T" */
  void (*load_library)(const char *path, PenstockReply *);
} PenstockRuntime;

#ifdef __cplusplus
}
#endif
