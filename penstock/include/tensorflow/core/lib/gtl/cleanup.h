// gtl::MakeCleanup: something that is done when a scope is left.
#pragma once

#include <utility>

namespace tensorflow {
namespace gtl {

template <typename F>
class Cleanup {
 public:
  explicit Cleanup(F f) : f_(std::move(f)), armed_(true) {}
  Cleanup(Cleanup&& b) : f_(std::move(b.f_)), armed_(b.armed_) { b.armed_ = false; }
  ~Cleanup() {
    if (armed_) f_();
  }
  F release() {
    armed_ = false;
    return std::move(f_);
  }

 private:
  F f_;
  bool armed_;
};
template <typename F>
Cleanup<F> MakeCleanup(F f) {
  return Cleanup<F>(std::move(f));
}

}  // namespace gtl
}  // namespace tensorflow
