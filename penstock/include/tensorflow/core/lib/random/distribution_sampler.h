// DistributionSampler: numbers with given weights in constant time, by Vose's alias method.
#pragma once

#include <utility>
#include <vector>

#include "tensorflow/core/lib/gtl/array_slice.h"
#include "tensorflow/core/lib/random/simple_philox.h"

namespace tensorflow {
namespace random {

class DistributionSampler {
 public:
  explicit DistributionSampler(const gtl::ArraySlice<float>& weights) : cells_(weights.size()) {
    double sum = 0;
    for (float w : weights) sum += w;
    const int n = num();
    std::vector<double> share(weights.size());
    std::vector<int> low, high;
    for (int i = 0; i < n; i++) {
      share[Size(i)] = (weights[Size(i)] * static_cast<float>(n)) / sum;
      (share[Size(i)] < 1.0 ? low : high).push_back(i);
    }
    // Each cell has what is there of its own number, and is filled with one that has too much.
    while (!low.empty() && !high.empty()) {
      const int l = low.back(), h = high.back();
      low.pop_back();
      high.pop_back();
      cells_[Size(l)].second = h;
      share[Size(h)] -= 1.0 - share[Size(l)];
      (share[Size(h)] < 1.0 ? low : high).push_back(h);
    }
    for (int i = 0; i < n; i++) cells_[Size(i)].first = static_cast<float>(share[Size(i)]);
    // What is left is 1, but for rounding.
    for (const auto& rest : {low, high})
      for (int i : rest) cells_[Size(i)] = std::make_pair(1.0f, i);
  }
  int Sample(SimplePhilox* rand) const {
    const float r = rand->RandFloat();
    const int i = static_cast<int>(rand->Uniform(static_cast<uint32>(num())));
    return r < prob(i) ? i : alt(i);
  }
  int num() const { return static_cast<int>(cells_.size()); }

 private:
  static size_t Size(int i) { return static_cast<size_t>(i); }
  float prob(int i) const { return cells_[Size(i)].first; }
  int alt(int i) const { return cells_[Size(i)].second; }
  std::vector<std::pair<float, int>> cells_;
};

}  // namespace random
}  // namespace tensorflow
