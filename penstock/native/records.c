/* CRC-32C, and the frames of TFRecord files: see storage/records.py for the format, storage/crc32c.py for the callers.

   A checksum is the rest of a division of polynomials, so that a block may be moved to a later place by a multiplication: four
   blocks, as wide as the processor's registers, run through the data side by side, and only what is left of them in the end is
   divided, by the instruction for it. Without such instructions there is nothing here, and the library in Python is used. */

#include "parallel.h"

#include <stddef.h>
#include <string.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef unsigned char u8;

/* The functions of Python's C interface that are needed: nothing is linked. */
typedef struct {
  int (*bytes)(void *object, char **at, ptrdiff_t *size);
  void *(*make)(const char *at, ptrdiff_t size);
  void *(*item)(void *list, ptrdiff_t place);
  int (*append)(void *list, void *object);
  void (*release)(void *object);
} Python;

enum { HEADER = 12, FOOTER = 4 };
enum { COMPLETE, BAD_LENGTH, BAD_DATA, NO_OBJECT };

#if defined(__SSE4_2__) && defined(__PCLMUL__)

#include <immintrin.h>

int penstock_checksums(void) { return 1; }

/* -- checksums ----------------------------------------------------------------------------------------------------------- */

#if defined(__VPCLMULQDQ__) && defined(__AVX512F__)
typedef __m512i Block;
#define LOAD _mm512_loadu_si512
#define XOR _mm512_xor_si512
#define MULTIPLY _mm512_clmulepi64_epi128
static inline Block first_word(u32 x) { return _mm512_zextsi128_si512(_mm_cvtsi32_si128((int)x)); }
static inline Block everywhere(__m128i x) { return _mm512_broadcast_i32x4(x); }
#else
typedef __m128i Block;
#define LOAD(at) _mm_loadu_si128((const __m128i *)(at))
#define XOR _mm_xor_si128
#define MULTIPLY _mm_clmulepi64_si128
static inline Block first_word(u32 x) { return _mm_cvtsi32_si128((int)x); }
static inline Block everywhere(__m128i x) { return x; }
#endif
enum { WIDTH = sizeof(Block) };

/* Factors that move the two halves of 16 bytes by one block, and by four. */
static __m128i by_one, by_four;

/* x to the power of n, modulo the polynomial; the highest bit is that of x^0. */
static u32 power(int n) {
  u32 x = 1u << 31;
  while (n--) x = x >> 1 ^ (x & 1 ? 0x82F63B78u : 0);
  return x;
}

__attribute__((constructor)) static void make_factors(void) {
  int bits = 8 * WIDTH; /* 32 less, as a factor stands in the lower half of a word; 1 less, as a product has a bit too few */
  by_one = _mm_set_epi64x(power(bits - 33), power(bits + 31));
  by_four = _mm_set_epi64x(power(4 * bits - 33), power(4 * bits + 31));
}

static inline Block move(Block x, Block factors) { return XOR(MULTIPLY(x, factors, 0x00), MULTIPLY(x, factors, 0x11)); }

static inline u32 divide(u32 crc, const u8 *s, i64 n) {
  u64 wide = crc, word;
  for (; n >= 8; s += 8, n -= 8) {
    memcpy(&word, s, 8);
    wide = _mm_crc32_u64(wide, word);
  }
  for (crc = (u32)wide; n > 0; s++, n--) crc = _mm_crc32_u8(crc, *s);
  return crc;
}

/* The checksum of what `crc` is the checksum of, followed by `n` bytes. */
u32 penstock_crc32c(u32 crc, const u8 *s, i64 n) {
  crc = ~crc;
  if (n >= 4 * WIDTH) {
    Block far = everywhere(by_four), near = everywhere(by_one);
    Block a = XOR(LOAD(s), first_word(crc)), b = LOAD(s + WIDTH), c = LOAD(s + 2 * WIDTH), d = LOAD(s + 3 * WIDTH);
    for (s += 4 * WIDTH, n -= 4 * WIDTH; n >= 4 * WIDTH; s += 4 * WIDTH, n -= 4 * WIDTH) {
      a = XOR(move(a, far), LOAD(s));
      b = XOR(move(b, far), LOAD(s + WIDTH));
      c = XOR(move(c, far), LOAD(s + 2 * WIDTH));
      d = XOR(move(d, far), LOAD(s + 3 * WIDTH));
    }
    b = XOR(move(a, near), b);
    c = XOR(move(b, near), c);
    d = XOR(move(c, near), d);
    for (; n >= WIDTH; s += WIDTH, n -= WIDTH) d = XOR(move(d, near), LOAD(s));
    u8 left[WIDTH];
    memcpy(left, &d, WIDTH);
    crc = divide(0, left, WIDTH);
  }
  return ~divide(crc, s, n);
}

/* -- frames -------------------------------------------------------------------------------------------------------------- */

static inline u32 masked(const u8 *s, i64 n) {
  u32 crc = penstock_crc32c(0, s, n);
  return (crc >> 15 | crc << 17) + 0xA282EAD8u;
}

/* Writes the frames of a list's records, one behind the other; the caller has made room for so many bytes. The number of bytes,
   -1 if an object is not bytes or there are more of them. */
i64 penstock_frame(const Python *python, void *list, i64 count, u8 *out, i64 room) {
  i64 at = 0;
  for (i64 i = 0; i < count; i++) {
    char *data;
    ptrdiff_t size;
    void *object = python->item(list, i);
    if (object == NULL || python->bytes(object, &data, &size) || size > room - at - HEADER - FOOTER) return -1;
    u64 length = (u64)size; /* such processors have the order of bytes that files have */
    memcpy(out + at, &length, 8);
    u32 crc = masked(out + at, 8);
    memcpy(out + at + 8, &crc, 4);
    memcpy(out + at + HEADER, data, (size_t)size);
    crc = masked(out + at + HEADER, size);
    memcpy(out + at + HEADER + size, &crc, 4);
    at += HEADER + size + FOOTER;
  }
  return at;
}

/* Appends the complete records among `size` bytes to a list, up to the first that is damaged. Gives what ended it, and in `end`:
   where the next frame begins, and how long that says its data is, 0 if its header is not here. */
int penstock_cut(const Python *python, const u8 *s, i64 size, void *list, u64 *end) {
  i64 at = 0;
  end[0] = end[1] = 0;
  while (size - at >= HEADER) {
    u64 length, left = (u64)(size - at - HEADER);
    u32 crc;
    memcpy(&length, s + at, 8);
    memcpy(&crc, s + at + 8, 4);
    if (masked(s + at, 8) != crc) return BAD_LENGTH;
    if (left < FOOTER || length > left - FOOTER) {
      end[1] = length;
      return COMPLETE;
    }
    const u8 *data = s + at + HEADER;
    memcpy(&crc, data + length, 4);
    if (masked(data, (i64)length) != crc) return BAD_DATA;
    void *record = python->make((const char *)data, (ptrdiff_t)length);
    if (record == NULL) return NO_OBJECT;
    int failed = python->append(list, record);
    python->release(record);
    if (failed) return NO_OBJECT;
    at += HEADER + (i64)length + FOOTER;
    end[0] = (u64)at;
  }
  return COMPLETE;
}

#else

int penstock_checksums(void) { return 0; }

#endif
