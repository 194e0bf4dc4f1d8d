#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <utility>

#include "absolve/options.h"

namespace absolve::inline detail {

/// Where a link is in a tree. This is the same in each round, while its index among the links may change.
struct LinkPlace {
  std::uint32_t node;
  std::uint32_t value;   // index of the value in that node
  std::uint32_t number;  // number of the link in that value, from 0

  friend auto operator<=>(const LinkPlace&, const LinkPlace&) = default;
};

/// The answers of Options::on_link for one tree, if they differ from the plan.
class LinkAnswers {
 public:
  struct One {
    LinkAnswer answer;
    bool is_in_bytes = false;  // in bytes of the document's charset, as the URL in the question was
    bool is_refused = false;   // the place of the link can't hold it

    [[nodiscard]] bool replaces() const noexcept { return answer.kind == LinkAnswer::Kind::replace && !is_refused; }
  };

  [[nodiscard]] bool empty() const noexcept { return answers_.empty(); }
  /// The answer for a link; nullptr if it is as planned. Logarithmic.
  [[nodiscard]] const One* find(const LinkPlace& place) const {
    const auto found = answers_.find(place);
    return found == answers_.end() ? nullptr : &found->second;
  }
  void add(const LinkPlace& place, LinkAnswer answer, bool is_in_bytes) {
    answers_.emplace(place, One{std::move(answer), is_in_bytes});
  }

  /// Refuses all answers that replace links in the values [first, end) of a node; returns whether one of them had not
  /// been refused before.
  bool refuse(std::uint32_t node, std::uint32_t first, std::uint32_t end);
  [[nodiscard]] bool has_in(std::uint32_t node, std::uint32_t first, std::uint32_t end) const;

  /// Visits the answers that replace links and were not refused, in document order: visit(place, one).
  template <class Visit>
  void for_each_that_replaces(Visit&& visit) {
    for (auto& [place, one] : answers_) {
      if (one.replaces()) visit(place, one);
    }
  }

 private:
  std::map<LinkPlace, One> answers_;
};

}  // namespace absolve::inline detail
