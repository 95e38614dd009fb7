// Protocol messages as text: what protobuf's text format is. Damaged text makes the parser return false, whatever it is.
#pragma once

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <string>
#include <type_traits>

#include "penstock/message.h"

namespace penstock {

// The words of a text.
class TextInput {
 public:
  TextInput(const char* at, const char* end) : at_(at), end_(end) {}
  bool AtEnd() {
    Skip();
    return at_ == end_;
  }
  bool Symbol(char c) {
    Skip();
    if (at_ == end_ || *at_ != c) return false;
    at_++;
    return true;
  }
  // A name, a number, `true`: letters, digits and what numbers have besides.
  bool Word(std::string* word) {
    Skip();
    bool minus = false;
    if (at_ < end_ && *at_ == '-') {  // perhaps with a space behind it
      minus = true;
      at_++;
      Skip();
    }
    const char* const start = at_;
    while (at_ < end_ && (IsWord(*at_) || *at_ == '.' || ((*at_ == '-' || *at_ == '+') && at_ > start && (at_[-1] == 'e' || at_[-1] == 'E')))) at_++;
    word->assign(minus ? "-" : "");
    word->append(start, at_);
    return at_ > start;
  }
  // Strings in quotes; several in a row are one.
  bool Quoted(std::string* text) {
    text->clear();
    Skip();
    if (at_ == end_ || (*at_ != '"' && *at_ != '\'')) return false;
    while (at_ < end_ && (*at_ == '"' || *at_ == '\'')) {
      const char quote = *at_++;
      while (at_ < end_ && *at_ != quote) {
        if (*at_ == '\n') return false;
        if (*at_ != '\\') {
          text->push_back(*at_++);
        } else if (!Escape(text)) {
          return false;
        }
      }
      if (at_ == end_) return false;
      at_++;
      Skip();
    }
    return true;
  }

 private:
  static bool IsWord(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }
  void Skip() {
    while (at_ < end_) {
      if (*at_ == '#') {
        while (at_ < end_ && *at_ != '\n') at_++;
      } else if (*at_ == ' ' || (*at_ >= '\t' && *at_ <= '\r')) {
        at_++;
      } else {
        return;
      }
    }
  }
  static int Digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99; }
  unsigned Digits(int base, int most) {
    unsigned value = 0;
    for (int i = 0; i < most && at_ < end_ && Digit(*at_) < base; i++) value = value * static_cast<unsigned>(base) + static_cast<unsigned>(Digit(*at_++));
    return value;
  }
  bool Escape(std::string* text) {
    if (++at_ == end_) return false;
    static const char kNames[] = "abfnrtv", kValues[] = "\a\b\f\n\r\t\v";
    const char c = *at_;
    if (Digit(c) < 8) return text->push_back(static_cast<char>(Digits(8, 3))), true;
    at_++;
    if (c == 'x' || c == 'X') {
      if (at_ == end_ || Digit(*at_) > 15) return false;
      return text->push_back(static_cast<char>(Digits(16, 2))), true;
    }
    if (c == 'u' || c == 'U') return Unicode(Digits(16, c == 'u' ? 4 : 8), text);
    const char* const found = std::strchr(kNames, c);
    if (found != nullptr && c != 0) {
      text->push_back(kValues[found - kNames]);
    } else if (c == '\\' || c == '\'' || c == '"' || c == '?') {
      text->push_back(c);
    } else {
      return false;
    }
    return true;
  }
  static bool Unicode(unsigned code, std::string* text) {
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
    const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned kFirst[] = {0, 0xc0, 0xe0, 0xf0};
    text->push_back(static_cast<char>(kFirst[more] | code >> 6 * more));
    for (int i = more - 1; i >= 0; i--) text->push_back(static_cast<char>(0x80 | (code >> 6 * i & 63)));
    return true;
  }
  const char* at_;
  const char* const end_;
};

// Puts one field of the text into the member that has its name.
class TextReader {
 public:
  TextReader(TextInput* in, const std::string& name, int depth) : in_(in), name_(name), depth_(depth) {}
  bool found = false;
  bool ok = true;

  // All fields up to a closing bracket, or to the end of the text if there is none.
  template <typename M>
  static bool Parse(M* message, TextInput* in, char close, int depth) {
    if (depth > kMaxDepth) return false;
    std::string name;
    while (true) {
      if (in->AtEnd()) return close == 0;
      if (close != 0 && in->Symbol(close)) return true;
      if (!in->Word(&name)) return false;
      TextReader reader(in, name, depth);
      message->Fields(reader);
      if (!reader.found || !reader.ok) return false;
      if (!in->Symbol(',')) in->Symbol(';');
    }
  }

