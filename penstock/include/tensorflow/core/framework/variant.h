// Variant: one value of any type that can be copied. Tensors of it live inside of a library; they do not leave it.
#pragma once

#include <string>
#include <typeinfo>
#include <utility>

namespace tensorflow {

class Variant {
 public:
  Variant() : held_(nullptr) {}
  template <typename T, typename = typename std::enable_if<!std::is_same<typename std::decay<T>::type, Variant>::value>::type>
  Variant(T&& value) : held_(new Held<typename std::decay<T>::type>(std::forward<T>(value))) {}  // NOLINT
  Variant(const Variant& b) : held_(b.held_ == nullptr ? nullptr : b.held_->Copy()) {}
  Variant(Variant&& b) noexcept : held_(b.held_) { b.held_ = nullptr; }
  ~Variant() { delete held_; }
  Variant& operator=(Variant b) {
    std::swap(held_, b.held_);
    return *this;
  }
  bool is_empty() const { return held_ == nullptr; }
  void clear() {
    delete held_;
    held_ = nullptr;
  }
  template <typename T>
  T* get() {
    return held_ != nullptr && held_->Type() == typeid(T) ? &static_cast<Held<T>*>(held_)->value : nullptr;
  }
  template <typename T>
  const T* get() const {
    return const_cast<Variant*>(this)->get<T>();
  }
  std::string TypeName() const { return held_ == nullptr ? "" : held_->Type().name(); }
  std::string DebugString() const { return "Variant<type: " + TypeName() + ">"; }

 private:
  struct Base {
    virtual ~Base() {}
    virtual Base* Copy() const = 0;
    virtual const std::type_info& Type() const = 0;
  };
  template <typename T>
  struct Held : Base {
    template <typename U>
    explicit Held(U&& v) : value(std::forward<U>(v)) {}
    Base* Copy() const override { return new Held(value); }
    const std::type_info& Type() const override { return typeid(T); }
    T value;
  };
  Base* held_;
};

}  // namespace tensorflow
