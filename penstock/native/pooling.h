/* Max pooling with non-overlapping windows, its gradient, and passes over pixels that gradients need. */

#pragma once

#include "conv.h"

/* x (n, h, w, channels), windows of kh x kw, y (n, rows, columns, channels); windows at the edges may be partial. */
typedef struct {
  i64 n, h, w, channels, kh, kw;
} Pooling;

/* 0, or 1 if out of memory. */
int penstock_max_pool(const i64 *pooling, const float *x, float *y);

/* Zeroes values where the mask is not positive, and sums what is left over all pixels, per channel. */
int mask_pixels(float *values, const float *relu_mask, i64 pixels, i64 channels, float *sums);
