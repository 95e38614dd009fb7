// Notification: one thread waits for what another has done.
#pragma once

#include "tensorflow/core/platform/mutex.h"

namespace tensorflow {

class Notification {
 public:
  void Notify() {
    mutex_lock l(mu_);
    notified_ = true;
    cv_.notify_all();
  }
  bool HasBeenNotified() {
    mutex_lock l(mu_);
    return notified_;
  }
  void WaitForNotification() {
    mutex_lock l(mu_);
    while (!notified_) cv_.wait(l);
  }

 private:
  mutex mu_;
  condition_variable cv_;
  bool notified_ = false;
};

// Waits until each of several parts is done.
class BlockingCounter {
 public:
  explicit BlockingCounter(int initial_count) : left_(initial_count) {}
  void DecrementCount() {
    mutex_lock l(mu_);
    if (--left_ <= 0) cv_.notify_all();
  }
  void Wait() {
    mutex_lock l(mu_);
    while (left_ > 0) cv_.wait(l);
  }

 private:
  mutex mu_;
  condition_variable cv_;
  int left_;
};

}  // namespace tensorflow
