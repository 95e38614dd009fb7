// gtl::FindOrNull and relatives: what is at a key of a map.
#pragma once

#include <utility>

namespace tensorflow {
namespace gtl {

template <class M>
const typename M::value_type::second_type* FindOrNull(const M& m, const typename M::value_type::first_type& key) {
  const auto found = m.find(key);
  return found == m.end() ? nullptr : &found->second;
}
template <class M>
typename M::value_type::second_type* FindOrNull(M& m, const typename M::value_type::first_type& key) {
  const auto found = m.find(key);
  return found == m.end() ? nullptr : &found->second;
}
template <class M>
typename M::value_type::second_type FindPtrOrNull(const M& m, const typename M::value_type::first_type& key) {
  const auto found = m.find(key);
  return found == m.end() ? typename M::value_type::second_type() : found->second;
}
template <class M>
const typename M::value_type::second_type& FindWithDefault(const M& m, const typename M::value_type::first_type& key,
                                                           const typename M::value_type::second_type& value) {
  const auto found = m.find(key);
  return found == m.end() ? value : found->second;
}
template <class M>
bool InsertOrUpdate(M* m, const typename M::value_type::first_type& key, const typename M::value_type::second_type& value) {
  const auto done = m->insert(typename M::value_type(key, value));
  if (!done.second) done.first->second = value;
  return done.second;
}
template <class M>
bool InsertIfNotPresent(M* m, const typename M::value_type::first_type& key, const typename M::value_type::second_type& value) {
  return m->insert(typename M::value_type(key, value)).second;
}
template <class M>
typename M::value_type::second_type& LookupOrInsert(M* m, const typename M::value_type::first_type& key,
                                                    const typename M::value_type::second_type& value) {
  return m->insert(typename M::value_type(key, value)).first->second;
}

}  // namespace gtl
}  // namespace tensorflow
