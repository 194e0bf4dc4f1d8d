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

/// Regular expressions in the syntax of RE2, compiled once. They match anywhere in a text unless they have `^` and `$`,
/// and are case sensitive unless they have `(?i)`. Copies share what was compiled; any number of threads may use it.
///
///     const std::vector<std::string> texts{"^/static/", "[.]png$"};
///     if (const auto skip = absolve::Patterns::from(texts)) options.skip = *skip;
class ABSOLVE_API Patterns {
 public:
  /// None, so that nothing matches.
  Patterns() noexcept = default;

  /// An error says which of them is no regular expression, is not in UTF-8, or would need more than 8 MiB, which is
  /// what all of them together may need, too, and why; its offset is the index of that one.
  [[nodiscard]] static Expected<Patterns> from(std::span<const std::string> patterns);

  /// Whether there are none.
  [[nodiscard]] bool empty() const noexcept { return compiled_ == nullptr; }

  /// Whether one of them matches. Any bytes will do: those that are no UTF-8 are matched by `\C` alone. Linear in the
  /// text, and in the patterns.
  [[nodiscard]] bool match(std::string_view text) const;

 private:
  class Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

/// Places where references stand, by the names that --list shows: those of the element and the attribute, in any case.
struct AttributePattern {
  std::string element = "*";    // "*": any; "v:*": all that start so; "style" covers what stands in a sheet by itself
  std::string attribute = "*";  // the same; it may also be the name of a header field

  /// Reads `ELEMENT[ATTRIBUTE]`, of which either may be `*` or missing, which is the same, but not both missing:
  ///
  ///     img[src]    img    [href]    *    v:*    [data-*]
  ///
  /// nullopt: it is none. A name holds no white space and none of `"'<>/=,` and control characters, and a `*` at its
  /// end alone.
  [[nodiscard]] ABSOLVE_API static std::optional<AttributePattern> from(std::string_view text);

  /// Whether it covers a place. A reference in a style sheet of its own has neither element nor attribute (both are "")
  /// and goes with `style`.
  [[nodiscard]] ABSOLVE_API bool matches(std::string_view of_element, std::string_view of_attribute) const noexcept;

  friend bool operator==(const AttributePattern&, const AttributePattern&) = default;
};

/// How the value of an attribute holds references.
enum class ValueSyntax : std::uint8_t {
  url,     // it is one
  srcset,  // image candidates
  tokens,  // between white space
  commas,  // between commas
  css,     // declarations
  html,    // a page
};

/// The names of the syntaxes, and what one stands for; nullopt: it is none of them.
[[nodiscard]] ABSOLVE_API std::span<const std::string_view> value_syntax_names() noexcept;
[[nodiscard]] ABSOLVE_API std::optional<ValueSyntax> value_syntax_named(std::string_view name) noexcept;

/// An attribute that is to be read, and how.
struct AttributeSyntax {
  std::string element = "*";  // in any case; "*": any; "x-*": all that start so
  std::string attribute;      // in any case
  ValueSyntax syntax = ValueSyntax::url;
};

}  // namespace absolve
