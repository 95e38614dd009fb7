// Numbers of 16 bits: half as IEEE 754 has it, and the upper half of a float.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <ostream>

namespace penstock {

inline uint32_t BitsOfFloat(float f) {
  uint32_t bits;
  std::memcpy(&bits, &f, sizeof bits);
  return bits;
}

inline float FloatOfBits(uint32_t bits) {
  float f;
  std::memcpy(&f, &bits, sizeof f);
  return f;
}

// Rounds to the nearest, ties to even.
inline uint16_t HalfOfFloat(float f) {
  const uint32_t bits = BitsOfFloat(f), sign = bits >> 16 & 0x8000, rest = bits & 0x7fffffff;
  if (rest >= 0x7f800000) return static_cast<uint16_t>(sign | (rest > 0x7f800000 ? 0x7e00 : 0x7c00));
  if (rest >= 0x477ff000) return static_cast<uint16_t>(sign | 0x7c00);  // rounds to infinity
  if (rest < 0x38800000) {                                             // too small for a normal half
    const float scaled = FloatOfBits(rest) * 16777216.0f;              // 2^24: units of the smallest half
    return static_cast<uint16_t>(sign | static_cast<uint32_t>(std::nearbyintf(scaled)));
  }
  const uint32_t rounded = rest + 0xfff + (rest >> 13 & 1);
  return static_cast<uint16_t>(sign | ((rounded - 0x38000000) >> 13));
}

inline float FloatOfHalf(uint16_t h) {
  const uint32_t sign = static_cast<uint32_t>(h & 0x8000) << 16, exponent = h >> 10 & 31, mantissa = h & 0x3ff;
  if (exponent == 0) {
    const float magnitude = static_cast<float>(mantissa) / 16777216.0f;
    return sign ? -magnitude : magnitude;
  }
  if (exponent == 31) return FloatOfBits(sign | 0x7f800000 | mantissa << 13);
  return FloatOfBits(sign | (exponent + 112) << 23 | mantissa << 13);
}

inline uint16_t BfloatOfFloat(float f) {
  const uint32_t bits = BitsOfFloat(f);
  if ((bits & 0x7fffffff) > 0x7f800000) return static_cast<uint16_t>(bits >> 16 | 0x40);
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

inline float FloatOfBfloat(uint16_t b) { return FloatOfBits(static_cast<uint32_t>(b) << 16); }

// A number of 16 bits that computes in float.
template <uint16_t (*Round)(float), float (*Widen)(uint16_t)>
struct Float16 {
  uint16_t x;
  Float16() : x(0) {}
  template <typename N>
  explicit Float16(N value) : x(Round(static_cast<float>(value))) {}
  operator float() const { return Widen(x); }
  Float16& operator+=(Float16 b) { return *this = Float16(float(*this) + float(b)); }
  Float16& operator-=(Float16 b) { return *this = Float16(float(*this) - float(b)); }
  Float16& operator*=(Float16 b) { return *this = Float16(float(*this) * float(b)); }
  Float16& operator/=(Float16 b) { return *this = Float16(float(*this) / float(b)); }
  friend Float16 operator+(Float16 a, Float16 b) { return a += b; }
  friend Float16 operator-(Float16 a, Float16 b) { return a -= b; }
  friend Float16 operator*(Float16 a, Float16 b) { return a *= b; }
  friend Float16 operator/(Float16 a, Float16 b) { return a /= b; }
  friend Float16 operator-(Float16 a) { return Float16(-float(a)); }
  friend std::ostream& operator<<(std::ostream& o, Float16 a) { return o << float(a); }
};

typedef Float16<HalfOfFloat, FloatOfHalf> Half;
typedef Float16<BfloatOfFloat, FloatOfBfloat> Bfloat;

// What both kinds say of their range, from the bits of their extremes.
template <typename T, int Digits, int Digits10, uint16_t Max, uint16_t Min, uint16_t Epsilon, uint16_t Infinity, uint16_t NaN>
struct LimitsOfFloat16 {
  static const bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false, is_bounded = true,
                    is_modulo = false, has_infinity = true, has_quiet_NaN = true;
  static const int radix = 2, digits = Digits, digits10 = Digits10, max_digits10 = Digits10 + 2;
  static T OfBits(uint16_t bits) {
    T value;
    value.x = bits;
    return value;
  }
  static T max() { return OfBits(Max); }
  static T lowest() { return OfBits(Max | 0x8000); }
  static T min() { return OfBits(Min); }
  static T epsilon() { return OfBits(Epsilon); }
  static T infinity() { return OfBits(Infinity); }
  static T quiet_NaN() { return OfBits(NaN); }
};

}  // namespace penstock

namespace std {
template <>
struct numeric_limits<penstock::Half>
    : penstock::LimitsOfFloat16<penstock::Half, 11, 3, 0x7bff, 0x0400, 0x1400, 0x7c00, 0x7e00> {};
template <>
struct numeric_limits<penstock::Bfloat>
    : penstock::LimitsOfFloat16<penstock::Bfloat, 8, 2, 0x7f7f, 0x0080, 0x3c00, 0x7f80, 0x7fc0> {};
}  // namespace std
