// gtl::FlatSet: a hash set.
#pragma once

#include <functional>
#include <unordered_set>

namespace tensorflow {
namespace gtl {

template <typename Key, class Hash = std::hash<Key>, class Eq = std::equal_to<Key>>
using FlatSet = std::unordered_set<Key, Hash, Eq>;

}  // namespace gtl
}  // namespace tensorflow
