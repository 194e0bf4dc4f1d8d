#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace absolve::json {

/// The role of a string in a format.
enum class Role : std::uint8_t {
  none,
  url,           // a URL, whatever it looks like
  url_like,      // a URL if it looks like one, otherwise a bare name
  iri,           // an IRI, unless it names a blank node; an empty string names nothing
  iri_like,      // an IRI if it looks like a URL, otherwise a text
  path_like,     // the same, but a relative path need not begin with a slash or a dot
  uri_template,  // a URI Template (RFC 6570) if it contains an expression, otherwise an IRI
  node,          // the IRI of a node, unless it names a blank node; an empty string names the document
  pattern,       // a URL pattern
  component,     // of a URL pattern
  site,          // a component of a URL pattern that sets the site which other components are relative to
  base,          // a base declared in the document
  term,          // a name that the document defines
  html,          // a fragment of HTML
  entry,         // a URL that identifies the object around it
  version,       // identifies the format and its version
};

/// The place of a value in a format: a set of bits, whose meaning each format defines.
using Place = std::uint16_t;

inline constexpr Place start = 1;    // the whole text
inline constexpr Place nowhere = 0;  // nothing in it has a role

/// A row in the table of a format: one step inwards from a value at one of the places `from`.
///
///     {"scopes": {"/x/": {"a": "/b.js"}}}
///     start      scopes  imports
struct Step {
  static constexpr std::string_view any_key = "*";
  static constexpr std::string_view item = "[]";   // an item of an array
  static constexpr std::string_view one_of = "|";  // one of `keys`

  Place from;
  std::string_view key;
  Place to;  // the place of the value that the step leads to
  Role key_role = Role::none;
  Role value_role = Role::none;                 // its role if the value is a string
  std::string_view name = {};                   // for people: name of the array or object around the value
  std::span<const std::string_view> keys = {};  // for one_of: sorted
};

/// A string that has a role. Offsets are bytes of the text, from 0, without the quotes.
struct String {
  std::size_t begin;
  std::size_t end;
  Role role;
  std::size_t container;  // number of the object or array around it, in the order in which these begin
  const Step* step;       // the last step to it: a row of the table
  std::size_t key_begin;  // the key of the string, or of the array that it is in, as written; for a key, itself
  std::size_t key_end;
};

/// The strings of a JSON text that have a role in the table of a format, in order; for each key or item, the first
/// matching row is used. nullopt if it is not JSON, or is nested too deeply. Linear.
[[nodiscard]] std::optional<std::vector<String>> find_strings(std::string_view text, std::span<const Step> table);

}  // namespace absolve::json
