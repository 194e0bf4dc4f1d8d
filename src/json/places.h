#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace absolve::json {

/// What a string is to a format.
enum class Role : std::uint8_t {
  none,
  url,           // a URL, whatever it looks like
  url_like,      // a URL where it looks like one, otherwise a bare name
  iri,           // an IRI, where it is not the name of a blank node; an empty one names nothing
  iri_like,      // the same where it looks like a URL, otherwise a text
  uri_template,  // a URI Template (RFC 6570), where it has an expression; otherwise an IRI
  node,          // the IRI of a node, where it is not the name of a blank one; an empty one names the document
  pattern,       // a URL pattern
  component,     // of a URL pattern
  site,          // a component of a URL pattern that says what the others are relative to
  base,          // the name of a base of its own
  term,          // a name that is given a meaning of its own
  html,          // a fragment of HTML
  entry,         // a URL that names the object around it
  version,       // says which format this is
};

/// The place of a value in a format: bits, each with a meaning of the format's own.
using Place = std::uint16_t;

inline constexpr Place start = 1;    // all of the text
inline constexpr Place nowhere = 0;  // nothing in it counts

/// A row of the table of a format: one step inwards from a value at one of the places `from`.
///
///     {"scopes": {"/x/": {"a": "/b.js"}}}
///     start      scopes  imports
struct Step {
  static constexpr std::string_view any_key = "*";
  static constexpr std::string_view item = "[]";   // of an array
  static constexpr std::string_view one_of = "|";  // any of `keys`

  Place from;
  std::string_view key;
  Place to;  // the place of the value that it leads to
  Role key_role = Role::none;
  Role value_role = Role::none;                 // where the value is a string
  std::string_view name = {};                   // of the array or object around the value, for people
  std::span<const std::string_view> keys = {};  // sorted; for one_of
};

/// A string that has a role. Offsets are bytes of the text, from 0, without the quotes.
struct String {
  std::size_t begin;
  std::size_t end;
  Role role;
  std::size_t container;  // number of the object or array around it, in the order of their first bytes
  const Step* step;       // by which it was reached: a row of the table
  std::size_t key_begin;  // the key whose value it is, or is in, with no object between: as written; a key is its own
  std::size_t key_end;
};

/// The strings of a text in JSON that the table of a format gives a role, in their order: of each key or item, the
/// first row that fits counts. nullopt: it is no JSON, or is nested too deeply. Linear.
[[nodiscard]] std::optional<std::vector<String>> find_strings(std::string_view text, std::span<const Step> table);

}  // namespace absolve::json
