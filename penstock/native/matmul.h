/* Products of matrices whose second factor has been laid out in panels, for kernels that make many with the same one. */

#pragma once

#include "register_tiles.h"

/* How many floats a matrix of k rows and n columns takes, laid out. */
static inline i64 laid_out(i64 k, i64 n) { return (n + BLOCK - 1) / BLOCK * BLOCK * k; }

/* Lays out b, which is (k, n), or (n, k) if it lies transposed. */
void lay_out(const float *b, i64 k, i64 n, int transposed, float *panels);

/* c (m, n) = a (m, k) times such a matrix; in the calling thread. */
void product_with_panels(const float *a, i64 m, i64 k, i64 n, const float *panels, float *c);

/* c (m, n) = a' b, for a (k, m) and b (k, n). 0, or 1 if there is not enough memory. */
int penstock_product_over_rows(i64 k, i64 rows, i64 columns, const float *a, const float *b, float *c);
