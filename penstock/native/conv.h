/* Convolutions of float32 images, channels last: what their forms share. */

#pragma once

#include "register_tiles.h"

/* As Python gives it: a row of 15 integers. */
typedef struct {
  i64 n, h, w, ci, oh, ow, co, kh, kw, sh, sw, dh, dw, top, left;
} Geometry;

/* What is made of the results, apart from being written. */
typedef struct {
  Finish finish;
  const float *bias; /* for each channel */
  float *pooled;     /* if not NULL: the greatest of each two by two; there is an even number of rows and columns */
  const float *gate; /* if not NULL: results stay where it is positive and are zeros elsewhere, */
  float *sums;       /* and these are their sums, for each channel */
} After;

/* The forward sum and the gradient of the kernel by fewer multiplications (winograd.c). Whether that can be done; 0, or 1 if there is
   not enough memory, or -1 if the direct sum must be made. */
int winograd_fits(const Geometry *g);
int winograd_forward(const Geometry *g, const float *x, const float *w, const After *after, float *y);
int winograd_filter_gradient(const Geometry *g, const float *x, const float *dy, float *dw);

/* The forward sum for few output channels (conv_few_channels.c). Whether that can be done; 0, or 1 if there is not enough memory. */
int planes_fit(const Geometry *g);
int planes_forward(const Geometry *g, const float *x, const float *w, const float *bias, Finish finish, float *y);

/* What stays of a value whose gate is given: as a product, so that an infinity behind a closed gate is no number. */
static inline vec gated(vec value, vec gate) {
  const vec one = (vec){0} + 1;
  return value * (vec)((bits)one & (bits)(gate > 0));
}
