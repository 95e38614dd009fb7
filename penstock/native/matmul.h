/* Matmul with a second factor that is packed in advance, for kernels that multiply many times by the same matrix. */

#pragma once

#include "register_tiles.h"

/* The number of floats of a packed matrix of k rows and n columns. */
static inline i64 laid_out(i64 k, i64 n) { return (n + BLOCK - 1) / BLOCK * BLOCK * k; }

/* Packs b, which is (k, n), or (n, k) if transposed. */
void lay_out(const float *b, i64 k, i64 n, int transposed, float *panels);

/* c (m, n) = a (m, k) times a packed matrix; in the calling thread. */
void product_with_panels(const float *a, i64 m, i64 k, i64 n, const float *panels, float *c);

/* c (m, n) = a^T b, for a (k, m) and b (k, n). Returns 0, or 1 if out of memory. */
int penstock_product_over_rows(i64 k, i64 rows, i64 columns, const float *a, const float *b, float *c);
