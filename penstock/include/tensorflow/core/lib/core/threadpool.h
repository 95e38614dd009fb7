// thread::ThreadPool, and loops that are spread over its threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "penstock/eigen.h"
#include "tensorflow/core/platform/macros.h"
#include "tensorflow/core/platform/mutex.h"
#include "tensorflow/core/platform/types.h"

namespace penstock {

// Numbers that are too small for all bits of a float are 0 while one lives, as in the threads of TensorFlow and XLA.
class FlushDenormals {
 public:
#if defined(__SSE__) && defined(__GNUC__)
  FlushDenormals() : before_(__builtin_ia32_stmxcsr()) { __builtin_ia32_ldmxcsr(before_ | 0x8040); }
  ~FlushDenormals() { __builtin_ia32_ldmxcsr(before_); }

 private:
  unsigned before_;
#else
  FlushDenormals() {}
  ~FlushDenormals() {}
#endif
};

}  // namespace penstock

namespace tensorflow {

class Env;
struct ThreadOptions {
  size_t stack_size = 0;
  size_t guard_size = 0;
  int numa_node = -1;
};

namespace thread {

// The functions of a ThreadPool: a template, so that they are compiled only for those who make one.
template <typename Interface>
class ThreadPoolOf : public Interface {
 public:
  explicit ThreadPoolOf(int num_threads) {
    for (int i = 0; i < std::max(1, num_threads); i++) threads_.emplace_back([this, i] { Work(i); });
  }
  ~ThreadPoolOf() override {
    {
      mutex_lock l(mu_);
      stopping_ = true;
      changed_.notify_all();
    }
    for (std::thread& t : threads_) t.join();
  }

  void Schedule(std::function<void()> fn) override {
    mutex_lock l(mu_);
    waiting_.push_back(std::move(fn));
    changed_.notify_one();
  }
  int NumThreads() const override { return static_cast<int>(threads_.size()); }
  // The number of the calling thread in this pool; -1 for a thread of somebody else.
  int CurrentThreadId() const override {
    for (size_t i = 0; i < threads_.size(); i++)
      if (threads_[i].get_id() == std::this_thread::get_id()) return static_cast<int>(i);
    return -1;
  }

  // Calls fn(from, to) for parts of [0, total); `cost_per_unit` is in cycles.
  void ParallelFor(int64 total, int64 cost_per_unit, const std::function<void(int64, int64)>& fn) {
    const double cycles = static_cast<double>(total) * static_cast<double>(std::max<int64>(1, cost_per_unit));
    const double worth = cycles / 10000;
    Split(total, worth < 1 ? 1 : static_cast<int64>(std::min(worth, 4.0 * NumThreads())), fn);
  }
  void TransformRangeConcurrently(int64 block_size, int64 total, const std::function<void(int64, int64)>& fn) {
    Split(total, (total + block_size - 1) / block_size, fn);
  }
  void ParallelForWithWorkerId(int64 total, int64 cost_per_unit, const std::function<void(int64, int64, int)>& fn) {
    ParallelFor(total, cost_per_unit, [this, &fn](int64 from, int64 to) { fn(from, to, CurrentThreadId() + 1); });
  }

  // Calls fn for `parts` parts. The calling thread works, too, so that a loop inside of a loop cannot wait for itself.
  void Split(int64 total, int64 parts, const std::function<void(int64, int64)>& fn) {
    if (total <= 0) return;
    parts = std::min(parts, total);
    if (parts <= 1) return fn(0, total);
    struct Shared {
      std::atomic<int64> next{0};
      std::function<void(int64, int64)> fn;
      int64 total, parts, block;
      mutex mu;
      condition_variable all_done;
      int64 done = 0;
    };
    auto shared = std::make_shared<Shared>();
    shared->fn = fn;
    shared->total = total;
    shared->block = (total + parts - 1) / parts;
    shared->parts = parts = (total + shared->block - 1) / shared->block;
    auto help = [shared] {
      for (int64 i; (i = shared->next.fetch_add(1)) < shared->parts;) {
        shared->fn(i * shared->block, std::min(shared->total, (i + 1) * shared->block));
        mutex_lock l(shared->mu);
        if (++shared->done == shared->parts) shared->all_done.notify_all();
      }
    };
    const int64 helpers = std::min<int64>(parts - 1, NumThreads());
    for (int64 i = 0; i < helpers; i++) Schedule(help);
    help();
    mutex_lock l(shared->mu);
    while (shared->done < shared->parts) shared->all_done.wait(l);
  }

 private:
  void Work(int) {
    penstock::FlushDenormals flush;
    for (;;) {
      std::function<void()> fn;
      {
        mutex_lock l(mu_);
        while (waiting_.empty() && !stopping_) changed_.wait(l);
        if (waiting_.empty()) return;
        fn = std::move(waiting_.front());
        waiting_.pop_front();
      }
      fn();
    }
  }
  mutex mu_;
  condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

class ThreadPool : public ThreadPoolOf<Eigen::ThreadPoolInterface> {
 public:
  template <typename E>
  ThreadPool(E*, const string&, int num_threads) : ThreadPoolOf(num_threads) {}
  template <typename E>
  ThreadPool(E*, const ThreadOptions&, const string&, int num_threads, bool = true) : ThreadPoolOf(num_threads) {}
  template <typename N>
  explicit ThreadPool(N num_threads) : ThreadPoolOf(num_threads) {}
};

}  // namespace thread
}  // namespace tensorflow

namespace penstock {

// How many threads the pool of this library gets; it is made when somebody asks for it first, and never ended.
PENSTOCK_LOCAL inline std::atomic<int>& WantedThreads() {
  static std::atomic<int> n{0};
  return n;
}
template <typename Pool>
PENSTOCK_LOCAL Pool* Workers() {
  static auto* const pool = new Pool(
      WantedThreads() > 0 ? WantedThreads().load() : static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
  return pool;
}

}  // namespace penstock
