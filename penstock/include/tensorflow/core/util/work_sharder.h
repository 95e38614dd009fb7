// Shard: a loop over the threads of the device.
#pragma once

#include "tensorflow/core/lib/core/threadpool.h"

namespace tensorflow {

inline void Shard(int max_parallelism, thread::ThreadPool* workers, int64 total, int64 cost_per_unit,
                  const std::function<void(int64, int64)>& work) {
  if (total <= 0) return;
  const double worth = static_cast<double>(total) * static_cast<double>(std::max<int64>(1, cost_per_unit)) / 10000;
  const int64 parts = worth < 1 ? 1 : static_cast<int64>(std::min(worth, static_cast<double>(max_parallelism)));
  workers->Split(total, max_parallelism <= 1 ? 1 : parts, work);
}

}  // namespace tensorflow
