#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <utility>

#include "absolve/link_function.h"

namespace absolve::inline detail {

/// Where a link is in a tree: the same in each round, while its number among the links may change.
struct LinkPlace {
  std::uint32_t node;
  std::uint32_t value;   // of that node
  std::uint32_t number;  // in that value, from 0

  friend auto operator<=>(const LinkPlace&, const LinkPlace&) = default;
};

/// The answers of Options::on_link for one tree, as far as they differ from the plan.
class LinkAnswers {
 public:
  struct One {
    LinkAnswer answer;
    bool is_refused = false;  // its place can't hold it
  };

  [[nodiscard]] bool empty() const noexcept { return answers_.empty(); }
  /// nullptr: as planned. Logarithmic.
  [[nodiscard]] const One* find(const LinkPlace& place) const {
    const auto found = answers_.find(place);
    return found == answers_.end() ? nullptr : &found->second;
  }
  void add(const LinkPlace& place, LinkAnswer answer) { answers_.emplace(place, One{std::move(answer)}); }

  /// Refuses all that replace links in the values [first, end) of a node; returns whether there was one that had not
  /// been refused.
  bool refuse(std::uint32_t node, std::uint32_t first, std::uint32_t end);
  [[nodiscard]] bool has_in(std::uint32_t node, std::uint32_t first, std::uint32_t end) const;

 private:
  std::map<LinkPlace, One> answers_;
};

}  // namespace absolve::inline detail
