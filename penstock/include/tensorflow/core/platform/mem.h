// port::AlignedMalloc and relatives.
#pragma once

#include <cstdlib>

#include "tensorflow/core/platform/types.h"

namespace tensorflow {
namespace port {

inline void* AlignedMalloc(size_t size, int minimum_alignment) {
  void* memory = nullptr;
  const size_t alignment = static_cast<size_t>(minimum_alignment) < sizeof(void*) ? sizeof(void*) : static_cast<size_t>(minimum_alignment);
  return posix_memalign(&memory, alignment, size) == 0 ? memory : nullptr;
}
inline void AlignedFree(void* memory) { std::free(memory); }
inline void* Malloc(size_t size) { return std::malloc(size); }
inline void Free(void* memory) { std::free(memory); }

}  // namespace port
}  // namespace tensorflow
