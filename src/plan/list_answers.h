#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "../find/finding.h"
#include "../text/strings.h"
#include "absolve/base.h"
#include "absolve/edit.h"
#include "absolve/plan.h"
#include "tree.h"

namespace absolve::inline detail {

/// How the references of a format are answered.
enum class Answers : std::uint8_t {
  in_place,  // by an edit of each
  urls,      // of pairs: the absolute form alone, or the reference where there is none
  objects,   // an object of JSON in the place of the entry
  member,    // a member that is added to the object that the entry is
  columns,   // fields of columns of their own
};

[[nodiscard]] Answers answers_of(Format format, const Options& options) noexcept;

/// Whether the answers themselves say what happened to a reference, so that no message need.
[[nodiscard]] constexpr bool report_all(Answers answers) noexcept {
  return answers == Answers::objects || answers == Answers::member || answers == Answers::columns;
}

/// About how many bytes the answer to a link takes besides its absolute form and what its entry holds: a base may
/// be long, and the same for many.
[[nodiscard]] inline std::size_t size_of_answer(Answers answers, const Base* base) noexcept {
  return answers == Answers::objects && base != nullptr ? base->url().size() : 0;
}

/// The edits of the text of a list that answer its entries. `links`: those of the node, one for each of its values.
/// Linear.
[[nodiscard]] std::vector<Edit> answer(const Node& node, std::span<const Link> links, const Options& options,
                                       const Scopes& scopes, Strings& strings);

}  // namespace absolve::inline detail
