#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::json {

// Finders for JSON in script elements. Strings may contain escapes, so each reference has the coding json_string.
//
// If the text as a whole is not JSON, or is nested too deeply, the whole text becomes a single value that is left
// unchanged, because of its syntax: browsers don't read it, but a template that is filled in later, or a more lenient
// reader, might. All are linear.

/// For an import map (HTML standard, 8.1.5.2): addresses, specifiers and keys of `integrity` that start with `/`, `./`,
/// `../` or with a scheme and `:/`; others are bare names. Keys of `scopes` are always URLs.
[[nodiscard]] Finding find_in_import_map(std::string_view text, const Request& request);

/// For speculation rules (HTML standard, 7.6.1): the strings in `urls`. Relative URL patterns in `href_matches` are
/// left unchanged, because of their syntax: `?` and `:` have another meaning in them, so they can't be resolved as
/// URLs.
[[nodiscard]] Finding find_in_speculation_rules(std::string_view text, const Request& request);

/// For JSON-LD: `@id`, and the properties that hold a URL by schema.org: `url`, `image`, `logo`, `sameAs`,
/// `contentUrl`, `thumbnailUrl`, each a string or an array of strings, at any depth. They are relative to the base of
/// the document (JSON-LD 1.1, section 7.1). An empty string (except for `@id`) comes from a template, and names
/// nothing. Nothing in a `@context` is changed; if it has a `@base`, all relative URLs are left unchanged, because of
/// their syntax. A CDATA section or a comment around the whole text, as in pages that were once XML, is skipped:
/// readers of JSON-LD skip it, too, unlike browsers.
[[nodiscard]] Finding find_in_linked_data(std::string_view text, const Request& request);

}  // namespace absolve::json
