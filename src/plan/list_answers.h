#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "../find/finding.h"
#include "absolve/input.h"
#include "absolve/link.h"
#include "absolve/plan.h"
#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

/// How the references of a format are answered.
enum class Answers : std::uint8_t {
  in_place,  // by one edit for each reference, and others for the white space around it
  urls,      // of pairs: only the absolute form, or the reference if there is none
  objects,   // a JSON object that replaces the entry
  member,    // a member that is added to the object that is the entry
  columns,   // fields in separate columns
};

[[nodiscard]] Answers answers_of(Format format, const PlanBuilder& builder) noexcept;

/// Whether the answers themselves say what happened to each reference, so that no note is needed.
[[nodiscard]] constexpr bool report_all(Answers answers) noexcept {
  return answers == Answers::objects || answers == Answers::member || answers == Answers::columns;
}

/// About how many bytes the answer to a link takes, in addition to its absolute form and the text of its entry: the
/// base may be long, and the same for many links.
[[nodiscard]] inline std::size_t size_of_answer(Answers answers, const Base* base) noexcept {
  return answers == Answers::objects && base != nullptr ? base->url().size() : 0;
}

/// The edits of a list's text that write the answers. `links` are those of the node, one for each of its values.
/// Linear.
[[nodiscard]] std::vector<Edit> answer(const Node& node, std::span<const Link> links, PlanBuilder& builder);

}  // namespace absolve::inline detail
