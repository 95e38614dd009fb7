// port::NumSchedulableCPUs: the processors of this machine.
#pragma once

#include <algorithm>
#include <thread>

#include "tensorflow/core/platform/byte_order.h"

namespace tensorflow {
namespace port {

inline int NumSchedulableCPUs() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }
inline int MaxParallelism() { return NumSchedulableCPUs(); }
inline int NumHyperthreadsPerCore() { return 1; }

}  // namespace port
}  // namespace tensorflow
