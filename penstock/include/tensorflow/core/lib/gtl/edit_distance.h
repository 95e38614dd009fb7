// gtl::LevenshteinDistance: how many insertions, deletions and replacements lead from one sequence to another.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "tensorflow/core/lib/gtl/array_slice.h"
#include "tensorflow/core/platform/types.h"

namespace tensorflow {
namespace gtl {

template <typename T, typename Equal>
inline int64 LevenshteinDistance(const ArraySlice<T>& s, const ArraySlice<T>& t, const Equal& equal) {
  std::vector<int64> row(t.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 0; i < s.size(); i++) {
    int64 diagonal = row[0]++;
    for (size_t j = 0; j < t.size(); j++) {
      const int64 replaced = diagonal + (equal(s[i], t[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min(replaced, std::min(row[j], row[j + 1]) + 1);
    }
  }
  return row.back();
}
template <typename A, typename B, typename Equal>
inline int64 LevenshteinDistance(const A& s, const B& t, const Equal& equal) {
  typedef typename A::value_type T;
  return LevenshteinDistance<T>(ArraySlice<T>(s.data(), s.size()), ArraySlice<T>(t.data(), t.size()), equal);
}

}  // namespace gtl
}  // namespace tensorflow
