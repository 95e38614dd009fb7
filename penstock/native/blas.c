/* Products of matrices by another's library (NumPy's BLAS), in parts that our own threads share.

   OpenBLAS has threads that spin while they wait: on a machine with something else to do, a product takes ten times as long as on
   one thread. So the library makes each part on one, and who is free takes the next. Parts depend on the sizes only. Of many
   pairs of matrices, where each begins is told by a distance, or one by one in `places`. */

#include "thread_pool.h"

enum { ROWS = 101, AS_IS = 111, TRANSPOSED = 112 }; /* what CBLAS calls them */

#define PART (1 << 21) /* multiplications per task */
#define LEAST 64       /* least rows, or columns, of the result per task: for each, the library lays out the other factor anew */

#define PRODUCTS(type, name)                                                                                                      \
  typedef void (*name##_gemm)(int, int, int, i64, i64, i64, type, const type *, i64, const type *, i64, type, type *, i64);      \
  typedef struct {                                                                                                                \
    name##_gemm gemm;                                                                                                             \
    i64 m, n, k, a_transposed, b_transposed, lda, ldb, a_step, b_step, pieces, piece, by_rows, together, count;                  \
    const i64 *a_places, *b_places;                                                                                               \
    const type *a, *b;                                                                                                            \
    type *c;                                                                                                                      \
  } name##_job;                                                                                                                   \
  static void name##_piece(const name##_job *j, i64 pair, i64 piece) {                                                            \
    const type *a = j->a + (j->a_places ? j->a_places[pair] : pair * j->a_step);                                                  \
    const type *b = j->b + (j->b_places ? j->b_places[pair] : pair * j->b_step);                                                  \
    type *c = j->c + pair * j->m * j->n;                                                                                          \
    i64 m = j->m, n = j->n, begin = piece * j->piece;                                                                             \
    if (j->by_rows) {                                                                                                             \
      m = min_i64(j->piece, j->m - begin);                                                                                          \
      a += j->a_transposed ? begin : begin * j->lda;                                                                              \
      c += begin * j->n;                                                                                                          \
    } else {                                                                                                                      \
      n = min_i64(j->piece, j->n - begin);                                                                                          \
      b += j->b_transposed ? begin * j->ldb : begin;                                                                              \
      c += begin;                                                                                                                 \
    }                                                                                                                             \
    j->gemm(ROWS, j->a_transposed ? TRANSPOSED : AS_IS, j->b_transposed ? TRANSPOSED : AS_IS, m, n, j->k, 1, a, j->lda, b,       \
            j->ldb, 0, c, j->n);                                                                                                  \
  }                                                                                                                               \
  static void name##_part(void *whole, i64 part) {                                                                                \
    const name##_job *j = whole;                                                                                                  \
    if (j->pieces > 1) {                                                                                                          \
      name##_piece(j, part / j->pieces, part % j->pieces);                                                                        \
      return;                                                                                                                     \
    }                                                                                                                             \
    for (i64 i = part * j->together; i < min_i64(j->count, (part + 1) * j->together); i++) name##_piece(j, i, 0);                  \
  }                                                                                                                               \
  int penstock_##name(i64 gemm, i64 count, i64 m, i64 n, i64 k, const type *a, i64 a_transposed, i64 lda, i64 a_step,            \
                      const i64 *a_places, const type *b, i64 b_transposed, i64 ldb, i64 b_step, const i64 *b_places, type *c) {  \
    name##_job j = {(name##_gemm)gemm, m, n, k, a_transposed, b_transposed, lda, ldb, a_step, b_step};                            \
    j.a = a, j.b = b, j.c = c, j.count = count, j.a_places = a_places, j.b_places = b_places;                                     \
    j.by_rows = m >= n;                                                                                                           \
    i64 whole = m * n * k, across = j.by_rows ? m : n;                                                                            \
    i64 pieces = max_i64(1, min_i64(whole / PART, across / LEAST));                                                                    \
    pieces = min_i64(pieces, 64);                                                                                                   \
    j.piece = ((across + pieces - 1) / pieces + 15) / 16 * 16;                                                                    \
    j.pieces = (across + j.piece - 1) / j.piece;                                                                                  \
    j.together = max_i64(1, PART / max_i64(1, whole));                                                                                  \
    in_parallel(name##_part, &j, j.pieces > 1 ? count * j.pieces : (count + j.together - 1) / j.together);                       \
    return 0;                                                                                                                     \
  }

PRODUCTS(float, blas_f32)
PRODUCTS(double, blas_f64)
