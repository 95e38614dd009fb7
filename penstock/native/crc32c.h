/* Template of a function that computes CRC-32C in blocks of BLOCK: included once per register width, see records.c. */

#ifndef FOR_TARGET
#define FOR_TARGET
#endif
#define WIDTH ((i64)sizeof(BLOCK))

/* Multipliers that shift by one block, and by four. */
static __m128i NAME(by_one), NAME(by_four);

static void NAME(prepare)(void) {
  NAME(by_one) = factors(8 * WIDTH);
  NAME(by_four) = factors(32 * WIDTH);
}

FOR_TARGET static inline BLOCK NAME(move)(BLOCK x, BLOCK by) { return XOR(MULTIPLY(x, by, 0x00), MULTIPLY(x, by, 0x11)); }

FOR_TARGET static u32 NAME(checksum)(u32 crc, const u8 *s, i64 n) {
  crc = ~crc;
  if (n >= 4 * WIDTH) {
    BLOCK far = EVERYWHERE(NAME(by_four)), near = EVERYWHERE(NAME(by_one));
    BLOCK a = XOR(LOAD(s), FIRST_WORD(crc)), b = LOAD(s + WIDTH), c = LOAD(s + 2 * WIDTH), d = LOAD(s + 3 * WIDTH);
    for (s += 4 * WIDTH, n -= 4 * WIDTH; n >= 4 * WIDTH; s += 4 * WIDTH, n -= 4 * WIDTH) {
      a = XOR(NAME(move)(a, far), LOAD(s));
      b = XOR(NAME(move)(b, far), LOAD(s + WIDTH));
      c = XOR(NAME(move)(c, far), LOAD(s + 2 * WIDTH));
      d = XOR(NAME(move)(d, far), LOAD(s + 3 * WIDTH));
    }
    b = XOR(NAME(move)(a, near), b);
    c = XOR(NAME(move)(b, near), c);
    d = XOR(NAME(move)(c, near), d);
    for (; n >= WIDTH; s += WIDTH, n -= WIDTH) d = XOR(NAME(move)(d, near), LOAD(s));
    u8 left[sizeof(BLOCK)];
    memcpy(left, &d, sizeof left);
    crc = divide(0, left, WIDTH);
  }
  return ~divide(crc, s, n);
}

#undef BLOCK
#undef LOAD
#undef XOR
#undef MULTIPLY
#undef FIRST_WORD
#undef EVERYWHERE
#undef NAME
#undef WIDTH
#undef FOR_TARGET
