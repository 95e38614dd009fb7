// FastBoundsCheck: whether an index is in [0, limit).
#pragma once

#include <type_traits>

namespace tensorflow {

template <typename Ta, typename Tb>
inline bool FastBoundsCheck(const Ta index, const Tb limit) {
  static_assert(std::is_integral<Ta>::value && std::is_integral<Tb>::value, "FastBoundsCheck can only be used on integer types.");
  return index >= 0 && static_cast<unsigned long long>(index) < static_cast<unsigned long long>(limit);
}

namespace internal {
// Reads memory once that somebody else may change.
template <typename T>
inline const T SubtleMustCopy(const T& x) {
  static_assert(std::is_integral<T>::value, "SubtleMustCopy can only be used on integer types.");
  const volatile T* from = &x;
  return *from;
}
}  // namespace internal

}  // namespace tensorflow
