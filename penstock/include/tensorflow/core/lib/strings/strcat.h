// strings::StrCat and StrAppend: values as one text.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <type_traits>

#include "tensorflow/core/lib/core/stringpiece.h"
#include "tensorflow/core/platform/macros.h"
#include "tensorflow/core/platform/types.h"

namespace tensorflow {
namespace strings {

enum PadSpec { kNoPad = 1, kZeroPad2, kZeroPad3, kZeroPad4, kZeroPad5, kZeroPad6, kZeroPad7, kZeroPad8, kZeroPad16 = 16 };

struct Hex {
  uint64 value;
  PadSpec spec;
  template <class Int>
  explicit Hex(Int v, PadSpec s = kNoPad) : value(static_cast<uint64>(v)), spec(s) {
    if (sizeof(Int) < sizeof value) value &= (uint64{1} << (8 * sizeof(Int))) - 1;
  }
};

// The shortest text that reads back as the same number, as TensorFlow prints floats in messages.
inline void FloatText(double value, bool single, char (&text)[32]) {
  if (value != value || value - value != 0) {
    std::strcpy(text, value != value ? "nan" : value < 0 ? "-inf" : "inf");
    return;
  }
  const int least = single ? 6 : 15, most = single ? 9 : 17;
  for (int digits = least; digits <= most; digits++) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (single ? std::strtof(text, nullptr) == static_cast<float>(value) : std::strtod(text, nullptr) == value) break;
  }
}
inline std::string FloatText(double value, bool single) {
  char text[32];
  FloatText(value, single, text);
  return text;
}

// A value as text. What has no constructor of its own goes through its operator<<, into a string that lives as long as the call.
class AlphaNum {
 public:
  constexpr AlphaNum() : data_(""), size_(0), digits_() {}
  AlphaNum(int v) { Print("%d", v); }                                     // NOLINT
  AlphaNum(unsigned v) { Print("%u", v); }                                // NOLINT
  AlphaNum(long v) { Print("%ld", v); }                                   // NOLINT
  AlphaNum(unsigned long v) { Print("%lu", v); }                          // NOLINT
  AlphaNum(long long v) { Print("%lld", v); }                             // NOLINT
  AlphaNum(unsigned long long v) { Print("%llu", v); }                    // NOLINT
  AlphaNum(bool v) : data_(v ? "1" : "0"), size_(1) {}                    // NOLINT
  AlphaNum(float v) { PrintFloat(v, true); }                              // NOLINT
  AlphaNum(double v) { PrintFloat(v, false); }                            // NOLINT
  AlphaNum(const char* v) : data_(v), size_(v == nullptr ? 0 : std::strlen(v)) {}  // NOLINT
  AlphaNum(const std::string& v) : data_(v.data()), size_(v.size()) {}    // NOLINT
  AlphaNum(StringPiece v) : data_(v.data()), size_(v.size()) {}           // NOLINT
  AlphaNum(Hex hex) { Print("%0*llx", static_cast<int>(hex.spec), hex.value); }  // NOLINT
  template <typename T, typename = typename std::enable_if<
                            std::is_class<T>::value ? !std::is_convertible<const T&, StringPiece>::value
                                                    : std::is_enum<T>::value && !std::is_convertible<T, int>::value>::type>
  AlphaNum(const T& v, std::string&& held = std::string()) {  // NOLINT
    std::ostringstream text;
    text << v;
    held = text.str();
    data_ = held.data(), size_ = held.size();
  }
  const char* data() const { return data_; }
  size_t size() const { return size_; }
  StringPiece Piece() const { return StringPiece(data_, size_); }

 private:
  void Print(const char* format, ...) {
    va_list values;
    va_start(values, format);
    size_ = static_cast<size_t>(std::vsnprintf(digits_, sizeof digits_, format, values));
    va_end(values);
    data_ = digits_;
  }
  void PrintFloat(double v, bool single) {
    FloatText(v, single, digits_);
    data_ = digits_, size_ = std::strlen(digits_);
  }
  const char* data_;
  size_t size_;
  char digits_[32];
};

// As many values as a message has are taken by plain functions: a template would be compiled anew for all their types.
static constexpr AlphaNum kNothing;
#define PENSTOCK_VALUES                                                                                                  \
  const ::tensorflow::strings::AlphaNum &a = ::tensorflow::strings::kNothing,                                             \
        const ::tensorflow::strings::AlphaNum &b = ::tensorflow::strings::kNothing,                                       \
        const ::tensorflow::strings::AlphaNum &c = ::tensorflow::strings::kNothing,                                       \
        const ::tensorflow::strings::AlphaNum &d = ::tensorflow::strings::kNothing,                                       \
        const ::tensorflow::strings::AlphaNum &e = ::tensorflow::strings::kNothing,                                       \
        const ::tensorflow::strings::AlphaNum &f = ::tensorflow::strings::kNothing,                                       \
        const ::tensorflow::strings::AlphaNum &g = ::tensorflow::strings::kNothing,                                       \
        const ::tensorflow::strings::AlphaNum &h = ::tensorflow::strings::kNothing,                                       \
        const ::tensorflow::strings::AlphaNum &i = ::tensorflow::strings::kNothing,                                       \
        const ::tensorflow::strings::AlphaNum &j = ::tensorflow::strings::kNothing,                                       \
        const ::tensorflow::strings::AlphaNum &k = ::tensorflow::strings::kNothing,                                       \
        const ::tensorflow::strings::AlphaNum &l = ::tensorflow::strings::kNothing
#define PENSTOCK_MORE_VALUES                                                                                             \
  const ::tensorflow::strings::AlphaNum &a, const ::tensorflow::strings::AlphaNum &b,                                     \
      const ::tensorflow::strings::AlphaNum &c, const ::tensorflow::strings::AlphaNum &d,                                 \
      const ::tensorflow::strings::AlphaNum &e, const ::tensorflow::strings::AlphaNum &f,                                 \
      const ::tensorflow::strings::AlphaNum &g, const ::tensorflow::strings::AlphaNum &h,                                 \
      const ::tensorflow::strings::AlphaNum &i, const ::tensorflow::strings::AlphaNum &j,                                 \
      const ::tensorflow::strings::AlphaNum &k, const ::tensorflow::strings::AlphaNum &l,                                 \
      const ::tensorflow::strings::AlphaNum &m, const More &...more
#define PENSTOCK_VALUE_NAMES a, b, c, d, e, f, g, h, i, j, k, l

TF_ATTRIBUTE_NOINLINE inline void StrAppend(std::string* target, PENSTOCK_VALUES) {
  const AlphaNum* const all[] = {&a, &b, &c, &d, &e, &f, &g, &h, &i, &j, &k, &l};
  for (const AlphaNum* v : all) target->append(v->data(), v->size());
}
template <typename... More>
void StrAppend(std::string* target, PENSTOCK_MORE_VALUES) {
  StrAppend(target, PENSTOCK_VALUE_NAMES);
  StrAppend(target, m, more...);
}
inline std::string StrCat(PENSTOCK_VALUES) {
  std::string result;
  StrAppend(&result, PENSTOCK_VALUE_NAMES);
  return result;
}
template <typename... More>
std::string StrCat(PENSTOCK_MORE_VALUES) {
  std::string result;
  StrAppend(&result, PENSTOCK_VALUE_NAMES, m, more...);
  return result;
}

}  // namespace strings
}  // namespace tensorflow
