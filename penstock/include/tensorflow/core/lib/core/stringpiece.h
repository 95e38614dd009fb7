// StringPiece: a part of a string that somebody else holds.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <ostream>
#include <string>

#include "tensorflow/core/platform/types.h"

namespace tensorflow {

class StringPiece {
 public:
  typedef const char* const_iterator;
  typedef const char* iterator;
  typedef size_t size_type;
  typedef char value_type;
  static constexpr size_t npos = static_cast<size_t>(-1);

  constexpr StringPiece() : data_(nullptr), size_(0) {}
  StringPiece(const char* text) : data_(text), size_(text == nullptr ? 0 : std::strlen(text)) {}  // NOLINT
  StringPiece(const std::string& text) : data_(text.data()), size_(text.size()) {}                // NOLINT
  constexpr StringPiece(const char* data, size_t size) : data_(data), size_(size) {}

  const char* data() const { return data_; }
  size_t size() const { return size_; }
  size_t length() const { return size_; }
  bool empty() const { return size_ == 0; }
  const char* begin() const { return data_; }
  const char* end() const { return data_ + size_; }
  char operator[](size_t i) const { return data_[i]; }
  char front() const { return data_[0]; }
  char back() const { return data_[size_ - 1]; }
  void clear() { data_ = nullptr, size_ = 0; }
  void set(const void* data, size_t size) { data_ = static_cast<const char*>(data), size_ = size; }
  void remove_prefix(size_t n) { data_ += n, size_ -= n; }
  void remove_suffix(size_t n) { size_ -= n; }

  size_t find(StringPiece what, size_t from = 0) const {
    if (from > size_) return npos;
    const char* found = std::search(data_ + from, end(), what.begin(), what.end());
    return found == end() && !what.empty() ? npos : static_cast<size_t>(found - data_);
  }
  size_t find(char c, size_t from = 0) const { return find(StringPiece(&c, 1), from); }
  size_t rfind(char c, size_t from = npos) const {
    for (size_t i = std::min(from, size_ - 1) + 1; size_ > 0 && i > 0; i--)
      if (data_[i - 1] == c) return i - 1;
    return npos;
  }
  bool contains(StringPiece what) const { return find(what) != npos; }
  bool starts_with(StringPiece x) const { return size_ >= x.size_ && std::equal(x.begin(), x.end(), data_); }
  bool ends_with(StringPiece x) const { return size_ >= x.size_ && std::equal(x.begin(), x.end(), end() - x.size_); }
  bool Consume(StringPiece x) {
    if (!starts_with(x)) return false;
    remove_prefix(x.size_);
    return true;
  }
  StringPiece substr(size_t from, size_t n = npos) const {
    from = std::min(from, size_);
    return StringPiece(data_ + from, std::min(n, size_ - from));
  }
  int compare(StringPiece b) const {
    const size_t n = std::min(size_, b.size_);
    const int order = n == 0 ? 0 : std::memcmp(data_, b.data_, n);
    return order != 0 ? order : size_ < b.size_ ? -1 : size_ > b.size_ ? 1 : 0;
  }
  std::string ToString() const { return std::string(data_ == nullptr ? "" : data_, size_); }
  explicit operator std::string() const { return ToString(); }

 private:
  const char* data_;
  size_t size_;
};

inline bool operator==(StringPiece a, StringPiece b) { return a.compare(b) == 0; }
inline bool operator!=(StringPiece a, StringPiece b) { return a.compare(b) != 0; }
inline bool operator<(StringPiece a, StringPiece b) { return a.compare(b) < 0; }
inline bool operator>(StringPiece a, StringPiece b) { return a.compare(b) > 0; }
inline bool operator<=(StringPiece a, StringPiece b) { return a.compare(b) <= 0; }
inline bool operator>=(StringPiece a, StringPiece b) { return a.compare(b) >= 0; }
inline std::ostream& operator<<(std::ostream& o, StringPiece piece) {
  return o.write(piece.data(), static_cast<std::streamsize>(piece.size()));
}

struct StringPieceHasher {
  size_t operator()(StringPiece s) const {
    size_t h = 14695981039346656037ull;
    for (char c : s) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    return h;
  }
};

}  // namespace tensorflow
