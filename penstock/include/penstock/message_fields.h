// What the classes of messages are made of: messages inside of messages, repeated fields, maps, names of enums.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <string>
#include <utility>

namespace penstock {

// The names of an enum's values.
class EnumNames {
 public:
  struct Entry {
    int number;
    const char* name;
  };
  EnumNames(const Entry* all, size_t size) : size_(size), numbers_(new int[size]), names_(new std::string[size]) {
    for (size_t i = 0; i < size; i++) numbers_[i] = all[i].number, names_[i] = all[i].name;
  }
  // Empty for a number that is none of the enum's.
  const std::string& Find(int number) const {
    static const std::string* const none = new std::string;
    for (size_t i = 0; i < size_; i++)
      if (numbers_[i] == number) return names_[i];
    return *none;
  }
  bool Find(const std::string& name, int* number) const {
    for (size_t i = 0; i < size_; i++)
      if (names_[i] == name) return *number = numbers_[i], true;
    return false;
  }

 private:
  size_t size_;
  int* numbers_;
  std::string* names_;
};

// A message inside of another, which may be missing.
template <typename T>
class Box {
 public:
  Box() : value_(nullptr) {}
  Box(const Box& b) : value_(b.value_ == nullptr ? nullptr : new T(*b.value_)) {}
  Box(Box&& b) noexcept : value_(b.value_) { b.value_ = nullptr; }
  ~Box() { delete value_; }
  Box& operator=(Box b) {
    std::swap(value_, b.value_);
    return *this;
  }
  bool has() const { return value_ != nullptr; }
  const T& get() const {
    return value_ != nullptr ? *value_ : none();
  }
  static const T& none() {
    static const T* const none = new T;
    return *none;
  }
  T* mutable_get() {
    if (value_ == nullptr) value_ = new T;
    return value_;
  }
  void reset(T* value = nullptr) {
    delete value_;
    value_ = value;
  }
  T* release() {
    T* value = value_;
    value_ = nullptr;
    return value;
  }

 private:
  T* value_;
};

// Elements in a row, of any size. Fields of all types share its code, which keeps compiling short: std::vector has a hundred
// functions for each type.
class Row {
 public:
  Row() : data_(nullptr), size_(0), room_(0) {}
  ~Row() { std::free(data_); }
  Row(const Row&) = delete;
  void operator=(const Row&) = delete;

