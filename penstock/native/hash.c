/* The hash functions that 1.x specifies: FarmHash's Fingerprint64, the runtime's own Hash64, SipHash-2-4; and conversion of
   str and integers to bytes objects. Works on Python's objects: see python_objects.h. */

#include "python_objects.h"

/* -- words --------------------------------------------------------------------------------------------------------------- */

static const u64 K0 = 0xC3A5C85C97CB3127u, K1 = 0xB492B66FBE98F273u, K2 = 0x9AE16A3B2F90404Fu, MURMUR = 0xC6A4A7935BD1E995u;

/* Loads `size` bytes as a little-endian integer. */
static inline u64 word(const u8 *s, i64 size) {
  u64 x = 0;
  memcpy(&x, s, (size_t)size);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  x = __builtin_bswap64(x);
#endif
  return x;
}

/* As `word`, for fewer than eight bytes, their number not being a compile-time constant. */
static inline u64 rest(const u8 *s, i64 size) {
  u64 x = 0;
  for (i64 i = 0; i < size; i++) x |= (u64)s[i] << 8 * i;
  return x;
}

static inline u64 rotate(u64 x, int by) { return x >> by | x << (64 - by); }
static inline u64 mix(u64 x) { return x ^ x >> 47; }

static inline u64 pair(u64 u, u64 v, u64 mul) {
  u64 a = mix((u ^ v) * mul), b = mix((v ^ a) * mul);
  return b * mul;
}

/* -- FarmHash ------------------------------------------------------------------------------------------------------------ */

static inline u64 farm_short(const u8 *s, i64 n) {
  u64 mul = K2 + 2 * (u64)n;
  if (n >= 8) {
    u64 a = word(s, 8) + K2, b = word(s + n - 8, 8);
    return pair(rotate(b, 37) * mul + a, (rotate(a, 25) + b) * mul, mul);
  }
  if (n >= 4) return pair((u64)n + (word(s, 4) << 3), word(s + n - 4, 4), mul);
  if (n == 0) return K2;
  u64 y = s[0] + ((u64)s[n >> 1] << 8), z = (u64)n + ((u64)s[n - 1] << 2);
  return mix(y * K2 ^ z * K0) * K2;
}

/* For up to 64 bytes; up to 32 need its first half only. */
static inline u64 farm_medium(const u8 *s, i64 n) {
  u64 mul = K2 + 2 * (u64)n, a = word(s, 8) * (n <= 32 ? K1 : K2), b = word(s + 8, 8);
  u64 c = word(s + n - 8, 8) * mul, d = word(s + n - 16, 8) * K2;
  u64 y = rotate(a + b, 43) + rotate(c, 30) + d, z = pair(y, a + rotate(b + K2, 18) + c, mul);
  if (n <= 32) return z;
  u64 e = word(s + 16, 8) * mul, f = word(s + 24, 8);
  u64 g = (y + word(s + n - 32, 8)) * mul, h = (z + word(s + n - 24, 8)) * mul;
  return pair(rotate(e + f, 43) + rotate(g, 30) + h, e + rotate(f + a, 18) + g, mul);
}

typedef struct {
  u64 x, y, z, v[2], w[2];
} Farm;

static inline void farm_weak(u64 *pair, const u8 *s, u64 a, u64 b) {
  u64 z = word(s + 24, 8);
  a += word(s, 8);
  b = rotate(b + a + z, 21);
  u64 c = a;
  a += word(s + 8, 8) + word(s + 16, 8);
  pair[0] = a + z;
  pair[1] = b + rotate(a, 44) + c;
}

static inline void farm_block(Farm *f, const u8 *s, u64 mul, u64 nine) {
  u64 x = rotate(f->x + f->y + f->v[0] + word(s + 8, 8), 37) * mul ^ f->w[1] * nine;
  u64 y = rotate(f->y + f->v[1] + word(s + 48, 8), 42) * mul + f->v[0] * nine + word(s + 40, 8);
  u64 z = rotate(f->z + f->w[0], 33) * mul;
  farm_weak(f->v, s, f->v[1] * mul, x + f->w[0]);
  farm_weak(f->w, s + 32, z + f->w[1], y + word(s + 16, 8));
  f->x = z, f->y = y, f->z = x;
}

static u64 farm_long(const u8 *s, i64 n) {
  u64 y = 81 * K1 + 113;
  Farm f = {81 * K2 + word(s, 8), y, mix(y * K2 + 113) * K2, {0, 0}, {0, 0}};
  for (i64 at = 0; at < (n - 1) / 64 * 64; at += 64) farm_block(&f, s + at, K1, 1);
  u64 mul = K1 + ((f.z & 0xFF) << 1);
  f.w[0] += (u64)((n - 1) & 63);
  f.v[0] += f.w[0];
  f.w[0] += f.v[0];
  farm_block(&f, s + n - 64, mul, 9);
  u64 first = pair(f.v[0], f.w[0], mul) + mix(f.y) * K0 + f.z;
  return pair(first, pair(f.v[1], f.w[1], mul) + f.x, mul);
}

static u64 farm(const u8 *s, i64 n, const u64 *key) {
  (void)key;
  return n <= 16 ? farm_short(s, n) : n <= 64 ? farm_medium(s, n) : farm_long(s, n);
}

