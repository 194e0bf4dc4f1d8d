#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absolve/expected.h"
#include "absolve/export.h"

namespace absolve {

/// Regular expressions in RE2's syntax, compiled once. They match anywhere in a text unless they have `^` and `$`, and
/// are case-sensitive unless they have `(?i)`. Copies share the compiled form; any number of threads may use it.
///
///     const std::vector<std::string> texts{"^/static/", "[.]png$"};
///     if (const auto skip = absolve::Patterns::from(texts)) options.skip = *skip;
class ABSOLVE_API Patterns {
 public:
  /// No patterns: nothing matches.
  Patterns() noexcept = default;

  /// Compiles patterns. The error says which of them is not a regular expression, is not UTF-8, or needs more than 8
  /// MiB, and why; its offset is the index of that pattern. All patterns together must not need more than 8 MiB,
  /// either; an error about that has no offset.
  [[nodiscard]] static Expected<Patterns> from(std::span<const std::string> patterns);

  /// Whether there are none.
  [[nodiscard]] bool empty() const noexcept { return compiled_ == nullptr; }

  /// Whether one of the patterns matches. The text may hold any bytes; only `\C` matches those that are not UTF-8.
  /// Linear in the text, and in the patterns.
  [[nodiscard]] bool match(std::string_view text) const;

 private:
  class Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

/// A pattern for places of references, by the names that --list shows: those of the element and the attribute, in any
/// case.
struct AttributePattern {
  std::string element = "*";    // "*": any; "v:*": any that starts with "v:"; "style" also covers references in a style
                                // sheet of its own
  std::string attribute = "*";  // the same; it may also be the name of a header field

  /// Reads `ELEMENT[ATTRIBUTE]`. Either may be `*` or missing, which means any, but not both may be missing:
  ///
  ///     img[src]    img    [href]    *    v:*    [data-*]
  ///
  /// Returns nullopt for any other text. A name holds no white space, none of `"'<>/=,` and no control characters, and
  /// a `*` only at its end.
  [[nodiscard]] ABSOLVE_API static std::optional<AttributePattern> from(std::string_view text);

  /// Whether it covers a place. A reference in a style sheet of its own has neither an element nor an attribute (both
  /// are ""); it is treated as one in `style`.
  [[nodiscard]] ABSOLVE_API bool matches(std::string_view of_element, std::string_view of_attribute) const noexcept;

  friend bool operator==(const AttributePattern&, const AttributePattern&) = default;
};

/// How the value of an attribute holds references: the value is ...
enum class ValueSyntax : std::uint8_t {
  url,     // one reference
  srcset,  // image candidates
  tokens,  // references between white space
  commas,  // references between commas
  css,     // declarations of CSS
  html,    // a page
};

/// An attribute that is to be read, and its syntax.
struct AttributeSyntax {
  std::string element = "*";  // in any case; "*": any; "x-*": any that starts with "x-"
  std::string attribute;      // in any case
  ValueSyntax syntax = ValueSyntax::url;
};

}  // namespace absolve
