// CancellationManager: who waits is told when the run is cancelled.
#pragma once

#include <functional>

#include "tensorflow/core/platform/mutex.h"
#include "tensorflow/core/platform/types.h"

namespace tensorflow {

typedef int64 CancellationToken;
typedef std::function<void()> CancelCallback;

class CancellationManager {
 public:
  CancellationManager() {}
  CancellationManager(const CancellationManager&) = delete;
  void operator=(const CancellationManager&) = delete;
  ~CancellationManager() { Call(first_, false); }
  void StartCancel() {
    Waiting* all;
    {
      mutex_lock l(mu_);
      if (cancelled_) return;
      cancelled_ = true;
      all = first_;
      first_ = nullptr;
    }
    Call(all, true);
  }
  bool IsCancelled() {
    mutex_lock l(mu_);
    return cancelled_;
  }
  CancellationToken get_cancellation_token() {
    mutex_lock l(mu_);
    return next_++;
  }
  bool RegisterCallback(CancellationToken token, CancelCallback callback) {
    mutex_lock l(mu_);
    if (cancelled_) return false;
    Waiting** at = &first_;
    while (*at != nullptr && (*at)->token < token) at = &(*at)->next;
    if (*at != nullptr && (*at)->token == token)
      (*at)->callback = std::move(callback);
    else
      *at = new Waiting{token, std::move(callback), *at};
    return true;
  }
  bool DeregisterCallback(CancellationToken token) {
    mutex_lock l(mu_);
    for (Waiting** at = &first_; *at != nullptr; at = &(*at)->next) {
      if ((*at)->token != token) continue;
      Waiting* const gone = *at;
      *at = gone->next;
      delete gone;
      break;
    }
    return !cancelled_;
  }
  bool TryDeregisterCallback(CancellationToken token) { return DeregisterCallback(token); }

 private:
  struct Waiting {
    CancellationToken token;
    CancelCallback callback;
    Waiting* next;
  };
  static void Call(Waiting* first, bool cancelled) {
    while (first != nullptr) {
      Waiting* const waiting = first;
      first = waiting->next;
      if (cancelled) waiting->callback();
      delete waiting;
    }
  }
  mutex mu_;
  bool cancelled_ = false;
  CancellationToken next_ = 0;
  Waiting* first_ = nullptr;  // in the order of tokens
};

}  // namespace tensorflow
