/* Convolutions of float32 images in NHWC layout: what the algorithms share. */

#pragma once

#include "register_tiles.h"

/* Parameters of a convolution, passed from Python as 15 integers. */
typedef struct {
  i64 n, h, w, ci, oh, ow, co, kh, kw, sh, sw, dh, dw, top, left;
} Geometry;

/* The epilogue: what is fused into the write of the results. */
typedef struct {
  Finish finish;
  const float *bias; /* one per channel */
  float *pooled;     /* if not NULL: 2 x 2 max pooling of the result, whose height and width are even */
  const float *relu_mask; /* if not NULL: a mask; results are zeroed where it is not positive, */
  float *sums;       /* and this receives their sums, one per channel */
} Epilogue;

/* Winograd convolution, forward and filter gradient (winograd.c). `fits` tells whether it applies; the others return 0, 1 if
   out of memory, or -1 if the caller must use the direct convolution. */
int winograd_fits(const Geometry *g);
int winograd_forward(const Geometry *g, const float *x, const float *w, const Epilogue *after, float *y);
int winograd_filter_gradient(const Geometry *g, const float *x, const float *dy, float *dw);

/* Forward convolution for few output channels (conv_few_channels.c). `fit` tells whether it applies; the other returns 0, or
   1 if out of memory. */
int few_channels_fit(const Geometry *g);
int few_channels_forward(const Geometry *g, const float *x, const float *w, const float *bias, Finish finish, float *y);

/* A value times its mask. A product rather than a selection, so that infinity times 0 is NaN. */
static inline vec apply_mask(vec value, vec relu_mask) {
  const vec one = (vec){0} + 1;
  return value * (vec)((bits)one & (bits)(relu_mask > 0));
}
