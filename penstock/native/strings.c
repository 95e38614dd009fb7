/* String operations and number parsing; python_objects.h has the access to Python objects, ops/text/strings.py,
   ops/text/split.py and ops/io/decoding.py say what is computed. A kernel that meets something unexpected or malformed says
   so before it has changed anything that counts: the caller falls back to Python, which handles everything and reports
   errors. */

#include "python_objects.h"

#include <float.h>
#include <math.h>

enum { DONE, OTHERWISE };

static inline int is_blank(u8 c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* -- lengths, parts, letters --------------------------------------------------------------------------------------------- */

/* The length of each string in bytes, or in UTF-8 characters. */
int penstock_text_sizes(const Python *python, void *texts, i64 count, i64 characters, void *result) {
  void **objects = elements(python, texts);
  int32_t *out = elements(python, result);
  for (i64 i = 0; i < count; i++) {
    Span text;
    if (span(python, objects[i], &text) || text.size > INT32_MAX) return OTHERWISE;
    i64 size = text.size;
    if (characters)
      for (i64 k = size = 0; k < text.size; k++) size += (text.at[k] & 0xC0) != 0x80;
    out[i] = (int32_t)size;
  }
  return DONE;
}

/* Substrings: from a position, of a length; without arrays, the same for all. Characters are single bytes. */
int penstock_text_parts(const Python *python, void *texts, i64 count, i64 position_of_all, i64 length_of_all, void *positions,
                        void *lengths, i64 characters, void *result) {
  void **objects = elements(python, texts), **out = elements(python, result);
  const i64 *own_positions = elements(python, positions), *own_lengths = elements(python, lengths);
  for (i64 i = 0; i < count; i++) {
    Span text;
    i64 begin = own_positions ? own_positions[i] : position_of_all, length = max_i64(own_lengths ? own_lengths[i] : length_of_all, 0);
    if (span(python, objects[i], &text) || begin > text.size || begin < -text.size) return OTHERWISE;
    if (characters)
      for (i64 k = 0; k < text.size; k++)
        if (text.at[k] > 127) return OTHERWISE;
    if (begin < 0) begin += text.size;
    if (put(python, out + i, text.at + begin, min_i64(length, text.size - begin))) return OTHERWISE;
  }
  return DONE;
}

/* Strips whitespace from both ends. */
int penstock_text_strip(const Python *python, void *texts, i64 count, void *result) {
  void **objects = elements(python, texts), **out = elements(python, result);
  for (i64 i = 0; i < count; i++) {
    Span text;
    if (span(python, objects[i], &text)) return OTHERWISE;
    i64 begin = 0, end = text.size;
    while (begin < end && is_blank(text.at[begin])) begin++;
    while (begin < end && is_blank(text.at[end - 1])) end--;
    if (put(python, out + i, text.at + begin, end - begin)) return OTHERWISE;
  }
  return DONE;
}

/* Swaps the case of ASCII letters, from `first` on. */
int penstock_text_case(const Python *python, void *texts, i64 count, i64 first, void *result) {
  void **objects = elements(python, texts), **out = elements(python, result);
  for (i64 i = 0; i < count; i++) {
    Span text;
    u8 *at;
    if (span(python, objects[i], &text)) return OTHERWISE;
    void *made = allocate_floats(python, text.size, &at);
    if (position(python, out + i, made)) return OTHERWISE;
    for (i64 k = 0; k < text.size; k++) at[k] = text.at[k] ^ ((u8)(text.at[k] - first) < 26 ? 0x20 : 0);
  }
  return DONE;
}

static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* Web-safe base64. */
int penstock_text_base64(const Python *python, void *texts, i64 count, i64 pad, void *result) {
  void **objects = elements(python, texts), **out = elements(python, result);
  for (i64 i = 0; i < count; i++) {
    Span text;
    u8 *at;
    if (span(python, objects[i], &text) || text.size > INT64_MAX / 2) return OTHERWISE;
    i64 rest = text.size % 3, arg = text.size - rest;
    void *made = allocate_floats(python, arg / 3 * 4 + (rest == 0 ? 0 : pad ? 4 : rest + 1), &at);
    if (position(python, out + i, made)) return OTHERWISE;
    const u8 *s = text.at;
    for (i64 k = 0; k < arg; k += 3, s += 3, at += 4) {
      uint32_t x = (uint32_t)s[0] << 16 | (uint32_t)s[1] << 8 | s[2];
      at[0] = (u8)DIGITS[x >> 18], at[1] = (u8)DIGITS[x >> 12 & 63], at[2] = (u8)DIGITS[x >> 6 & 63], at[3] = (u8)DIGITS[x & 63];
    }
    if (rest) {
      uint32_t x = (uint32_t)s[0] << 16 | (rest == 2 ? (uint32_t)s[1] << 8 : 0);
      at[0] = (u8)DIGITS[x >> 18], at[1] = (u8)DIGITS[x >> 12 & 63];
      if (rest == 2) at[2] = (u8)DIGITS[x >> 6 & 63];
      if (pad) memcpy(at + 1 + rest, "==", (size_t)(3 - rest));
    }
  }
  return DONE;
}

/* -- joining and splitting ----------------------------------------------------------------------------------------------- */

typedef struct {
  void *array;
  i64 step; /* stride between joined elements; 0 for a broadcast */
} Column;

/* Joins element i of all columns with a separator; or, for a single array, the elements of its row i. */
int penstock_text_join(const Python *python, const Column *columns, i64 rows, i64 depth, i64 count, const u8 *between, i64 size,
                       void *result) {
  void **out = elements(python, result);
  for (i64 i = 0; i < count; i++) {
    u8 *at = NULL;
    i64 total = 0;
    for (int writing = 0; writing < 2; writing++) {
      for (i64 d = 0; d < depth; d++) {
        Span text;
        void **objects = elements(python, columns[rows ? 0 : d].array);
        if (span(python, objects[rows ? i * depth + d : i * columns[d].step], &text)) return OTHERWISE;
        if (writing) {
          if (d) memcpy(at, between, (size_t)size), at += size;
          memcpy(at, text.at, (size_t)text.size), at += text.size;
        } else {
          if (text.size > INT64_MAX / 4 - total || size > INT64_MAX / 4 - total) return OTHERWISE;
          total += text.size + (d ? size : 0);
        }
      }
      if (!writing && position(python, out + i, allocate_floats(python, total, &at))) return OTHERWISE;
    }
  }
  return DONE;
}

/* Counts the parts between bytes for which `separates` is not 0: branch-free, since lengths are unpredictable. */
static inline i64 parts_of(Span text, const u8 *separates, i64 skip_empty) {
  if (separates == NULL) return text.size;
  i64 ends = 0, begins = 0;
  int before = 1;
  for (i64 k = 0; k < text.size; k++) {
    int here = separates[text.at[k]];
    begins += before & ~here;
    ends += here;
    before = here;
  }
  return skip_empty ? begins : ends + 1;
}

/* Splits strings at bytes for which `separates` is 1, or into single bytes if it is NULL. Without `values` it counts the
   parts and computes the dense shape; with them it makes `total` parts and their indices. Returns their number, -1 on
   failure. */
i64 penstock_text_split(const Python *python, void *texts, i64 count, const u8 *separates, i64 skip_empty, void *matrix, i64 total,
                        void *positions, void *values) {
  void **objects = elements(python, texts), **out = elements(python, values);
  i64 *shape = elements(python, matrix), *indices = elements(python, positions), made = 0, longest = 0;
  for (i64 i = 0; i < count; i++) {
    Span text;
    if (span(python, objects[i], &text)) return -1;
    if (out == NULL) {
      i64 parts = parts_of(text, separates, skip_empty);
      made += parts;
      longest = max_i64(longest, parts);
      continue;
    }
    i64 found = 0, past = separates == NULL ? 0 : 1;
    for (i64 at = 0, end; at < text.size + past; at = end + past) {
      end = at + 1 - past;
      while (past && end < text.size && !separates[text.at[end]]) end++;
      if (skip_empty && end == at) continue;
      if (made == total || put(python, out + made, text.at + at, end - at)) return -1;
      indices[2 * made] = i;
      indices[2 * made++ + 1] = found++;
    }
  }
  if (shape != NULL) shape[0] = count, shape[1] = longest;
  return made;
}

/* -- numbers ------------------------------------------------------------------------------------------------------------- */

enum { FLOAT32, FLOAT64, INT32, INT64, TEXT };
enum { LONGEST = 31 };

static const double TENS[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* Parses a decimal number, rounded to the nearest double: small digits and powers of ten are exact, and a single operation
   rounds once; everything else is left to Python. Nonzero if it is not such a number. */
static inline int decimals(const Python *python, Span text, double *out) {
  const u8 *s = text.at, *end = s + text.size;
  u64 digits = 0;
  i64 ten = 0, power = 0;
  int some = 0, negative = s < end && *s == '-', below = 0, exact = 1;
  if (s < end && (*s == '-' || *s == '+')) s++;
  for (; s < end; s++) {
    if (*s == '.' && !below) {
      below = 1;
      continue;
    }
    u8 digit = (u8)(*s - '0');
    if (digit > 9) break;
    some = 1;
    if (digits > (UINT64_MAX - 9) / 10)
      exact = 0;
    else
      digits = digits * 10 + digit, ten -= below;
  }
  if (!some) return 1;
  if (s < end) {
    if (*s != 'e' && *s != 'E') return 1;
    int down = ++s < end && *s == '-', any = 0;
    if (s < end && (*s == '-' || *s == '+')) s++;
    for (; s < end && (u8)(*s - '0') <= 9; s++, any = 1)
      if (power < 100000) power = power * 10 + (*s - '0'); /* clamped: larger exponents give the same result */
    if (!any || s < end) return 1;
    ten += down ? -power : power;
  }
  if (FLT_EVAL_METHOD == 0 && exact && digits <= (u64)1 << 53 && ten >= -22 && ten <= 22) {
    double value = ten < 0 ? (double)digits / TENS[-ten] : (double)digits * TENS[ten];
    *out = negative ? -value : value;
    return 0;
  }
  char copy[LONGEST + 1] = {0};
  memcpy(copy, text.at, (size_t)text.size);
  *out = python->number(copy, NULL, NULL);
  return 0;
}

static inline int integer(Span text, i64 lowest, i64 highest, i64 *out) {
  const u8 *s = text.at, *end = s + text.size;
  int negative = s < end && *s == '-';
  u64 value = 0, limit = negative ? (u64)-(lowest + 1) + 1 : (u64)highest;
  if ((s += negative) == end) return 1;
  for (; s < end; s++) {
    u8 digit = (u8)(*s - '0');
    if (digit > 9 || value > (limit - digit) / 10) return 1;
    value = value * 10 + digit;
  }
  *out = negative ? (i64)(0 - value) : (i64)value;
  return 0;
}

/* Parses a string into element i; nonzero if the caller must look more closely. */
static inline int element(const Python *python, Span text, i64 kind, void *out, i64 i) {
  double real;
  i64 arg;
  if (kind == TEXT) return put(python, (void **)out + i, text.at, text.size);
  if (text.size > LONGEST) return 1;
  if (kind == INT32 || kind == INT64) {
    if (integer(text, kind == INT32 ? INT32_MIN : INT64_MIN, kind == INT32 ? INT32_MAX : INT64_MAX, &arg)) return 1;
    if (kind == INT32)
      ((int32_t *)out)[i] = (int32_t)arg;
    else
      ((i64 *)out)[i] = arg;
    return 0;
  }
  if (decimals(python, text, &real)) return 1;
  if (kind == FLOAT64) {
    ((double *)out)[i] = real;
    return 0;
  }
  u64 bits;
  memcpy(&bits, &real, sizeof bits);
  if ((bits & 0x1FFFFFFF) == 0x10000000) return 1; /* double rounding might not give the nearest float */
  ((float *)out)[i] = (float)real;
  return 0;
}

/* Parses numbers. Returns how many strings are left to the caller, and which; -1 if one is not bytes. */
i64 penstock_text_numbers(const Python *python, void *texts, i64 count, i64 kind, void *result, void *left) {
  void **objects = elements(python, texts), *out = elements(python, result);
  i64 *others = elements(python, left), found = 0;
  for (i64 i = 0; i < count; i++) {
    Span text;
    if (span(python, objects[i], &text)) return -1;
    if (element(python, text, kind, out, i)) others[found++] = i;
  }
  return found;
}

/* -- tables -------------------------------------------------------------------------------------------------------------- */

/* The field of a CSV record that begins at a position, and its end including quotes; -1 if the caller must look more
   closely. */
static inline i64 field(Span record, i64 at, i64 between, i64 quote, Span *out) {
  i64 end = at;
  if (at < record.size && record.at[at] == quote) {
    const u8 *close = memchr(record.at + at + 1, (int)quote, (size_t)(record.size - at - 1));
    if (close == NULL) return -1;
    *out = (Span){record.at + at + 1, close - (record.at + at + 1)};
    end = close - record.at + 1;
    return end == record.size || record.at[end] == between ? end : -1;
  }
  for (; end < record.size && record.at[end] != between; end++)
    if (record.at[end] == '\n' || record.at[end] == '\r' || record.at[end] == quote) return -1;
  *out = (Span){record.at + at, end - at};
  return end;
}

/* Splits CSV records: of each the wanted fields, by ascending number; without `wanted`, all `width` of them. Field d of
   record i is span d * count + i. The quote byte, if there is one, occurs in no field, and no line ends outside of quotes. */
int penstock_text_fields(const Python *python, void *records, i64 count, i64 between, i64 quote, const i64 *wanted, i64 width,
                         void *result) {
  void **objects = elements(python, records);
  Span *fields = elements(python, result);
  for (i64 i = 0; i < count; i++) {
    Span record, own;
    if (span(python, objects[i], &record) || record.size == 0) return OTHERWISE;
    i64 kept = 0;
    for (i64 at = 0, number = 0; at <= record.size; at++, number++) {
      if ((at = field(record, at, between, quote, &own)) < 0) return OTHERWISE;
      if (wanted == NULL && kept == width) return OTHERWISE;
      if (kept < width && (wanted == NULL || wanted[kept] == number)) fields[kept++ * count + i] = own;
    }
    if (kept != width) return OTHERWISE;
  }
  return DONE;
}

/* Parses a column of fields, from `first` on. Returns how many are left to the caller, and which, including empty fields and
   the missing-value marker. -1, with an exception set, if out of memory. */
i64 penstock_text_column(const Python *python, void *cut, i64 first, i64 count, i64 kind, const u8 *nothing, i64 size, void *result,
                         void *left) {
  const Span *fields = (const Span *)elements(python, cut) + first;
  void *out = elements(python, result);
  i64 *others = elements(python, left), found = 0;
  for (i64 i = 0; i < count; i++) {
    Span text = fields[i];
    if (text.size == 0 || (text.size == size && !memcmp(text.at, nothing, (size_t)size)))
      others[found++] = i;
    else if (element(python, text, kind, out, i)) {
      if (kind == TEXT) return -1;
      others[found++] = i;
    }
  }
  return found;
}

enum { MAX_DIGITS = 9 };
static const u64 POWERS[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000};

/* Formats a number with `digits` decimals, rounding half to even; returns the length, 0 if the caller must format it. Exact:
   the number is a 53-bit integer times a power of 2. */
static inline i64 fixed_point(double x, i64 digits, char *end) {
#ifdef __SIZEOF_INT128__
  if (!(fabs(x) < 1e9)) return 0; /* with nine decimals, less than 2^60 */
  int power;
  u64 mantissa = (u64)(frexp(fabs(x), &power) * 0x1p53), arg;
  unsigned __int128 product = (unsigned __int128)mantissa * POWERS[digits];
  int shift = 53 - power; /* at least 23 */
  if (shift > 100) {
    arg = 0; /* product is less than 2^83 */
  } else {
    unsigned __int128 rest = product & (((unsigned __int128)1 << shift) - 1), half = (unsigned __int128)1 << (shift - 1);
    arg = (u64)(product >> shift);
    arg += rest > half || (rest == half && (arg & 1));
  }
  char *at = end;
  u64 behind = arg % POWERS[digits], before = arg / POWERS[digits];
  for (i64 k = 0; k < digits; k++, behind /= 10) *--at = (char)('0' + behind % 10);
  if (digits) *--at = '.';
  do *--at = (char)('0' + before % 10);
  while (before /= 10);
  if (signbit(x)) *--at = '-';
  return end - at;
#else
  return 0;
#endif
}

/* Formats numbers with `digits` decimals. Returns how many are left to the caller, and which; -1, with an exception set, if
   out of memory. */
i64 penstock_text_fixed(const Python *python, void *numbers, i64 count, i64 digits, void *result, void *left) {
  const double *given = elements(python, numbers);
  void **out = elements(python, result);
  i64 *others = elements(python, left), found = 0;
  if (digits > MAX_DIGITS) return -1;
  for (i64 i = 0; i < count; i++) {
    char text[32];
    i64 size = fixed_point(given[i], digits, text + sizeof text);
    if (size == 0)
      others[found++] = i;
    else if (put(python, out + i, text + sizeof text - size, size))
      return -1;
  }
  return found;
}

/* -- raw bytes ----------------------------------------------------------------------------------------------------------- */

/* Concatenates strings of equal length; otherwise returns 1 + the index of the first that differs. -1 if one is not bytes. */
i64 penstock_text_raw(const Python *python, void *texts, i64 count, i64 size, void *result) {
  void **objects = elements(python, texts);
  u8 *out = elements(python, result);
  for (i64 i = 0; i < count; i++, out += size) {
    Span text;
    if (span(python, objects[i], &text)) return -1;
    if (text.size != size) return 1 + i;
    if (size == 8)
      memcpy(out, text.at, 8);
    else
      memcpy(out, text.at, (size_t)size);
  }
  return 0;
}
