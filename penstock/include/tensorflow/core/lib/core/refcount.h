// core::RefCounted: objects that live as long as somebody holds a reference.
#pragma once

#include <atomic>
#include <memory>

#include "tensorflow/core/platform/logging.h"

namespace tensorflow {
namespace core {

class RefCounted {
 public:
  RefCounted() : ref_(1) {}
  RefCounted(const RefCounted&) = delete;
  void operator=(const RefCounted&) = delete;
  void Ref() const { ref_.fetch_add(1, std::memory_order_relaxed); }
  // True if this was the last reference: the object is gone.
  bool Unref() const {
    if (ref_.fetch_sub(1, std::memory_order_acq_rel) != 1) return false;
    delete this;
    return true;
  }
  bool RefCountIsOne() const { return ref_.load(std::memory_order_acquire) == 1; }

 protected:
  virtual ~RefCounted() {}

 private:
  mutable std::atomic_int_fast32_t ref_;
};

struct RefCountDeleter {
  void operator()(const RefCounted* o) const { o->Unref(); }
};

template <typename T>
using RefCountPtr = std::unique_ptr<T, RefCountDeleter>;

class ScopedUnref {
 public:
  explicit ScopedUnref(const RefCounted* o) : obj_(o) {}
  ~ScopedUnref() {
    if (obj_ != nullptr) obj_->Unref();
  }
  ScopedUnref(const ScopedUnref&) = delete;
  void operator=(const ScopedUnref&) = delete;

 private:
  const RefCounted* obj_;
};

}  // namespace core
}  // namespace tensorflow
