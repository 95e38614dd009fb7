// gtl::ArraySlice: a view of elements that stand in a row in somebody else's memory.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <vector>

namespace tensorflow {
namespace gtl {

template <typename T>
class MutableArraySlice {
 public:
  typedef T value_type;
  typedef T* iterator;
  typedef size_t size_type;
  MutableArraySlice() : data_(nullptr), size_(0) {}
  MutableArraySlice(T* data, size_t size) : data_(data), size_(size) {}
  template <typename A>
  MutableArraySlice(std::vector<T, A>* v) : data_(v->data()), size_(v->size()) {}  // NOLINT
  T* data() const { return data_; }
  size_t size() const { return size_; }
  size_t length() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() const { return data_; }
  T* end() const { return data_ + size_; }
  T& operator[](size_t i) const { return data_[i]; }
  T& at(size_t i) const { return data_[i]; }
  T& front() const { return data_[0]; }
  T& back() const { return data_[size_ - 1]; }

 private:
  T* data_;
  size_t size_;
};

template <typename T>
class ArraySlice {
 public:
  typedef T value_type;
  typedef const T* const_iterator;
  typedef const T* iterator;
  typedef size_t size_type;
  ArraySlice() : data_(nullptr), size_(0) {}
  ArraySlice(const T* data, size_t size) : data_(data), size_(size) {}
  // For arguments: what the slice shows lives as long as the call.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Winit-list-lifetime"
  ArraySlice(std::initializer_list<T> list) : data_(list.begin()), size_(list.size()) {}  // NOLINT
#pragma GCC diagnostic pop
  template <size_t N>
  ArraySlice(const T (&array)[N]) : data_(array), size_(N) {}  // NOLINT
  ArraySlice(const MutableArraySlice<T>& s) : data_(s.data()), size_(s.size()) {}  // NOLINT
  // Whatever has its elements in a row: vectors, arrays, InlinedVectors.
  template <typename C, typename = typename std::enable_if<std::is_convertible<
                            decltype(std::declval<const C&>().data()), const T*>::value>::type>
  ArraySlice(const C& container) : data_(container.data()), size_(container.size()) {}  // NOLINT
  const T* data() const { return data_; }
  size_t size() const { return size_; }
  size_t length() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  const T& operator[](size_t i) const { return data_[i]; }
  const T& at(size_t i) const { return data_[i]; }
  const T& front() const { return data_[0]; }
  const T& back() const { return data_[size_ - 1]; }
  ArraySlice subspan(size_t from, size_t n) const { return ArraySlice(data_ + from, n); }
  bool operator==(const ArraySlice& b) const {
    if (size_ != b.size_) return false;
    for (size_t i = 0; i < size_; i++)
      if (!(data_[i] == b.data_[i])) return false;
    return true;
  }
  bool operator!=(const ArraySlice& b) const { return !(*this == b); }

 private:
  const T* data_;
  size_t size_;
};

}  // namespace gtl
}  // namespace tensorflow
