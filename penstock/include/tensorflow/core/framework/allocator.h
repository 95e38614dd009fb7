// Memory of tensors: one allocator, which is the system's.
#pragma once

#include <cstdlib>
#include <string>

#include "tensorflow/core/platform/types.h"

namespace tensorflow {

struct AllocationAttributes {
  bool no_retry_on_failure = false;
  bool allocation_will_be_logged = false;
};

struct AllocatorAttributes {
  void set_on_host(bool v) { value = v ? value | 1u : value & ~1u; }
  bool on_host() const { return (value & 1u) != 0; }
  void set_gpu_compatible(bool) {}
  void set_nic_compatible(bool) {}
  uint32 value = 0;
};

class Allocator {
 public:
  static constexpr size_t kAllocatorAlignment = 64;
  virtual ~Allocator() {}
  virtual string Name() { return "cpu"; }
  virtual void* AllocateRaw(size_t alignment, size_t num_bytes) {
    void* memory = nullptr;
    return posix_memalign(&memory, alignment, num_bytes == 0 ? 1 : num_bytes) == 0 ? memory : nullptr;
  }
  virtual void DeallocateRaw(void* memory) { std::free(memory); }
};

inline Allocator* cpu_allocator() {
  static Allocator* const one = new Allocator;
  return one;
}

}  // namespace tensorflow
