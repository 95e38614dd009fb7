// mutex, mutex_lock and condition_variable.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "tensorflow/core/platform/thread_annotations.h"
#include "tensorflow/core/platform/types.h"

namespace tensorflow {

enum ConditionResult { kCond_Timeout, kCond_MaybeNotified };
enum LinkerInitialized { LINKER_INITIALIZED };

// Readers wait for each other, too: the lock is one of a kind.
class mutex : public std::mutex {
 public:
  mutex() {}
  explicit mutex(LinkerInitialized) {}
  void lock_shared() { lock(); }
  void unlock_shared() { unlock(); }
  bool try_lock_shared() { return try_lock(); }
};

class mutex_lock : public std::unique_lock<std::mutex> {
 public:
  explicit mutex_lock(tensorflow::mutex& m) : std::unique_lock<std::mutex>(m) {}
  explicit mutex_lock(tensorflow::mutex* m) : std::unique_lock<std::mutex>(*m) {}
  mutex_lock(tensorflow::mutex& m, std::try_to_lock_t t) : std::unique_lock<std::mutex>(m, t) {}
  mutex_lock(mutex_lock&&) = default;
};
typedef mutex_lock tf_shared_lock;

class condition_variable : public std::condition_variable {};

inline ConditionResult WaitForMilliseconds(mutex_lock* lock, condition_variable* cv, int64 ms) {
  return cv->wait_for(*lock, std::chrono::milliseconds(ms)) == std::cv_status::timeout ? kCond_Timeout
                                                                                     : kCond_MaybeNotified;
}

}  // namespace tensorflow
