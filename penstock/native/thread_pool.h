/* Work in parts, done by all processors: in the calling thread and by helpers that live as long as the process. */

#pragma once

#include <stdint.h>

typedef int64_t i64;

static inline i64 least(i64 a, i64 b) { return a < b ? a : b; }
static inline i64 most(i64 a, i64 b) { return a > b ? a : b; }

typedef void (*Work)(void *job, i64 part);

/* Runs all parts: in this thread and those that have nothing to do. Several threads may call it at once; they share the helpers. */
void in_parallel(Work work, void *job, i64 parts);

/* How many processors the process may use. */
i64 processors(void);

/* Memory of a thread, kept for its next piece of work: three pieces of it. NULL if there is not enough. */
float *scratch(int which, i64 count);
