/* The greatest of windows that lie side by side, its gradient, and passes over pixels that gradients need. */

#pragma once

#include "conv.h"

/* x (n, h, w, channels), windows of kh x kw, y (n, rows, columns, channels): as many windows as there are, whole or not. */
typedef struct {
  i64 n, h, w, channels, kh, kw;
} Pooling;

/* 0, or 1 if there is not enough memory. */
int penstock_max_pool(const i64 *pooling, const float *x, float *y);

/* Values stay where the gate is positive and are zeros elsewhere; their sums over all pixels, for each channel. */
int gate_pixels(float *values, const float *gate, i64 pixels, i64 channels, float *sums);
