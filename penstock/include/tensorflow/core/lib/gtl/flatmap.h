// gtl::FlatMap: a hash map.
#pragma once

#include <functional>
#include <unordered_map>

namespace tensorflow {
namespace gtl {

template <typename Key, typename Val, class Hash = std::hash<Key>, class Eq = std::equal_to<Key>>
using FlatMap = std::unordered_map<Key, Val, Hash, Eq>;

}  // namespace gtl
}  // namespace tensorflow
