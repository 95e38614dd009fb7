/* Adam's update of a variable and its two slots. */

#pragma once

#include "thread_pool.h"

typedef struct {
  const float *var, *m, *v;
  float *new_var, *new_m, *new_v, rate, beta1, one_minus_beta1, one_minus_beta2, epsilon;
  int nesterov;
} Adam;

/* scalars: rate, beta1, 1 - beta1, 1 - beta2, epsilon, and whether it is Nesterov's. Outputs may alias the inputs. */
static inline Adam adam_of(const float *var, const float *m, const float *v, const float *scalars, float *new_var, float *new_m,
                           float *new_v) {
  return (Adam){var, m, v, new_var, new_m, new_v, scalars[0], scalars[1], scalars[2], scalars[3], scalars[4], scalars[5] != 0};
}

/* Updates elements [begin, begin + count) with the given gradients. */
void adam_update(const Adam *adam, const float *gradients, i64 begin, i64 count);
