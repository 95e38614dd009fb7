// GuardedPhiloxRandom: a generator for kernels, which may run at the same time.
#pragma once

#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/lib/random/philox_random.h"
#include "tensorflow/core/lib/random/random.h"
#include "tensorflow/core/platform/mutex.h"

namespace tensorflow {

class GuardedPhiloxRandom {
 public:
  GuardedPhiloxRandom() {}
  GuardedPhiloxRandom(const GuardedPhiloxRandom&) = delete;
  void operator=(const GuardedPhiloxRandom&) = delete;
  // By the attributes `seed` and `seed2`; without both, by chance.
  Status Init(OpKernelConstruction* context) {
    int64 seed, seed2;
    TF_RETURN_IF_ERROR(context->GetAttr("seed", &seed));
    TF_RETURN_IF_ERROR(context->GetAttr("seed2", &seed2));
    Init(seed, seed2);
    return Status::OK();
  }
  void Init(int64 seed, int64 seed2) {
    if (seed == 0 && seed2 == 0) {
      seed = static_cast<int64>(random::New64());
      seed2 = static_cast<int64>(random::New64());
    }
    mutex_lock l(mu_);
    generator_ = random::PhiloxRandom(static_cast<uint64>(seed), static_cast<uint64>(seed2));
  }
  void Init(random::PhiloxRandom::ResultType counter, random::PhiloxRandom::Key key) {
    mutex_lock l(mu_);
    generator_ = random::PhiloxRandom(counter, key);
  }
  random::PhiloxRandom ReserveSamples128(int64 samples) {
    mutex_lock l(mu_);
    const random::PhiloxRandom local = generator_;
    generator_.Skip(static_cast<uint64>(samples));
    return local;
  }
  random::PhiloxRandom ReserveSamples32(int64 samples) { return ReserveSamples128((samples + 3) / 4); }
  random::PhiloxRandom ReserveRandomOutputs(int64 output_count, int multiplier) {
    return ReserveSamples128(output_count * multiplier);
  }

 private:
  mutex mu_;
  random::PhiloxRandom generator_;
};

}  // namespace tensorflow
