// Numbers from texts, and texts from numbers.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <limits>
#include <string>

#include "tensorflow/core/lib/strings/strcat.h"

namespace tensorflow {
namespace strings {

// Blanks around a number are allowed, anything else beside it is not.
template <typename T>
bool WholeInteger(StringPiece text, T* value) {
  const std::string s = text.ToString();
  const size_t from = s.find_first_not_of(" \t\n\v\f\r");
  if (from == std::string::npos || s.find('\0') != std::string::npos) return false;
  const bool negative = s[from] == '-';
  if (negative && !std::numeric_limits<T>::is_signed) return false;
  if (s[from] == '+' || s.find_first_of("0123456789", from) != from + (negative ? 1 : 0)) return false;
  char* end = nullptr;
  errno = 0;
  const unsigned long long size = std::strtoull(s.c_str() + from + (negative ? 1 : 0), &end, 10);
  if (errno != 0 || s.find_first_not_of(" \t\n\v\f\r", static_cast<size_t>(end - s.c_str())) != std::string::npos) return false;
  const unsigned long long most = static_cast<unsigned long long>(std::numeric_limits<T>::max()) + (negative ? 1 : 0);
  if (size > most) return false;
  *value = negative ? static_cast<T>(0 - size) : static_cast<T>(size);
  return true;
}
inline bool safe_strto32(StringPiece s, int32* value) { return WholeInteger(s, value); }
inline bool safe_strtou32(StringPiece s, uint32* value) { return WholeInteger(s, value); }
inline bool safe_strto64(StringPiece s, int64* value) { return WholeInteger(s, value); }
inline bool safe_strtou64(StringPiece s, uint64* value) { return WholeInteger(s, value); }

inline bool safe_strtod(StringPiece text, double* value) {
  const std::string s = text.ToString();
  char* end = nullptr;
  const double found = std::strtod(s.c_str(), &end);
  if (end == s.c_str() || s.find_first_not_of(" \t\n\v\f\r", static_cast<size_t>(end - s.c_str())) != std::string::npos) return false;
  *value = found;
  return true;
}
inline bool safe_strtof(StringPiece text, float* value) {
  const std::string s = text.ToString();
  char* end = nullptr;
  const float found = std::strtof(s.c_str(), &end);
  if (end == s.c_str() || s.find_first_not_of(" \t\n\v\f\r", static_cast<size_t>(end - s.c_str())) != std::string::npos) return false;
  *value = found;
  return true;
}
inline bool safe_strtof(const char* text, float* value) { return safe_strtof(StringPiece(text), value); }
inline bool safe_strtod(const char* text, double* value) { return safe_strtod(StringPiece(text), value); }

inline bool ProtoParseNumeric(StringPiece s, int32* value) { return safe_strto32(s, value); }
inline bool ProtoParseNumeric(StringPiece s, uint32* value) { return safe_strtou32(s, value); }
inline bool ProtoParseNumeric(StringPiece s, int64* value) { return safe_strto64(s, value); }
inline bool ProtoParseNumeric(StringPiece s, uint64* value) { return safe_strtou64(s, value); }
inline bool ProtoParseNumeric(StringPiece s, float* value) { return safe_strtof(s, value); }
inline bool ProtoParseNumeric(StringPiece s, double* value) { return safe_strtod(s, value); }
template <typename T>
bool SafeStringToNumeric(StringPiece s, T* value) {
  return ProtoParseNumeric(s, value);
}

inline std::string FpToString(Fprint fp) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", fp);
  return text;
}
inline bool HexStringToUint64(StringPiece s, uint64* v) {
  if (s.empty() || s.size() > 16) return false;
  uint64 result = 0;
  for (char c : s) {
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))) return false;
    result = result << 4 | static_cast<uint64>(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
  }
  *v = result;
  return true;
}

}  // namespace strings
}  // namespace tensorflow
