#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

/// What is known from outside of where an input was retrieved from (section 3.3): a chain of scopes. What the input
/// says of that itself goes between what was given and the extended attributes.
///
///     extended attributes              outermost
///       └ (marks, header fields)       insert_retrieved()
///           └ Options::retrieved_from
///               └ --url                scope
struct Retrieved {
  std::uint32_t scope = Scope::none;      // the innermost
  std::uint32_t outermost = Scope::none;  // the innermost of what stays outside of what the input says
  bool may_have_copies = false;           // it names a program that saved other files along with the input
};

/// Adds the scopes of what the options say. What can't be a base gets a note, once for an input that comes in pieces.
[[nodiscard]] Retrieved add_retrieved(PlanBuilder& builder);

/// Adds the scopes of what a text says of where it was retrieved from, `found`, the first before the others, around
/// all that there is from `scope` outwards up to Retrieved::outermost. Returns what is now the innermost scope.
[[nodiscard]] std::uint32_t insert_retrieved(Scopes& scopes, std::uint32_t scope, const Retrieved& retrieved,
                                             std::vector<Candidate> found);

/// Whether a node is the page that the input is, or that a response brought.
[[nodiscard]] bool is_root_page(const Tree& tree, const Node& node) noexcept;

/// What a page without a base says of its own URL, in words, after a semicolon; "": nothing that can be a base.
/// Constant.
[[nodiscard]] std::string hint_of_url(const Tree& tree, const Node& node, const Options& options);

}  // namespace absolve::inline detail
