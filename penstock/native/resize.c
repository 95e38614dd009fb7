/* Bilinear resizing of an image, row by row. Compiled without fused multiply-adds: results have the bits of the separate
   operations. */

#include <stdint.h>
#include <stdlib.h>

typedef int64_t i64;

typedef float four __attribute__((vector_size(16), aligned(4), may_alias));

/* Horizontal interpolation of one row. */
static void in_line(const float *source, const int32_t *low, const int32_t *high, const float *part, i64 across, float *line) {
  for (i64 i = 0; i < across; i++) {
    float a = source[low[i]], b = source[high[i]];
    line[i] = (b - a) * part[i] + a;
  }
}

/* The same for pixels of three channels, loaded and stored as four: rows have room for one more. */
static void in_line_of_3(const float *source, const int32_t *low, const int32_t *high, const float *part, i64 across, float *line) {
  for (i64 i = 0; i < across; i += 3) {
    four a = *(const four *)(source + low[i]), b = *(const four *)(source + high[i]);
    *(four *)(line + i) = (b - a) * part[i] + a;
  }
}

enum { ADD, SUBTRACT, SUBTRACT_FROM, MULTIPLY, DIVIDE };

/* The epilogue: elementwise steps on a finished row while it is in the cache. */
static void finish(float *restrict line, i64 count, const int32_t *kinds, const float *values, i64 steps) {
  for (i64 s = 0; s < steps; s++) {
    const float value = values[s];
    switch (kinds[s]) {
      case ADD:
        for (i64 i = 0; i < count; i++) line[i] = line[i] + value;
        break;
      case SUBTRACT:
        for (i64 i = 0; i < count; i++) line[i] = line[i] - value;
        break;
      case SUBTRACT_FROM:
        for (i64 i = 0; i < count; i++) line[i] = value - line[i];
        break;
      case MULTIPLY:
        for (i64 i = 0; i < count; i++) line[i] = line[i] * value;
        break;
      case DIVIDE:
        for (i64 i = 0; i < count; i++) line[i] = line[i] / value;
        break;
    }
  }
}

/* source: rows of stride `row`, `wide` elements of each are used; floats, or bytes that are cast and, with a `scale`,
   multiplied. low, high, part: for each of `across` elements of a row; upper, lower, down: for each of `rows` output rows,
   in ascending or descending order; depth: channels; kinds, values: the epilogue. Returns 0, or 1 if out of memory. */
int penstock_resize(const void *source, i64 bytes, i64 row, i64 wide, const float *scale, const int32_t *low, const int32_t *high,
                    const float *part, i64 across, const i64 *upper, const i64 *lower, const float *down, i64 rows, i64 depth,
                    const int32_t *kinds, const float *values, i64 steps, float *out) {
  float *memory = malloc((size_t)(wide + 2 * across + 3) * sizeof(float));
  if (memory == NULL) return 1;
  float *numbers = memory, *lines[2] = {memory + wide + 1, memory + wide + across + 2};
  i64 held[2] = {-1, -1}; /* the source rows that they were interpolated from */
  for (i64 r = 0; r < rows; r++) {
    const i64 wanted[2] = {upper[r], lower[r]};
    const float *ends[2];
    for (int e = 0; e < 2; e++) {
      int position = held[0] == wanted[e] ? 0 : held[1] == wanted[e] ? 1 : -1;
      if (position < 0) {
        position = held[0] == wanted[1 - e] ? 1 : held[1] == wanted[1 - e] ? 0 : held[0] < held[1] ? 0 : 1;
        const float *from = (const float *)source + wanted[e] * row;
        if (bytes) {
          const uint8_t *pixels = (const uint8_t *)source + wanted[e] * row;
          if (scale != NULL)
            for (i64 i = 0; i < wide; i++) numbers[i] = (float)pixels[i] * *scale;
          else
            for (i64 i = 0; i < wide; i++) numbers[i] = (float)pixels[i];
          from = numbers;
        }
        /* The last pixel of the caller's buffer must not be loaded as four floats. */
        (bytes && depth == 3 ? in_line_of_3 : in_line)(from, low, high, part, across, lines[position]);
        held[position] = wanted[e];
      }
      ends[e] = lines[position];
    }
    float *result = out + r * across;
    const float d = down[r], *top = ends[0], *bottom = ends[1];
    for (i64 i = 0; i < across; i++) result[i] = (bottom[i] - top[i]) * d + top[i];
    finish(result, across, kinds, values, steps);
  }
  free(memory);
  return 0;
}
