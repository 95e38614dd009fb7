/* Parses serialized `Example` messages: finds the wanted features and reads their values; ops/io/parsing_wire.py describes
   the format.

   This is a fast path for messages in the usual encoding: an entry is its key and then its feature, a feature has one kind,
   numbers are packed. Anything else, and anything malformed, is refused, and the caller falls back to the parser in Python,
   which handles all encodings and reports errors. All lengths are checked: nothing is read outside of a message. */

#include "python_objects.h"

enum { DONE, OTHERWISE };
/* Protobuf tags: of field 1 with a length, of field 2 with a length; and of the kinds of a feature. */
enum { FIRST = 0x0A, SECOND = 0x12, BYTES = 0x0A, FLOAT = 0x12, INT64 = 0x1A };

typedef struct {
  const u8 *keys;    /* concatenated */
  const i64 *ends;   /* the end of each */
  const i64 *kinds;  /* the expected kind of each */
  i64 wanted;
  int32_t *table;    /* hash table of key numbers, -1 if empty */
  u64 mask;          /* size of the table (a power of 2) minus 1 */
} Keys;

/* Statistics of a feature over all messages. */
typedef struct {
  i64 values, present, min_i64, max_i64;
} Summary;

/* -- parts of a message -------------------------------------------------------------------------------------------------- */

/* Reads a length-delimited part from the front of `from`, and advances it. Returns nonzero if there is none. */
static inline int take(Span *from, Span *part) {
  u64 size = 0;
  for (int shift = 0;; shift += 7) {
    if (shift > 28 || from->size == 0) return OTHERWISE;
    u8 c = *from->at++;
    from->size--;
    size |= (u64)(c & 127) << shift;
    if (c < 128) break;
  }
  if (size > (u64)from->size) return OTHERWISE;
  *part = (Span){from->at, (i64)size};
  from->at += size;
  from->size -= (i64)size;
  return DONE;
}

/* The same after a tag, which must be this one. */
static inline int take_field(Span *from, u8 tag, Span *part) {
  if (from->size == 0 || *from->at != tag) return OTHERWISE;
  from->at++;
  from->size--;
  return take(from, part);
}

/* -- keys ---------------------------------------------------------------------------------------------------------------- */

static inline u64 hash(Span key) {
  u64 x = (u64)key.size;
  for (i64 i = 0; i < key.size; i++) x = (x ^ key.at[i]) * 0x9E3779B97F4A7C15u;
  return x ^ x >> 32;
}

static inline Span key_of(const Keys *keys, i64 k) {
  i64 begin = k ? keys->ends[k - 1] : 0;
  return (Span){keys->keys + begin, keys->ends[k] - begin};
}

/* The index of a wanted key, -1 for others. */
static inline i64 number_of(const Keys *keys, Span key) {
  for (u64 at = hash(key);; at++) {
    i64 k = keys->table[at & keys->mask];
    if (k < 0) return -1;
    Span known = key_of(keys, k);
    if (known.size == key.size && !memcmp(known.at, key.at, (size_t)key.size)) return k;
  }
}

static void arrange(const Keys *keys) {
  for (u64 i = 0; i <= keys->mask; i++) keys->table[i] = -1;
  for (i64 k = 0; k < keys->wanted; k++) {
    u64 at = hash(key_of(keys, k));
    while (keys->table[at & keys->mask] >= 0) at++;
    keys->table[at & keys->mask] = (int32_t)k;
  }
}

/* -- values -------------------------------------------------------------------------------------------------------------- */

/* The number of values in a list, -1 if its encoding is not the usual one; for numbers, `list` becomes the packed data. */
static inline i64 measure(i64 kind, Span *list) {
  i64 count = 0;
  Span rest = *list, part;
  if (kind == BYTES) {
    for (; rest.size; count++)
      if (take_field(&rest, FIRST, &part)) return -1;
    return count;
  }
  if (rest.size == 0) return 0;
  if (take_field(&rest, FIRST, &part) || rest.size) return -1;
  *list = part;
  if (kind == FLOAT) return part.size % 4 ? -1 : part.size / 4;
  int length = 0;
  for (i64 i = 0; i < part.size; i++) {
    if (++length > 10) return -1;
    if (part.at[i] < 128) length = 0, count++;
  }
  return length ? -1 : count;
}

