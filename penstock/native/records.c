/* CRC-32C, and the framing of TFRecord files; storage/records.py describes the format, storage/crc32c.py calls this.

   CRC is a remainder of polynomials, so a block is shifted by a carry-less multiplication: four blocks, as wide as the
   registers (crc32c.h), are folded through the data at once, and only the result is reduced, by the CRC instruction. Without
   these instructions this file is empty, and a Python library is used. */

#include "thread_pool.h"

#include <stddef.h>
#include <string.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef unsigned char u8;

/* The C API functions that are needed, by address: nothing is linked. */
typedef struct {
  int (*bytes)(void *object, char **at, ptrdiff_t *size);
  void *(*make)(const char *at, ptrdiff_t size);
  void *(*item)(void *list, ptrdiff_t position);
  int (*append)(void *list, void *object);
  void (*release)(void *object);
} Python;

enum { HEADER = 12, FOOTER = 4 };
enum { COMPLETE, BAD_LENGTH, BAD_DATA, NO_OBJECT };

#if defined(__SSE4_2__) && defined(__PCLMUL__)

#include <immintrin.h>

/* -- checksums ----------------------------------------------------------------------------------------------------------- */

static inline u32 divide(u32 crc, const u8 *s, i64 n) {
  u64 wide = crc, word;
  for (; n >= 8; s += 8, n -= 8) {
    memcpy(&word, s, 8);
    wide = _mm_crc32_u64(wide, word);
  }
  for (crc = (u32)wide; n > 0; s++, n--) crc = _mm_crc32_u8(crc, *s);
  return crc;
}

/* x^n modulo the polynomial, bit-reflected: the highest bit is x^0. */
static u32 power(int n) {
  u32 x = 1u << 31;
  while (n--) x = x >> 1 ^ (x & 1 ? 0x82F63B78u : 0);
  return x;
}

/* Multipliers that shift the two halves of 16 bytes by so many bits: 32 less, as a multiplier is in the lower half of a
   word; 1 less, as a reflected product is one bit short. */
static __m128i factors(int bits) { return _mm_set_epi64x(power(bits - 33), power(bits + 31)); }

#define BLOCK __m128i
#define LOAD(at) _mm_loadu_si128((const __m128i *)(at))
#define XOR _mm_xor_si128
#define MULTIPLY _mm_clmulepi64_si128
#define FIRST_WORD(x) _mm_cvtsi32_si128((int)(x))
#define EVERYWHERE(x) (x)
#define NAME(what) what##_of_16
#include "crc32c.h"

#if defined(__AVX512F__)
#pragma GCC push_options
#pragma GCC target("vpclmulqdq")
#ifdef __clang__
#define FOR_TARGET __attribute__((target("vpclmulqdq")))
#endif
#define BLOCK __m512i
#define LOAD _mm512_loadu_si512
#define XOR _mm512_xor_si512
#define MULTIPLY _mm512_clmulepi64_epi128
#define FIRST_WORD(x) _mm512_zextsi128_si512(_mm_cvtsi32_si128((int)(x)))
#define EVERYWHERE(x) _mm512_broadcast_i32x4(x)
#define NAME(what) what##_of_64
#include "crc32c.h"
#pragma GCC pop_options
#endif

typedef u32 (*Checksum)(u32 crc, const u8 *s, i64 n);
static Checksum checksum;

/* Checked at run time: not every processor of this level has them. */
__attribute__((constructor)) static void choose(void) {
  if (!__builtin_cpu_supports("pclmul") || !__builtin_cpu_supports("sse4.2")) return;
  prepare_of_16();
  checksum = checksum_of_16;
#if defined(__AVX512F__)
  if (__builtin_cpu_supports("vpclmulqdq")) {
    prepare_of_64();
    checksum = checksum_of_64;
  }
#endif
}

int penstock_checksums(void) { return checksum != NULL; }

/* Extends the checksum `crc` by `n` bytes. */
u32 penstock_crc32c(u32 crc, const u8 *s, i64 n) { return checksum(crc, s, n); }

/* -- frames -------------------------------------------------------------------------------------------------------------- */

static inline u32 masked(const u8 *s, i64 n) {
  u32 crc = penstock_crc32c(0, s, n);
  return (crc >> 15 | crc << 17) + 0xA282EAD8u;
}

/* Writes the framed records of a list; the caller has allocated the buffer. Returns the number of bytes, -1 if an object is
   not bytes or the buffer is too small. */
i64 penstock_frame(const Python *python, void *list, i64 count, u8 *out, i64 allocate_floats) {
  i64 at = 0;
  for (i64 i = 0; i < count; i++) {
    char *data;
    ptrdiff_t size;
    void *object = python->item(list, i);
    if (object == NULL || python->bytes(object, &data, &size) || size > allocate_floats - at - HEADER - FOOTER) return -1;
    u64 length = (u64)size; /* these processors are little-endian, as the files are */
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

/* Appends the complete records among `size` bytes to a list, up to the first damaged one. Returns why it stopped, and in
   `end`: where the next frame begins and its data length, 0 if its header is incomplete. */
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
