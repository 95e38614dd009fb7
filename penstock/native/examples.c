/* Finds the features of serialized `Example` messages, and reads their values: see ops/io/parsing_wire.py for the format.

   Messages are read as they are usually written: an entry is its key and then its feature, a feature has one kind, numbers are
   packed. Whatever is written in another way, or is wrong, ends the reading: the caller goes the way in Python, which knows all
   forms, and knows the errors. Nothing is read outside of a message, whatever it says of lengths. */

#include "python_objects.h"

enum { DONE, OTHERWISE };
/* Tags: of a first field that has a length, and of the second; and the kinds of a feature. */
enum { FIRST = 0x0A, SECOND = 0x12, BYTES = 0x0A, FLOAT = 0x12, INT64 = 0x1A };

typedef struct {
  const u8 *keys;    /* one after the other */
  const i64 *ends;   /* where each ends */
  const i64 *kinds;  /* what each has to be */
  i64 wanted;
  int32_t *table;    /* numbers of keys by their hashes, -1 where there is none */
  u64 mask;          /* the size of the table, a power of 2, less 1 */
} Keys;

/* What is known of a feature in all messages. */
typedef struct {
  i64 values, present, least, most;
} Summary;

/* -- parts of a message -------------------------------------------------------------------------------------------------- */

/* The part that a length, at the beginning of `from`, gives; `from` becomes what is behind it. Not 0 if there is none. */
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

/* The same behind a tag, which has to be this one. */
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

/* The number of a key that is wanted, -1 of others. */
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

/* How many values a list has, -1 if it is written in another way; of numbers `list` becomes where they are. */
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

/* Puts the features of a message that are wanted into place i of all: where their values are, and how many; -1 if there is none. */
static int scan(const Keys *keys, Span message, i64 i, i64 messages, Span *lists, i64 *counts) {
  while (message.size) {
    Span features;
    if (take_field(&message, FIRST, &features)) return OTHERWISE;
    while (features.size) {
      Span entry, key, feature, list;
      if (take_field(&features, FIRST, &entry)) return OTHERWISE;
      const u8 *begin = entry.at;
      if (take_field(&entry, FIRST, &key) || key.at != begin + 2) return OTHERWISE; /* a length of one byte */
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

/* Finds the wanted features of all messages, and says of each how many values it has in all, and in how many messages it is, and the
   least and the most that one of them has. */
int penstock_examples_scan(const Python *python, void *texts, i64 count, const u8 *blob, const i64 *ends, const i64 *kinds,
                           i64 wanted, int32_t *table, i64 size, void *places, void *numbers, void *summaries) {
  void **objects = elements(python, texts);
  Span *lists = elements(python, places);
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
      sum = (Summary){sum.values + own, sum.present + 1, least(sum.least, own), most(sum.most, own)};
    }
    all[k] = sum;
  }
  return DONE;
}

/* The values of feature `k` of all messages, one after the other; with `indices`, also the message of each and its number in it. Not
   0, and an exception is set, without memory. */
int penstock_examples_values(const Python *python, i64 kind, i64 k, i64 messages, void *places, void *numbers, void *indices,
                             void *result) {
  const Span *lists = (const Span *)elements(python, places) + k * messages;
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
