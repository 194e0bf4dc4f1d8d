#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

/// What is known from outside about where an input was retrieved from (section 3.3): a chain of scopes. What the input
/// itself says about that goes between what was given and the extended attributes.
///
///     extended attributes              outermost
///       └ (marks, header fields)       insert_retrieved()
///           └ Input::retrieved_from
///               └ --url                scope
struct Retrieved {
  std::uint32_t scope = Scope::none;      // the innermost scope
  std::uint32_t outermost = Scope::none;  // the innermost scope that remains outside of what the input says
  GivenScopes given = {};
  Copies copies = Copies::none;  // whether its source is a program that saved other files along with the input
};

/// Adds the scopes for what the options say. A URL that can't be a base gets a note, only once for an input that comes
/// in pieces.
[[nodiscard]] Retrieved add_retrieved(PlanBuilder& builder);

/// Adds the scopes for `found`, which is what a text says about where it was retrieved from, the preferred candidate
/// first. They go around all scopes from `scope` outwards, but inside of Retrieved::outermost. Returns the new
/// innermost scope.
[[nodiscard]] std::uint32_t insert_retrieved(Scopes& scopes, std::uint32_t scope, const Retrieved& retrieved,
                                             std::vector<Candidate> found);

/// Whether a node is the page that is the whole input, or the body of a response, or the content of a record whose URL
/// has no scheme.
[[nodiscard]] bool is_root_page(const Tree& tree, const Node& node) noexcept;

/// What a page without a base says about its own URL, in words, after a semicolon; "" if that is nothing that can be a
/// base. Constant.
[[nodiscard]] std::string hint_of_url(const Tree& tree, const Node& node, const Input& input, Resolver resolver);

}  // namespace absolve::inline detail
