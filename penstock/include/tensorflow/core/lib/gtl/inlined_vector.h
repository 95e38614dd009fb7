// gtl::InlinedVector: a vector that keeps its first elements in itself. Shapes and lists of types are made of it.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace tensorflow {
namespace gtl {

template <typename T, int N, typename A = std::allocator<T>>
class InlinedVector {
 public:
  typedef T value_type;
  typedef T& reference;
  typedef const T& const_reference;
  typedef T* pointer;
  typedef T* iterator;
  typedef const T* const_iterator;
  typedef size_t size_type;
  typedef std::ptrdiff_t difference_type;
  typedef A allocator_type;

  InlinedVector() : data_(Own()), size_(0), room_(N) {}
  explicit InlinedVector(const A&) : InlinedVector() {}
  explicit InlinedVector(size_t n) : InlinedVector() { resize(n); }
  InlinedVector(size_t n, const T& value) : InlinedVector() { resize(n, value); }
  InlinedVector(std::initializer_list<T> list) : InlinedVector() { Append(list.begin(), list.end()); }
  template <typename I, typename = typename std::enable_if<!std::is_integral<I>::value>::type>
  InlinedVector(I first, I last) : InlinedVector() {
    Append(first, last);
  }
  InlinedVector(const InlinedVector& b) : InlinedVector() { Append(b.begin(), b.end()); }
  InlinedVector(InlinedVector&& b) : InlinedVector() { Take(&b); }
  ~InlinedVector() {
    clear();
    Free();
  }
  InlinedVector& operator=(const InlinedVector& b) {
    if (this != &b) assign(b.begin(), b.end());
    return *this;
  }
  InlinedVector& operator=(InlinedVector&& b) {
    if (this != &b) {
      clear();
      Take(&b);
    }
    return *this;
  }
  InlinedVector& operator=(std::initializer_list<T> list) {
    assign(list.begin(), list.end());
    return *this;
  }
  template <typename I, typename = typename std::enable_if<!std::is_integral<I>::value>::type>
  void assign(I first, I last) {
    clear();
    Append(first, last);
  }
  void assign(size_t n, const T& value) {
    clear();
    resize(n, value);
  }
  void assign(std::initializer_list<T> list) { assign(list.begin(), list.end()); }

  size_t size() const { return size_; }
  size_t length() const { return size_; }
  bool empty() const { return size_ == 0; }
  size_t capacity() const { return room_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  const T* cbegin() const { return data_; }
  const T* cend() const { return data_ + size_; }
  std::reverse_iterator<T*> rbegin() { return std::reverse_iterator<T*>(end()); }
  std::reverse_iterator<T*> rend() { return std::reverse_iterator<T*>(begin()); }
  std::reverse_iterator<const T*> rbegin() const { return std::reverse_iterator<const T*>(end()); }
  std::reverse_iterator<const T*> rend() const { return std::reverse_iterator<const T*>(begin()); }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T& at(size_t i) { return data_[i]; }
  const T& at(size_t i) const { return data_[i]; }
  T& front() { return data_[0]; }
  const T& front() const { return data_[0]; }
  T& back() { return data_[size_ - 1]; }
  const T& back() const { return data_[size_ - 1]; }

  void push_back(const T& value) { emplace_back(value); }
  void push_back(T&& value) { emplace_back(static_cast<T&&>(value)); }
  template <typename... Args>
  T& emplace_back(Args&&... args) {
    if (size_ < room_) {
      new (data_ + size_) T(std::forward<Args>(args)...);
    } else {
      T value(std::forward<Args>(args)...);  // of what may be an element
      reserve(2 * room_ + 1);
      new (data_ + size_) T(static_cast<T&&>(value));
    }
    return data_[size_++];
  }
  void pop_back() { data_[--size_].~T(); }
  void clear() {
    while (size_ > 0) pop_back();
  }
  void reserve(size_t room) {
    if (room <= room_) return;
    T* const data = static_cast<T*>(::operator new(room * sizeof(T)));
    for (size_t i = 0; i < size_; i++) {
      new (data + i) T(static_cast<T&&>(data_[i]));
      data_[i].~T();
    }
    Free();
    data_ = data;
    room_ = room;
  }
  void resize(size_t n) {
    while (size_ > n) pop_back();
    while (size_ < n) emplace_back();
  }
  void resize(size_t n, const T& value) {
    while (size_ > n) pop_back();
    while (size_ < n) push_back(value);
  }
  void shrink_to_fit() {}
  T* insert(const T* position, const T& value) {
    const size_t at = static_cast<size_t>(position - data_);
    push_back(value);
    for (size_t i = size_ - 1; i > at; i--) std::swap(data_[i], data_[i - 1]);
    return data_ + at;
  }
  template <typename I, typename = typename std::enable_if<!std::is_integral<I>::value>::type>
  T* insert(const T* position, I first, I last) {
    const size_t at = static_cast<size_t>(position - data_);
    InlinedVector rest(position, static_cast<const T*>(end()));
    while (size_ > at) pop_back();
    Append(first, last);
    Append(rest.begin(), rest.end());
    return data_ + at;
  }
  T* insert(const T* position, size_t n, const T& value) {
    const InlinedVector values(n, value);
    return insert(position, values.begin(), values.end());
  }
  T* erase(const T* position) { return erase(position, position + 1); }
  T* erase(const T* first, const T* last) {
    T* to = data_ + (first - data_);
    for (T* from = data_ + (last - data_); from != end(); ++from, ++to) *to = static_cast<T&&>(*from);
    while (end() != to) pop_back();
    return data_ + (first - data_);
  }
  void swap(InlinedVector& b) {
    InlinedVector c(static_cast<InlinedVector&&>(b));
    b = static_cast<InlinedVector&&>(*this);
    *this = static_cast<InlinedVector&&>(c);
  }

  friend bool operator==(const InlinedVector& a, const InlinedVector& b) {
    bool same = a.size_ == b.size_;
    for (size_t i = 0; same && i < a.size_; i++) same = a.data_[i] == b.data_[i];
    return same;
  }
  friend bool operator!=(const InlinedVector& a, const InlinedVector& b) { return !(a == b); }
  friend bool operator<(const InlinedVector& a, const InlinedVector& b) {
    for (size_t i = 0; i < a.size_ && i < b.size_; i++) {
      if (a.data_[i] < b.data_[i]) return true;
      if (b.data_[i] < a.data_[i]) return false;
    }
    return a.size_ < b.size_;
  }

 private:
  T* Own() { return reinterpret_cast<T*>(own_); }
  void Free() {
    if (data_ != Own()) ::operator delete(data_);
  }
  template <typename I>
  void Append(I first, I last) {
    for (; first != last; ++first) push_back(*first);
  }
  // Leaves `b` empty; this one is empty.
  void Take(InlinedVector* b) {
    if (b->data_ == b->Own()) {
      for (T& value : *b) push_back(static_cast<T&&>(value));
      b->clear();
      return;
    }
    Free();
    data_ = b->data_, size_ = b->size_, room_ = b->room_;
    b->data_ = b->Own(), b->size_ = 0, b->room_ = N;
  }
  T* data_;
  size_t size_, room_;
  alignas(T) unsigned char own_[sizeof(T) * (N > 0 ? N : 1)];
};

}  // namespace gtl
}  // namespace tensorflow
