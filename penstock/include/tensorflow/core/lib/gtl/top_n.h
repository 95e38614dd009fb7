// gtl::TopN: the largest elements of a stream.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

namespace tensorflow {
namespace gtl {

// `Compare(a, b)`: a comes before b in the result.
template <class T, class Compare = std::greater<T>>
class TopN {
 public:
  explicit TopN(size_t limit) : TopN(limit, Compare()) {}
  TopN(size_t limit, const Compare& before) : limit_(limit), before_(before) {}
  size_t limit() const { return limit_; }
  size_t size() const { return heap_.size(); }
  bool empty() const { return heap_.empty(); }
  void reserve(size_t n) { heap_.reserve(n); }
  void push(const T& v) { push(v, nullptr); }
  void push(const T& v, T* dropped) {
    if (limit_ == 0) {
      if (dropped != nullptr) *dropped = v;
      return;
    }
    if (heap_.size() == limit_) {
      if (!before_(v, heap_.front())) {
        if (dropped != nullptr) *dropped = v;
        return;
      }
      std::pop_heap(heap_.begin(), heap_.end(), before_);
      if (dropped != nullptr) *dropped = heap_.back();
      heap_.pop_back();
    }
    heap_.push_back(v);
    std::push_heap(heap_.begin(), heap_.end(), before_);
  }
  const T& peek_bottom() { return heap_.front(); }
  std::vector<T>* Extract() {
    std::unique_ptr<std::vector<T>> out(new std::vector<T>);
    out->swap(heap_);
    std::sort(out->begin(), out->end(), before_);
    return out.release();
  }
  std::vector<T>* ExtractUnsorted() {
    std::unique_ptr<std::vector<T>> out(new std::vector<T>);
    out->swap(heap_);
    return out.release();
  }
  void Reset() { heap_.clear(); }

 private:
  size_t limit_;
  Compare before_;
  std::vector<T> heap_;
};

}  // namespace gtl
}  // namespace tensorflow
