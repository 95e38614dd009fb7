/* CRC-32C, and the frames of TFRecord files: see storage/records.py for the format, storage/crc32c.py for the callers.

   A checksum is the rest of a division of polynomials, so that a block may be moved to a later place by a multiplication: four
   blocks, as wide as the processor's registers (crc32c.h), run through the data side by side, and only what is left of them in the end is
   divided, by the instruction for it. Without such instructions there is nothing here, and the library in Python is used. */

#include "thread_pool.h"

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

/* x to the power of n, modulo the polynomial; the highest bit is that of x^0. */
static u32 power(int n) {
  u32 x = 1u << 31;
  while (n--) x = x >> 1 ^ (x & 1 ? 0x82F63B78u : 0);
  return x;
}

/* Factors that move the two halves of 16 bytes by so many bits: 32 less, as a factor stands in the lower half of a word; 1 less,
   as a product has a bit too few. */
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

/* Not every processor that has the other instructions of its kind has these. */
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

/* The checksum of what `crc` is the checksum of, followed by `n` bytes. */
u32 penstock_crc32c(u32 crc, const u8 *s, i64 n) { return checksum(crc, s, n); }

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
