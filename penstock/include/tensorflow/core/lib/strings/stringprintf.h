// strings::Printf: a text by a format of C.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>
#include <vector>

#include "tensorflow/core/platform/macros.h"
#include "tensorflow/core/platform/types.h"

namespace tensorflow {
namespace strings {

inline void Appendv(string* dst, const char* format, va_list ap) {
  va_list again;
  va_copy(again, ap);
  const int n = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  if (n < 0) return;
  std::vector<char> text(static_cast<size_t>(n) + 1);
  std::vsnprintf(text.data(), text.size(), format, ap);
  dst->append(text.data(), static_cast<size_t>(n));
}
TF_PRINTF_ATTRIBUTE(1, 2) inline string Printf(const char* format, ...) {
  string result;
  va_list ap;
  va_start(ap, format);
  Appendv(&result, format, ap);
  va_end(ap);
  return result;
}
TF_PRINTF_ATTRIBUTE(2, 3) inline void Appendf(string* dst, const char* format, ...) {
  va_list ap;
  va_start(ap, format);
  Appendv(dst, format, ap);
  va_end(ap);
}

}  // namespace strings
}  // namespace tensorflow