/* Records where the wanted features of message i are, and how many values each has; -1 for a missing one. */
static int scan(const Keys *keys, Span message, i64 i, i64 messages, Span *lists, i64 *counts) {
  while (message.size) {
    Span features;
    if (take_field(&message, FIRST, &features)) return OTHERWISE;
    while (features.size) {
      Span entry, key, feature, list;
      if (take_field(&features, FIRST, &entry)) return OTHERWISE;
      const u8 *begin = entry.at;
      if (take_field(&entry, FIRST, &key) || key.at != begin + 2) return OTHERWISE; /* a one-byte length */
      if (entry.size == 0 || *entry.at != SECOND) return OTHERWISE;
      i64 k = number_of(keys, key);
      if (k < 0) continue;
      if (take_field(&entry, SECOND, &feature) || entry.size) return OTHERWISE;
      i64 count = -1;
      if (feature.size) {
        i64 kind = keys->kinds[k];
        if (take_field(&feature, (u8)kind, &list) || feature.size || (count = measure(kind, &list)) < 0) return OTHERWISE;
        lists[k * messages + i] = list;
      }
      counts[k * messages + i] = count;
    }
  }
  return DONE;
}

/* Finds the wanted features of all messages, and reports for each the total number of values, the number of messages that
   have it, and the smallest and largest number of values in a message. */
int penstock_examples_scan(const Python *python, void *texts, i64 count, const u8 *blob, const i64 *ends, const i64 *kinds,
                           i64 wanted, int32_t *table, i64 size, void *positions, void *numbers, void *summaries) {
  void **objects = elements(python, texts);
  Span *lists = elements(python, positions);
  i64 *counts = elements(python, numbers);
  Summary *all = elements(python, summaries);
  const Keys keys = {blob, ends, kinds, wanted, table, (u64)size - 1};
  arrange(&keys);
  for (i64 i = 0; i < wanted * count; i++) counts[i] = -1;
  for (i64 i = 0; i < count; i++) {
    Span message;
    if (span(python, objects[i], &message) || scan(&keys, message, i, count, lists, counts)) return OTHERWISE;
  }
  for (i64 k = 0; k < wanted; k++) {
    Summary sum = {0, 0, INT64_MAX, 0};
    for (i64 i = 0; i < count; i++) {
      i64 own = counts[k * count + i];
      if (own < 0) continue;
      sum = (Summary){sum.values + own, sum.present + 1, min_i64(sum.min_i64, own), max_i64(sum.max_i64, own)};
    }
    all[k] = sum;
  }
  return DONE;
}

/* Copies the values of feature `k` of all messages; with `indices`, also the sparse indices (message, position). Nonzero,
   with an exception set, if out of memory. */
int penstock_examples_values(const Python *python, i64 kind, i64 k, i64 messages, void *positions, void *numbers, void *indices,
                             void *result) {
  const Span *lists = (const Span *)elements(python, positions) + k * messages;
  const i64 *counts = (const i64 *)elements(python, numbers) + k * messages;
  void *values = elements(python, result);
  i64 *index = elements(python, indices), made = 0;
  for (i64 i = 0; i < messages; i++) {
    if (counts[i] <= 0) continue;
    Span list = lists[i], part;
    if (index != NULL)
      for (i64 j = 0; j < counts[i]; j++) index[2 * (made + j)] = i, index[2 * (made + j) + 1] = j;
    if (kind == FLOAT) {
      memcpy((float *)values + made, list.at, (size_t)list.size);
      made += counts[i];
    } else if (kind == INT64) {
      const u8 *at = list.at;
      for (i64 j = 0; j < counts[i]; j++) {
        u64 value = 0;
        int shift = 0;
        do value |= (u64)(*at & 127) << shift, shift += 7;
        while (*at++ > 127);
        ((u64 *)values)[made++] = value;
      }
    } else {
      for (i64 j = 0; j < counts[i]; j++) {
        if (take_field(&list, FIRST, &part) || put(python, (void **)values + made, part.at, part.size)) return OTHERWISE;
        made++;
      }
    }
  }
  return DONE;
}