  template <Kind kind, typename T>
  void Scalar(int number, const char* name, T& value, int* which) {
    if (!Mine(name)) return;
    ok = in_->Symbol(':') && Value<kind>(&value);
    if (which != nullptr) *which = number;
  }
  void Text(int number, const char* name, std::string& value, int* which) {
    if (!Mine(name)) return;
    ok = in_->Symbol(':') && in_->Quoted(&value);
    if (which != nullptr) *which = number;
  }
  template <typename M>
  void Message(int number, const char* name, Box<M>& value, int* which) {
    if (!Mine(name)) return;
    if (which != nullptr && *which != number) value.reset();
    in_->Symbol(':');
    ok = Inner(value.mutable_get());
    if (which != nullptr) *which = number;
  }
  template <Kind kind, typename T>
  void Repeated(int, const char* name, RepeatedField<T>& values) {
    if (!Mine(name)) return;
    ok = in_->Symbol(':') && Each([this, &values]() {
      T value = T();
      const bool good = Value<kind>(&value);
      if (good) values.Add(value);
      return good;
    });
  }
  void Texts(int, const char* name, RepeatedPtrField<std::string>& values) {
    if (!Mine(name)) return;
    ok = in_->Symbol(':') && Each([this, &values]() { return in_->Quoted(values.Add()); });
  }
  template <typename M>
  void Messages(int, const char* name, RepeatedPtrField<M>& values) {
    if (!Mine(name)) return;
    in_->Symbol(':');
    ok = Each([this, &values]() { return Inner(values.Add()); });
  }
  template <Kind key, Kind kind, typename K, typename V>
  void Entries(int, const char* name, Map<K, V>& values) {
    if (!Mine(name)) return;
    in_->Symbol(':');
    ok = Each([this, &values]() {
      K k = K();
      V v = V();
      const char close = Open();
      std::string part;
      while (close != 0 && !in_->Symbol(close)) {
        if (!in_->Word(&part)) return false;
        const bool colon = in_->Symbol(':');
        if (part == "key" ? !(colon && Part<key>(&k)) : !(part == "value" && Part<kind>(&v))) return false;
        if (!in_->Symbol(',')) in_->Symbol(';');
      }
      if (close != 0) values[k] = std::move(v);
      return close != 0;
    });
  }

 private:
  bool Mine(const char* name) {
    if (name_ == name) found = true;
    return found && name_ == name;
  }
  // One value, or [several].
  template <typename F>
  bool Each(F one) {
    if (!in_->Symbol('[')) return one();
    if (in_->Symbol(']')) return true;
    do {
      if (!one()) return false;
    } while (in_->Symbol(','));
    return in_->Symbol(']');
  }
  char Open() { return in_->Symbol('{') ? '}' : in_->Symbol('<') ? '>' : 0; }
  template <typename M>
  bool Inner(M* message) {
    const char close = Open();
    return close != 0 && Parse(message, in_, close, depth_ + 1);
  }
  template <Kind kind, typename T>
  typename std::enable_if<kind == kMessage, bool>::type Part(T* value) {
    return Inner(value);
  }
  template <Kind kind, typename T>
  typename std::enable_if<kind == kString, bool>::type Part(T* value) {
    return in_->Quoted(value);
  }
  template <Kind kind, typename T>
  typename std::enable_if<kind != kMessage && kind != kString, bool>::type Part(T* value) {
    return Value<kind>(value);
  }
  template <Kind kind, typename T>
  bool Value(T* value) {
    std::string word;
    return in_->Word(&word) && Read(word, value);
  }
  static bool Read(const std::string& word, bool* value) {
    *value = word == "true" || word == "True" || word == "t" || word == "1";
    return *value || word == "false" || word == "False" || word == "f" || word == "0";
  }
  template <typename T>
  static typename std::enable_if<std::is_enum<T>::value, bool>::type Read(const std::string& word, T* value) {
    int number;
    if (FromName(word, value)) return true;  // of the generated enum, found by its namespace
    if (!Read(word, &number)) return false;
    *value = static_cast<T>(number);
    return true;
  }
  template <typename T>
  static typename std::enable_if<std::is_floating_point<T>::value, bool>::type Read(const std::string& word, T* value) {
    char* end;
    const double number = std::strtod(word.c_str(), &end);
    *value = static_cast<T>(number);
    if (*end == 'f' || *end == 'F') end++;
    return *end == 0;
  }
  template <typename T>
  static typename std::enable_if<std::is_integral<T>::value, bool>::type Read(const std::string& word, T* value) {
    char* end;
    errno = 0;
    if (std::is_signed<T>::value) {
      const long long number = std::strtoll(word.c_str(), &end, 0);
      *value = static_cast<T>(number);
      return errno == 0 && *end == 0 && static_cast<long long>(*value) == number;
    }
    const unsigned long long number = std::strtoull(word.c_str(), &end, 0);
    *value = static_cast<T>(number);
    return errno == 0 && *end == 0 && word[0] != '-' && static_cast<unsigned long long>(*value) == number;
  }
  TextInput* in_;
  const std::string& name_;
  int depth_;
};

}  // namespace penstock

namespace google {
namespace protobuf {
class TextFormat {
 public:
  template <typename M>
  static bool ParseFromString(const std::string& text, M* message) {
    message->Clear();
    ::penstock::TextInput in(text.data(), text.data() + text.size());
    return ::penstock::TextReader::Parse(message, &in, 0, 0);
  }
  template <typename M>
  static bool PrintToString(const M& message, std::string* text) {
    *text = message.DebugString();
    return true;
  }
};
}  // namespace protobuf
}  // namespace google
