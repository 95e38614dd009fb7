/* Parallel loops over tasks: in the calling thread and in a pool of workers that lives as long as the process. */

#pragma once

#include <stdint.h>

typedef int64_t i64;

static inline i64 min_i64(i64 a, i64 b) { return a < b ? a : b; }
static inline i64 max_i64(i64 a, i64 b) { return a > b ? a : b; }

typedef void (*Work)(void *job, i64 part);

/* Runs all tasks, in this thread and in idle workers. Several threads may call it at once; they share the workers. */
void in_parallel(Work work, void *job, i64 parts);

/* The number of processors that the process may use. */
i64 processors(void);

/* Scratch memory of the calling thread, reused by its next task: three separate buffers. NULL if out of memory. */
float *scratch(int which, i64 count);