/* -- the others ---------------------------------------------------------------------------------------------------------- */

static u64 murmur(const u8 *s, i64 n, const u64 *key) {
  (void)key;
  u64 h = 0xDECAFCAFFEu ^ (u64)n * MURMUR;
  i64 at = 0;
  for (; at + 8 <= n; at += 8) h = (mix(word(s + at, 8) * MURMUR) * MURMUR ^ h) * MURMUR;
  if (at < n) h = (rest(s + at, n - at) ^ h) * MURMUR;
  return mix(mix(h) * MURMUR);
}

static inline void sip_rounds(u64 *v, int count) {
  while (count--) {
    v[0] += v[1];
    v[1] = rotate(v[1], 51) ^ v[0];
    v[0] = rotate(v[0], 32);
    v[2] += v[3];
    v[3] = rotate(v[3], 48) ^ v[2];
    v[0] += v[3];
    v[3] = rotate(v[3], 43) ^ v[0];
    v[2] += v[1];
    v[1] = rotate(v[1], 47) ^ v[2];
    v[2] = rotate(v[2], 32);
  }
}

static inline void sip_word(u64 *v, u64 m) {
  v[3] ^= m;
  sip_rounds(v, 2);
  v[0] ^= m;
}

static u64 sip(const u8 *s, i64 n, const u64 *key) {
  u64 v[4] = {key[0] ^ 0x736F6D6570736575u, key[1] ^ 0x646F72616E646F6Du, key[0] ^ 0x6C7967656E657261u,
              key[1] ^ 0x7465646279746573u};
  i64 at = 0;
  for (; at + 8 <= n; at += 8) sip_word(v, word(s + at, 8));
  sip_word(v, rest(s + at, n - at) | (u64)(n & 255) << 56);
  v[2] ^= 0xFF;
  sip_rounds(v, 4);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

static u64 (*const HASHES[])(const u8 *, i64, const u64 *) = {farm, murmur, sip};

/* -- of Python's strings ------------------------------------------------------------------------------------------------- */

/* The hashes of `count` objects, modulo `limit` if that is not 0. Nonzero if one is not bytes. */
int penstock_hash(const Python *python, void *texts, i64 count, i64 which, const u64 *key, u64 limit, void *result) {
  void **objects = elements(python, texts);
  u64 *out = elements(python, result);
  for (i64 i = 0; i < count; i++) {
    Span text;
    if (span(python, objects[i], &text)) return 1;
    u64 hash = HASHES[which](text.at, text.size, key);
    out[i] = limit ? hash % limit : hash;
  }
  return 0;
}

/* Hashes of feature crosses: folds, for each of `count` rows, the values of `depth` columns into `key` (hashes of strings
   where the column's bit is set in `texts`, integers as they are), modulo `limit`. Nonzero if a string is not bytes. */
int penstock_cross_columns(const Python *python, void *const *columns, i64 texts, i64 depth, i64 count, i64 key, u64 limit,
                           void *result) {
  u64 *out = elements(python, result);
  for (i64 i = 0; i < count; i++) out[i] = (u64)key;
  for (i64 d = 0; d < depth; d++) {
    void *column = elements(python, columns[d]);
    for (i64 i = 0; i < count; i++) {
      u64 own;
      if (texts >> d & 1) {
        Span text;
        if (span(python, ((void **)column)[i], &text)) return 1;
        own = farm(text.at, text.size, NULL);
      } else {
        own = ((const u64 *)column)[i];
      }
      u64 mixed = (out[i] ^ MURMUR ^ mix(own * MURMUR) * MURMUR) * MURMUR;
      out[i] = mix(mix(mixed) * MURMUR);
    }
  }
  for (i64 i = 0; i < count; i++) out[i] %= limit;
  return 0;
}

/* The length of the prefix of objects that are exactly of a type. */
i64 penstock_of_type(const Python *python, void *array, i64 count, const void *type) {
  void **objects = elements(python, array);
  for (i64 i = 0; i < count; i++) {
    void *own = python->type(objects[i]);
    python->release(own); /* borrowed: the object keeps its type alive */
    if (own != type) return i;
  }
  return count;
}

/* Encodes `count` str objects as UTF-8 into new bytes objects. Nonzero, with an exception set, if one cannot be encoded. */
int penstock_encode(const Python *python, void *texts, i64 count, void *result) {
  void **objects = elements(python, texts), **out = elements(python, result);
  for (i64 i = 0; i < count; i++) {
    ptrdiff_t size;
    const char *at = python->utf8(objects[i], &size);
    if (at == NULL || put(python, out + i, at, size)) return 1;
  }
  return 0;
}

/* Formats integers into new bytes objects. */
int penstock_decimal(const Python *python, void *array, i64 count, void *result) {
  const i64 *numbers = elements(python, array);
  void **out = elements(python, result);
  for (i64 i = 0; i < count; i++) {
    char text[20], *at = text + sizeof text; /* the longest has a sign and 19 digits */
    u64 left = numbers[i] < 0 ? 0 - (u64)numbers[i] : (u64)numbers[i];
    do *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (numbers[i] < 0) *--at = '-';
    if (put(python, out + i, at, text + sizeof text - at)) return 1;
  }
  return 0;
}
