// A run of a kernel, for those who want to end it.
#pragma once

#include "tensorflow/core/platform/mutex.h"

namespace penstock {

// A run that can be cancelled. Its manager is made when a kernel asks for it.
struct RunState {
  RunState(int64_t s, tensorflow::mutex* m) : step(s), mu(m) {}
  ~RunState() {
    if (manager != nullptr) free(manager);
  }
  template <typename Manager>
  Manager* Cancellation() {
    tensorflow::mutex_lock l(*mu);
    if (manager == nullptr) {
      Manager* const made = new Manager;
      if (cancelled) made->StartCancel();
      manager = made;
      cancel = [](void* m) { static_cast<Manager*>(m)->StartCancel(); };
      free = [](void* m) { delete static_cast<Manager*>(m); };
    }
    return static_cast<Manager*>(manager);
  }
  int64_t step;
  tensorflow::mutex* mu;  // of the kernel's runs
  bool cancelled = false;
  void* manager = nullptr;
  void (*cancel)(void*) = nullptr;
  void (*free)(void*) = nullptr;
  RunState* next = nullptr;
};

}  // namespace penstock