 protected:
  void Grow(int n, size_t bytes) {
    if (n <= room_) return;
    const int room = n > 2 * room_ ? n : 2 * room_;
    void* const data = std::realloc(data_, static_cast<size_t>(room) * bytes);
    if (data == nullptr) std::abort();
    data_ = data;
    room_ = room;
  }
  void CopyRow(const Row& b, size_t bytes) {
    Grow(b.size_, bytes);
    if (b.size_ > 0) std::memcpy(data_, b.data_, static_cast<size_t>(b.size_) * bytes);
    size_ = b.size_;
  }
  void SwapRow(Row* b) {
    std::swap(data_, b->data_);
    std::swap(size_, b->size_);
    std::swap(room_, b->room_);
  }
  void* data_;
  int size_, room_;
};

// Numbers.
template <typename T>
class RepeatedField : public Row {
 public:
  typedef T value_type;
  typedef T* iterator;
  typedef const T* const_iterator;
  RepeatedField() {}
  RepeatedField(const RepeatedField& b) : Row() { CopyRow(b, sizeof(T)); }
  RepeatedField(RepeatedField&& b) noexcept : Row() { SwapRow(&b); }
  template <typename I>
  RepeatedField(I from, I to) {
    for (; from != to; ++from) Add(*from);
  }
  RepeatedField& operator=(RepeatedField b) {
    SwapRow(&b);
    return *this;
  }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T Get(int i) const { return data()[i]; }
  void Set(int i, T value) { mutable_data()[i] = value; }
  void Add(T value) {
    Grow(size_ + 1, sizeof(T));
    mutable_data()[size_++] = value;
  }
  void push_back(T value) { Add(value); }
  void Clear() { size_ = 0; }
  void clear() { size_ = 0; }
  void Reserve(int n) { Grow(n, sizeof(T)); }
  void Resize(int n, T value) {
    Grow(n, sizeof(T));
    while (size_ < n) mutable_data()[size_++] = value;
    size_ = n;
  }
  void Truncate(int n) { size_ = n < size_ ? n : size_; }
  void RemoveLast() { size_--; }
  void MergeFrom(const RepeatedField& b) {
    for (T v : b) Add(v);
  }
  void Swap(RepeatedField* b) { SwapRow(b); }
  T* mutable_data() { return static_cast<T*>(data_); }
  const T* data() const { return static_cast<const T*>(data_); }
  T* Mutable(int i) { return mutable_data() + i; }
  T& operator[](int i) { return mutable_data()[i]; }
  const T& operator[](int i) const { return data()[i]; }
  T* begin() { return mutable_data(); }
  T* end() { return mutable_data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  bool operator==(const RepeatedField& b) const { return size_ == b.size_ && std::equal(begin(), end(), b.begin()); }
};

// Strings or messages; each stays where it is when others are added.
template <typename T>
class RepeatedPtrField : public Row {
 public:
  typedef T value_type;
  template <typename E, typename P>
  class Iterator {
   public:
    typedef std::ptrdiff_t difference_type;
    typedef E value_type;
    typedef E* pointer;
    typedef E& reference;
    typedef std::random_access_iterator_tag iterator_category;
    explicit Iterator(P at) : at_(at) {}
    E& operator*() const { return **at_; }
    E* operator->() const { return *at_; }
    Iterator& operator++() { return ++at_, *this; }
    Iterator operator++(int) { return Iterator(at_++); }
    Iterator& operator--() { return --at_, *this; }
    Iterator operator+(std::ptrdiff_t n) const { return Iterator(at_ + n); }
    std::ptrdiff_t operator-(const Iterator& b) const { return at_ - b.at_; }
    bool operator==(const Iterator& b) const { return at_ == b.at_; }
    bool operator!=(const Iterator& b) const { return at_ != b.at_; }

   private:
    P at_;
  };
  typedef Iterator<T, T* const*> iterator;
  typedef Iterator<const T, T* const*> const_iterator;

  RepeatedPtrField() {}
  RepeatedPtrField(const RepeatedPtrField& b) : Row() { MergeFrom(b); }
  RepeatedPtrField(RepeatedPtrField&& b) noexcept : Row() { SwapRow(&b); }
  ~RepeatedPtrField() { Clear(); }
  RepeatedPtrField& operator=(RepeatedPtrField b) {
    SwapRow(&b);
    return *this;
  }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& Get(int i) const { return *items()[i]; }
  T* Mutable(int i) { return items()[i]; }
  const T& operator[](int i) const { return Get(i); }
  T& operator[](int i) { return *Mutable(i); }
  T* Add() {
    Grow(size_ + 1, sizeof(T*));
    return items()[size_++] = new T;
  }
  void Clear() {
    while (size_ > 0) RemoveLast();
  }
  void RemoveLast() { delete items()[--size_]; }
  void Reserve(int n) { Grow(n, sizeof(T*)); }
  void MergeFrom(const RepeatedPtrField& b) {
    for (const T& item : b) *Add() = item;
  }
  void Swap(RepeatedPtrField* b) { SwapRow(b); }
  iterator begin() { return iterator(items()); }
  iterator end() { return iterator(items() + size_); }
  const_iterator begin() const { return const_iterator(items()); }
  const_iterator end() const { return const_iterator(items() + size_); }

 private:
  T** items() const { return static_cast<T**>(data_); }
};

// Sorted, so that equal messages have equal bytes.
template <typename K, typename V>
class Map : public std::map<K, V> {
 public:
  int size() const { return static_cast<int>(std::map<K, V>::size()); }
  bool contains(const K& key) const { return this->count(key) != 0; }
};

}  // namespace penstock
