// Removes entries from the list of jobs while it is made: those that occur twice, and those of other shards.

#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace absolve::cli {

/// Removes the marked elements from a list; the others keep their order.
template <class T>
void drop_marked(std::vector<T>& list, const std::vector<bool>& is_dropped) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (is_dropped[i]) continue;
    if (kept != i) list[kept] = std::move(list[i]);
    ++kept;
  }
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(kept), list.end());
}

}  // namespace absolve::cli
