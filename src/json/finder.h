#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::json {

// Finders for JSON in script elements. Strings may hold escapes, so that each reference is in coding json_string.
//
// A text that is no JSON as a whole is one value for all of it that stays, for its syntax: browsers read nothing in it,
// but a template that is filled in later or a more lenient reader might. So is one that is nested too deeply.
// All are linear.

/// Of an import map (HTML standard, 8.1.5.2): addresses, specifiers and keys of `integrity` that start with `/`, `./`,
/// `../` or with a scheme and `:/`; others are bare names. Keys of `scopes` are always URLs.
[[nodiscard]] Finding find_in_import_map(std::string_view text, const Request& request);

/// Of speculation rules (HTML standard, 7.6.1): what is in `urls`. URL patterns in `href_matches` that are relative
/// stay, for their syntax: a `?` or a `:` in them is no URL's, so that they can't be resolved as one.
[[nodiscard]] Finding find_in_speculation_rules(std::string_view text, const Request& request);

/// Of JSON-LD: `@id`, and what schema.org says holds a URL: `url`, `image`, `logo`, `sameAs`, `contentUrl`,
/// `thumbnailUrl`, each a string or an array of strings, at any depth. They are relative to the base of the document
/// (JSON-LD 1.1, section 7.1). An empty one, but for `@id`, is what a template left, and names nothing. Nothing in a
/// `@context` is touched; one with a `@base` makes all relative ones stay, for their syntax. A CDATA section or a
/// comment around all of it, as in pages that were XML once, is passed over: so do those who read JSON-LD, unlike
/// browsers.
[[nodiscard]] Finding find_in_linked_data(std::string_view text, const Request& request);

}  // namespace absolve::json
