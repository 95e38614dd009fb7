/* A tile of sums of products of small integers, written once for each kind of product that a processor has: the file that
   includes this defines LANE (values that one lane multiplies and sums at once), VALUE (their type), DOT and SUFFIX. */

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define NAME(what) PASTE(what, SUFFIX)

/* sums[row][column] = sum over k of a[row][k] * b[k][column]; rows of `a` are `row` values apart. `b` is interleaved: LANE
   values of each of BLOCK columns, then the next LANE. */
static inline __attribute__((always_inline)) void NAME(tile_of)(const VALUE *a, i64 row, const VALUE *b, i64 steps,
                                                               int rows, int vectors, i32 *sums) {
  Lanes sum[ROWS][2];
#pragma GCC unroll 16
  for (int r = 0; r < rows; r++)
#pragma GCC unroll 2
    for (int v = 0; v < vectors; v++) sum[r][v] = (Lanes){0};
  for (i64 step = 0; step < steps; step++, b += BLOCK * LANE) {
    Lanes weights[2];
#pragma GCC unroll 2
    for (int v = 0; v < vectors; v++) weights[v] = *(const Lanes *)(b + v * LANES * LANE);
#pragma GCC unroll 16
    for (int r = 0; r < rows; r++) {
      i32 word;
      memcpy(&word, a + r * row + step * LANE, 4);
      Lanes every = (Lanes){0} + word;
#pragma GCC unroll 2
      for (int v = 0; v < vectors; v++) sum[r][v] = DOT(sum[r][v], every, weights[v]);
    }
  }
#pragma GCC unroll 16
  for (int r = 0; r < rows; r++)
#pragma GCC unroll 2
    for (int v = 0; v < vectors; v++) *(Lanes *)(sums + r * BLOCK + v * LANES) = sum[r][v];
}

#define SIZE_(rows)                                                                                          \
  static void PASTE(NAME(one_), rows)(const VALUE *a, i64 row, const VALUE *b, i64 steps, i32 *sums) {       \
    NAME(tile_of)(a, row, b, steps, rows, 1, sums);                                                          \
  }                                                                                                          \
  static void PASTE(NAME(two_), rows)(const VALUE *a, i64 row, const VALUE *b, i64 steps, i32 *sums) {       \
    NAME(tile_of)(a, row, b, steps, rows, 2, sums);                                                          \
  }
SIZE_(1) SIZE_(2) SIZE_(3) SIZE_(4) SIZE_(5) SIZE_(6)
#if ROWS > 6
SIZE_(7) SIZE_(8) SIZE_(9) SIZE_(10) SIZE_(11) SIZE_(12)
#endif
#undef SIZE_

typedef void (*NAME(Tile))(const VALUE *, i64, const VALUE *, i64, i32 *);
#define BOTH_(rows) {PASTE(NAME(one_), rows), PASTE(NAME(two_), rows)}
static const NAME(Tile) NAME(tiles)[ROWS][2] = {
    BOTH_(1), BOTH_(2), BOTH_(3), BOTH_(4), BOTH_(5), BOTH_(6),
#if ROWS > 6
    BOTH_(7), BOTH_(8), BOTH_(9), BOTH_(10), BOTH_(11), BOTH_(12),
#endif
};
#undef BOTH_

/* Columns `first` to `first + BLOCK` of weights [k, columns] interleaved, as signed values; also the sum of each column. */
static void NAME(interleave)(const u8 *w, u8 flip, i64 k, i64 columns, i64 first, VALUE *to, i32 *sums) {
  i64 width = min_i64(BLOCK, columns - first), steps = (k + LANE - 1) / LANE;
  memset(sums, 0, BLOCK * sizeof *sums);
  for (i64 step = 0; step < steps; step++, to += BLOCK * LANE) {
    i64 left = min_i64(LANE, k - step * LANE);
    const u8 *from = w + step * LANE * columns + first;
    if (left == LANE && width == BLOCK) {
      for (int column = 0; column < BLOCK; column++)
        for (int i = 0; i < LANE; i++) to[column * LANE + i] = (VALUE)(int8_t)(from[i * columns + column] ^ flip);
      for (int i = 0; i < LANE; i++)
        for (int column = 0; column < BLOCK; column++) sums[column] += (int8_t)(from[i * columns + column] ^ flip);
      continue;
    }
    memset(to, 0, BLOCK * LANE * sizeof *to);
    for (i64 column = 0; column < width; column++)
      for (i64 i = 0; i < left; i++) {
        int8_t value = (int8_t)(from[i * columns + column] ^ flip);
        to[column * LANE + i] = (VALUE)value;
        sums[column] += value;
      }
  }
}

#undef NAME
#undef PASTE
#undef PASTE_
#undef LANE
#undef VALUE
#undef DOT
#undef SUFFIX
