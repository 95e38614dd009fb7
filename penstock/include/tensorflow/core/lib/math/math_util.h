// MathUtil: integer divisions that round in a direction, powers, divisors.
#pragma once

#include <type_traits>

#include "tensorflow/core/platform/types.h"

namespace tensorflow {

class MathUtil {
 public:
  template <typename Integer>
  static Integer CeilOfRatio(Integer n, Integer d) {
    const Integer q = n / d;
    return n % d != 0 && (n < 0) == (d < 0) ? q + 1 : q;
  }
  template <typename Integer>
  static Integer FloorOfRatio(Integer n, Integer d) {
    const Integer q = n / d;
    return n % d != 0 && (n < 0) != (d < 0) ? q - 1 : q;
  }
  template <typename Integer>
  static Integer GCD(Integer x, Integer y) {
    while (y != 0) {
      const Integer r = x % y;
      x = y;
      y = r;
    }
    return x;
  }
  template <typename T>
  static T IPow(T base, int exponent) {
    T result = 1;
    for (; exponent > 0; exponent >>= 1, base = base * base)
      if (exponent & 1) result = result * base;
    return result;
  }
};

}  // namespace tensorflow
