// Vectors that keep some elements in themselves, beside std::vector; callbacks of runs that are cancelled.
#include <cstdio>
#include <string>
#include <vector>

#include "tensorflow/core/framework/cancellation.h"
#include "tensorflow/core/lib/gtl/inlined_vector.h"
#include "tensorflow/core/lib/strings/strcat.h"

using tensorflow::gtl::InlinedVector;

template <typename A, typename B>
bool Same(const A& a, const B& b) {
  bool same = a.size() == b.size() && a.empty() == b.empty();
  for (size_t i = 0; same && i < a.size(); i++) same = a[i] == b[i];
  return same;
}

// Random changes to both, until they differ.
int Changes(unsigned seed) {
  InlinedVector<std::string, 3> a;
  std::vector<std::string> b;
  for (int step = 0; step < 2000; step++) {
    seed = seed * 1664525u + 1013904223u;
    const unsigned what = seed >> 8 & 15, where = b.empty() ? 0 : (seed >> 12) % static_cast<unsigned>(b.size());
    const std::string value = "a value that is too long to stand in a string itself " + std::to_string(step);
    if (what < 5) {
      a.push_back(value), b.push_back(value);
    } else if (what == 5 && !b.empty()) {
      a.push_back(a[where]), b.push_back(b[where]);  // of what is inside
    } else if (what == 6 && !b.empty()) {
      a.pop_back(), b.pop_back();
    } else if (what == 7) {
      a.insert(a.begin() + where, value), b.insert(b.begin() + where, value);
    } else if (what == 8 && !b.empty()) {
      a.erase(a.begin() + where), b.erase(b.begin() + where);
    } else if (what == 9 && !b.empty()) {
      a.erase(a.begin() + where, a.end()), b.erase(b.begin() + where, b.end());
    } else if (what == 10) {
      const std::vector<std::string> more(seed >> 16 & 7, value);
      a.insert(a.begin() + where, more.begin(), more.end()), b.insert(b.begin() + where, more.begin(), more.end());
    } else if (what == 11) {
      a.resize(seed >> 16 & 7), b.resize(seed >> 16 & 7);
    } else if (what == 12) {
      InlinedVector<std::string, 3> copy(a);
      a = std::move(copy);
    } else if (what == 13) {
      InlinedVector<std::string, 3> other({"x", "y"});
      other.swap(a);
      if (!Same(other, b) || a.size() != 2) return step;
      a = other;
      if (a != other || a < other || !(a == other)) return step;
    } else if (what == 14) {
      a.assign(seed >> 16 & 7, value), b.assign(seed >> 16 & 7, value);
    }
    if (!Same(a, b)) return step;
  }
  return -1;
}

int main() {
  for (unsigned seed = 1; seed <= 20; seed++) std::printf(seed < 20 ? "%d " : "%d\n", Changes(seed));
  tensorflow::CancellationManager manager;
  std::string called;
  const auto first = manager.get_cancellation_token(), second = manager.get_cancellation_token(),
             third = manager.get_cancellation_token();
  manager.RegisterCallback(third, [&called] { called += " third"; });
  manager.RegisterCallback(first, [&called] { called += " first"; });
  manager.RegisterCallback(second, [&called] { called += " second"; });
  std::printf("%d %d", manager.DeregisterCallback(second), manager.IsCancelled());
  manager.StartCancel();
  manager.StartCancel();
  std::printf("%s %d %d\n", called.c_str(), manager.IsCancelled(), manager.RegisterCallback(first, [] {}));
}
