// DeviceBase: the processor that a kernel runs on.
#pragma once

#include "penstock/eigen.h"
#include "tensorflow/core/framework/allocator.h"
#include "tensorflow/core/lib/core/threadpool.h"
#include "tensorflow/core/lib/core/status.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/platform/env.h"

namespace tensorflow {

class DeviceBase {
 public:
  struct CpuWorkerThreads {
    int num_threads = 0;
    thread::ThreadPool* workers = nullptr;
  };
  // Templates, so that only libraries with kernels that use threads contain them.
  template <typename Threads = CpuWorkerThreads>
  const Threads* tensorflow_cpu_worker_threads() const {
    static const Threads* const threads = [] {
      auto* made = new Threads;
      made->workers = penstock::Workers<thread::ThreadPool>();
      made->num_threads = made->workers->NumThreads();
      return made;
    }();
    return threads;
  }
  template <typename Device = Eigen::ThreadPoolDevice>
  const Device* eigen_cpu_device() const {
    static const Device* const device = [] {
      auto* pool = penstock::Workers<thread::ThreadPool>();
#ifdef PENSTOCK_EIGEN
      return new Device(pool, pool->NumThreads());
#else
      return new Device(
          pool, pool->NumThreads(),
          [pool](Eigen::Index, Eigen::Index n, double cost, const std::function<void(Eigen::Index, Eigen::Index)>& f) {
            pool->ParallelFor(n, static_cast<int64>(cost), [&f](int64 from, int64 to) { f(from, to); });
          });
#endif
    }();
    return device;
  }
  Allocator* GetAllocator(AllocatorAttributes) { return cpu_allocator(); }
  const string& name() const {
    static const string* const name = new string("/job:localhost/replica:0/task:0/device:CPU:0");
    return *name;
  }
  template <typename E = Env>
  E* env() {
    return E::Default();
  }
};

}  // namespace tensorflow
