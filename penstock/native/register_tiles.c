/* The functions of register_tiles.h, one for each size, made by macros so that each sum has a register. */

#include "register_tiles.h"

#define REP1(M) M(0)
#define REP2(M) REP1(M) M(1)
#define REP3(M) REP2(M) M(2)
#define REP4(M) REP3(M) M(3)
#define REP5(M) REP4(M) M(4)
#define REP6(M) REP5(M) M(5)
#define REP7(M) REP6(M) M(6)
#define REP8(M) REP7(M) M(7)
#define REP9(M) REP8(M) M(8)
#define REP10(M) REP9(M) M(9)
#define REP11(M) REP10(M) M(10)
#define REP12(M) REP11(M) M(11)
#define REP13(M) REP12(M) M(12)
#define REP14(M) REP13(M) M(13)

#define ZERO2(t) vec a##t = {0}, b##t = {0};
#define ZERO1(t) vec a##t = {0};

/* Pixel t of a tile lies t steps from the first; every third has a pointer, so that an address is a sum the processor does. */
#define PIXEL(t) (*(const float *)(p[(t) / 3] + ((t) % 3) * step + 4 * k))
#define SUM2(t) { float s = PIXEL(t); a##t += s * w0; b##t += s * w1; }
#define SUM1(t) { float s = PIXEL(t); a##t += s * w0; }
#define PUT2(t) store(y + (t) * co, a##t); store(y + (t) * co + LANES, b##t);
#define PUT1(t) store(y + (t) * co, a##t);
#define ADD2(t) store(y + (t) * co, load(y + (t) * co) + a##t); store(y + (t) * co + LANES, load(y + (t) * co + LANES) + b##t);
#define ADD1(t) store(y + (t) * co, load(y + (t) * co) + a##t);

#define BIAS2(t) a##t += c0; b##t += c1;
#define BIAS1(t) a##t += c0;
#define RELU2(t) a##t = relu(a##t); b##t = relu(b##t);
#define RELU1(t) a##t = relu(a##t);
#define FINISH2 vec c0 = load(bias), c1 = load(bias + LANES);
#define FINISH1 vec c0 = load(bias);

#define FORWARD(T, V)                                                                                                          \
  static void forward_##T##_##V(const float *x, i64 row, i64 pixel, i64 rows, i64 pieces, i64 apart, i64 length,               \
                                const float *filter, float *y, i64 co, Finish finish, const float *bias) {                     \
    const i64 step = 4 * pixel;                                                                                                \
    REP##T(ZERO##V)                                                                                                            \
    for (i64 r = 0; r < rows; r++)                                                                                             \
      for (i64 q = 0; q < pieces; q++) {                                                                                       \
        const char *at = (const char *)(x + r * row + q * apart);                                                              \
        const char *p[5] = {at, at + 3 * step, at + 6 * step, at + 9 * step, at + 12 * step};                                  \
        for (i64 k = 0; k < length; k++) {                                                                                     \
          vec w0 = load(filter);                                                                                               \
          WEIGHT##V;                                                                                                           \
          filter += BLOCK;                                                                                                     \
          REP##T(SUM##V)                                                                                                       \
        }                                                                                                                      \
      }                                                                                                                        \
    if (finish >= BIAS) { FINISH##V REP##T(BIAS##V) }                                                                          \
    if (finish == BIAS_RELU) { REP##T(RELU##V) }                                                                               \
    if (finish == ADD) { REP##T(ADD##V) } else { REP##T(PUT##V) }                                                              \
  }
#define WEIGHT2 vec w1 = load(filter + LANES)
#define WEIGHT1 (void)0

#define GATHER2(t) { float s = x[t]; a##t += s * w0; b##t += s * w1; }
#define GATHER1(t) { float s = x[t]; a##t += s * w0; }

#define GRADIENT(T, V)                                                                                                         \
  static void gradient_##T##_##V(const float *rows_x, i64 row, i64 pixel, i64 rows, i64 width, const float *rows_dy, i64 dy_row,\
                                 i64 dy_pixel, float *y, i64 co, Finish finish) {                                              \
    REP##T(ZERO##V)                                                                                                            \
    for (i64 r = 0; r < rows; r++) {                                                                                           \
      const float *x = rows_x + r * row, *dy = rows_dy + r * dy_row;                                                           \
      for (i64 i = 0; i < width; i++) {                                                                                        \
        vec w0 = load(dy);                                                                                                     \
        DELTA##V;                                                                                                              \
        REP##T(GATHER##V)                                                                                                      \
        x += pixel;                                                                                                            \
        dy += dy_pixel;                                                                                                        \
      }                                                                                                                        \
    }                                                                                                                          \
    if (finish == ADD) { REP##T(ADD##V) } else { REP##T(PUT##V) }                                                              \
  }
#define DELTA2 vec w1 = load(dy + LANES)
#define DELTA1 (void)0

#if TILE == 14
#define ALL_TILES(M, V)                                                                                                        \
  M(1, V) M(2, V) M(3, V) M(4, V) M(5, V) M(6, V) M(7, V) M(8, V) M(9, V) M(10, V) M(11, V) M(12, V) M(13, V) M(14, V)
#else
#define ALL_TILES(M, V) M(1, V) M(2, V) M(3, V) M(4, V) M(5, V) M(6, V)
#endif
ALL_TILES(FORWARD, 2)
ALL_TILES(FORWARD, 1)
ALL_TILES(GRADIENT, 2)
ALL_TILES(GRADIENT, 1)

#define NAME_FORWARD(T, V) [T] = forward_##T##_##V,
#define NAME_GRADIENT(T, V) [T] = gradient_##T##_##V,
const Forward forward_tiles[3][TILE + 1] = {[1] = {ALL_TILES(NAME_FORWARD, 1)}, [2] = {ALL_TILES(NAME_FORWARD, 2)}};
const Gradient gradient_tiles[3][TILE + 1] = {[1] = {ALL_TILES(NAME_GRADIENT, 1)}, [2] = {ALL_TILES(NAME_GRADIENT, 2)}};
