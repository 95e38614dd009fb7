/* Convolutions of float32 images, channels last: what their forms share. */

#pragma once

#include "tiles.h"

/* As Python gives it: a row of 15 integers. */
typedef struct {
  i64 n, h, w, ci, oh, ow, co, kh, kw, sh, sw, dh, dw, top, left;
} Geometry;

/* Input rows of the output rows from `first` on, with their padding; `*row` is the distance from one to the next. NULL if there is
   not enough memory. */
const float *strip_of(const Geometry *g, const float *image, i64 first, i64 count, i64 *row);

/* The forward sum and the gradient of the kernel by fewer multiplications (winograd.c). Whether that can be done; 0, or 1 if there is
   not enough memory, or -1 if the direct sum must be made. */
int winograd_fits(const Geometry *g);
int winograd_forward(const Geometry *g, const float *x, const float *w, const float *bias, Finish finish, float *y);
int winograd_filter_gradient(const Geometry *g, const float *x, const float *dy, float *dw);
