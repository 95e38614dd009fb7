// str_util: what kernels do with texts: split, join, trim, replace, upper and lower case.
#pragma once

#include <cctype>
#include <functional>
#include <string>
#include <vector>

#include "tensorflow/core/lib/gtl/array_slice.h"
#include "tensorflow/core/lib/strings/numbers.h"
#include "tensorflow/core/lib/strings/strcat.h"

namespace tensorflow {
namespace str_util {

struct AllowEmpty {
  bool operator()(StringPiece) const { return true; }
};
struct SkipEmpty {
  bool operator()(StringPiece s) const { return !s.empty(); }
};
struct SkipWhitespace {
  bool operator()(StringPiece s) const {
    for (char c : s)
      if (!std::isspace(static_cast<unsigned char>(c))) return true;
    return false;
  }
};

template <typename Predicate>
std::vector<string> Split(StringPiece text, StringPiece delims, Predicate keep) {
  std::vector<string> result;
  if (text.empty()) return result;
  size_t start = 0;
  for (size_t i = 0; i <= text.size(); i++) {
    if (i < text.size() && delims.find(text[i]) == StringPiece::npos) continue;
    const StringPiece part = text.substr(start, i - start);
    if (keep(part)) result.push_back(part.ToString());
    start = i + 1;
  }
  return result;
}
inline std::vector<string> Split(StringPiece text, StringPiece delims) { return Split(text, delims, AllowEmpty()); }
inline std::vector<string> Split(StringPiece text, char delim) { return Split(text, StringPiece(&delim, 1), AllowEmpty()); }
template <typename Predicate>
std::vector<string> Split(StringPiece text, char delim, Predicate keep) {
  return Split(text, StringPiece(&delim, 1), keep);
}
template <typename T>
bool SplitAndParseAsInts(StringPiece text, char delim, std::vector<T>* result) {
  for (const string& part : Split(text, delim)) {
    T value;
    if (!strings::SafeStringToNumeric<T>(part, &value)) return false;
    result->push_back(value);
  }
  return true;
}

template <typename Container>
string Join(const Container& parts, const char* separator) {
  string result, between;
  for (const auto& part : parts) {
    strings::StrAppend(&result, between, part);
    between = separator;
  }
  return result;
}
template <typename Container, typename F>
string Join(const Container& parts, const char* separator, F f) {
  string result, between;
  for (const auto& part : parts) {
    result += between;
    f(&result, part);
    between = separator;
  }
  return result;
}

inline string Lowercase(StringPiece s) {
  string result = s.ToString();
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}
inline string Uppercase(StringPiece s) {
  string result = s.ToString();
  for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}
inline void TitlecaseString(string* s, StringPiece delimiters) {
  bool first = true;
  for (char& c : *s) {
    if (first) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    first = delimiters.find(c) != StringPiece::npos;
  }
}
inline size_t RemoveLeadingWhitespace(StringPiece* text) {
  size_t n = 0;
  while (!text->empty() && std::isspace(static_cast<unsigned char>(text->front()))) text->remove_prefix(1), n++;
  return n;
}
inline size_t RemoveTrailingWhitespace(StringPiece* text) {
  size_t n = 0;
  while (!text->empty() && std::isspace(static_cast<unsigned char>(text->back()))) text->remove_suffix(1), n++;
  return n;
}
inline size_t RemoveWhitespaceContext(StringPiece* text) { return RemoveLeadingWhitespace(text) + RemoveTrailingWhitespace(text); }
inline void StripTrailingWhitespace(string* s) {
  while (!s->empty() && std::isspace(static_cast<unsigned char>(s->back()))) s->pop_back();
}
inline string StripPrefix(StringPiece s, StringPiece expected) {
  s.Consume(expected);
  return s.ToString();
}
inline bool StartsWith(StringPiece text, StringPiece prefix) { return text.starts_with(prefix); }
inline bool EndsWith(StringPiece text, StringPiece suffix) { return text.ends_with(suffix); }
inline bool StrContains(StringPiece text, StringPiece part) { return text.contains(part); }
inline bool ConsumePrefix(StringPiece* s, StringPiece expected) { return s->Consume(expected); }
inline bool ConsumeSuffix(StringPiece* s, StringPiece expected) {
  if (!s->ends_with(expected)) return false;
  s->remove_suffix(expected.size());
  return true;
}
inline bool ConsumeLeadingDigits(StringPiece* s, uint64* value) {
  uint64 v = 0;
  size_t n = 0;
  for (; n < s->size() && std::isdigit(static_cast<unsigned char>((*s)[n])); n++) {
    const uint64 next = v * 10 + static_cast<uint64>((*s)[n] - '0');
    if (next / 10 < v) return false;
    v = next;
  }
  if (n == 0) return false;
  s->remove_prefix(n);
  *value = v;
  return true;
}
inline bool ConsumeNonWhitespace(StringPiece* s, StringPiece* value) {
  size_t n = 0;
  while (n < s->size() && !std::isspace(static_cast<unsigned char>((*s)[n]))) n++;
  *value = s->substr(0, n);
  s->remove_prefix(n);
  return n > 0;
}
inline string StringReplace(StringPiece s, StringPiece old, StringPiece by, bool replace_all) {
  string result = s.ToString();
  if (old.empty()) return result;
  for (size_t at = 0; (at = result.find(old.data(), at, old.size())) != string::npos; at += by.size()) {
    result.replace(at, old.size(), by.data(), by.size());
    if (!replace_all) break;
  }
  return result;
}
inline string ArgDefCase(StringPiece s) {
  string result;
  for (char c : s) {
    const unsigned char u = static_cast<unsigned char>(c);
    if (std::isupper(u)) {
      if (!result.empty() && result.back() != '_') result += '_';
      result += static_cast<char>(std::tolower(u));
    } else {
      result += std::isalnum(u) ? c : '_';
    }
  }
  return result;
}
inline size_t Strnlen(const char* text, size_t n) {
  size_t i = 0;
  while (i < n && text[i] != '\0') i++;
  return i;
}
inline string CEscape(StringPiece s) {
  string result;
  for (char c : s) {
    switch (c) {
      case '\n': result += "\\n"; break;
      case '\r': result += "\\r"; break;
      case '\t': result += "\\t"; break;
      case '"': result += "\\\""; break;
      case '\'': result += "\\'"; break;
      case '\\': result += "\\\\"; break;
      default:
        if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126) {
          char text[8];
          std::snprintf(text, sizeof text, "\\%03o", static_cast<unsigned char>(c));
          result += text;
        } else {
          result += c;
        }
    }
  }
  return result;
}

}  // namespace str_util
}  // namespace tensorflow
