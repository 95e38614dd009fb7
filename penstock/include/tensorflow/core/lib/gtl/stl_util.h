// gtl::STLDeleteElements and relatives.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace tensorflow {
namespace gtl {

template <typename T>
void STLDeleteElements(T* container) {
  if (container == nullptr) return;
  for (auto* e : *container) delete e;
  container->clear();
}
template <typename T>
void STLDeleteValues(T* container) {
  if (container == nullptr) return;
  for (auto& e : *container) delete e.second;
  container->clear();
}
template <typename T>
void STLSortAndRemoveDuplicates(T* v) {
  std::sort(v->begin(), v->end());
  v->erase(std::unique(v->begin(), v->end()), v->end());
}
inline void STLStringResizeUninitialized(std::string* s, size_t n) { s->resize(n); }
inline char* string_as_array(std::string* s) { return s->empty() ? nullptr : &(*s)[0]; }
template <typename T>
T* vector_as_array(std::vector<T>* v) {
  return v->empty() ? nullptr : v->data();
}

}  // namespace gtl
}  // namespace tensorflow
