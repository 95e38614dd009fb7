// port::InitMain: what main() calls first.
#pragma once

#include "tensorflow/core/platform/types.h"

namespace tensorflow {
namespace port {
// There is nothing to set up: Python starts with the first session.
inline void InitMain(const char*, int*, char***) {}
}  // namespace port
}  // namespace tensorflow
