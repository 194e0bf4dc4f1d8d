#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace absolve::html {

/// The order of base elements in the tree. What is not allowed in a table is moved before it, so a later element may
/// come before an earlier one. This is a list of the tables and the base elements, in the order of the tree; each is
/// inserted before another one, or at the end.
class TreeOrder {
 public:
  /// A position in the list. Nodes are inserted at "the appropriate place for inserting a node" (HTML standard,
  /// 13.2.6.1).
  using Place = std::uint32_t;
  static constexpr Place end = 0;
  static constexpr std::size_t no_base = SIZE_MAX;

  /// Inserts a table, or a base element with the offset of its tag, before `next`, and returns its place.
  Place insert_before(Place next, std::size_t base) {
    const auto place = static_cast<Place>(items_.size());
    const Place previous = items_[next].previous;
    items_.push_back({previous, next, base});
    items_[previous].next = place;
    items_[next].previous = place;
    return place;
  }

  /// The first base element.
  [[nodiscard]] std::optional<std::size_t> first_base() const noexcept {
    for (Place place = items_[end].next; place != end; place = items_[place].next) {
      if (items_[place].base != no_base) return items_[place].base;
    }
    return std::nullopt;
  }

  /// Removes the items that were inserted after the one with this place.
  void remove_younger_than(Place place) {
    for (Place i = place + 1; i < items_.size(); ++i) {
      items_[items_[i].previous].next = items_[i].next;
      items_[items_[i].next].previous = items_[i].previous;
    }
    items_.resize(place + 1);
  }
  [[nodiscard]] Place youngest() const noexcept { return static_cast<Place>(items_.size() - 1); }

 private:
  struct Item {
    Place previous;
    Place next;
    std::size_t base;
  };

  std::vector<Item> items_{{end, end, no_base}};  // circular
};

}  // namespace absolve::html
