#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../url/scopes.h"
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

/// What the user can do about references that stay, in words that are added to a message; "" if there is nothing.
struct Hint {
  Hint(std::string_view always) : words(always), kind(always) {}
  Hint(const char* always) : Hint(std::string_view(always)) {}
  Hint(std::string with_url, std::string_view kind_of_words) : words(std::move(with_url)), kind(kind_of_words) {}

  std::string words;
  std::string kind;  // as Note::kind
};

/// Whether a node is the page that is the whole input, or the body of a response, or the content of a record whose URL
/// has no scheme.
[[nodiscard]] bool is_root_page(const Tree& tree, const Node& node) noexcept;

/// What a page without a base says about its own URL, if that can be a base, or how to give one. Constant.
[[nodiscard]] Hint hint_of_url(const Tree& tree, const Node& node, const Input& input, Resolver resolver);

}  // namespace absolve::inline detail
