#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "../find/finding.h"
#include "../text/ascii.h"

namespace absolve::markup {

enum class Namespace : std::uint8_t { html, svg, mathml };

/// How the value of an attribute holds URLs.
enum class Syntax : std::uint8_t {
  url,
  srcset,     // image candidates
  bgset,      // the same for several screens
  tokens,     // separated by white space
  commas,     // separated by commas
  css,        // declarations, or the value of a property
  html,       // a page
  meta,       // determined by other attributes of the meta element
  lazy,       // judged by its content, as it is used by scripts
  path,       // the same, but the name is also used for other things: a URL only if it looks like one
  iri,        // an IRI, unless it may be a CURIE (RDFa Core, section 7.4)
  link,       // a URL; a fragment alone stays if the type of the link requires that
  param,      // determined by the name of the parameter and the object that it is for
  animation,  // determined by the attribute that is animated
};

struct UrlAttribute {
  Rule rule;
  Namespace space;
  Syntax syntax;
};

/// The only table of attributes that hold URLs, sorted by attribute, then namespace, then element. An element name that
/// ends with `*` stands for all names that start so, and `*-*` for all with a hyphen: custom elements. If several rows
/// match an element, the one with its exact name is used, otherwise the last. Each row has a case in
/// testdata/html/attributes.
[[nodiscard]] std::span<const UrlAttribute> url_attributes() noexcept;

/// Attributes given by a pattern for their names: `data-*-src`. They are only read on request; each has a case in
/// testdata/html/attributes, too.
[[nodiscard]] std::span<const UrlAttribute> wildcard_attributes() noexcept;

/// The rows for an attribute, whose name is passed as in the source (in any case); empty for the many attributes that
/// hold no URL. Constant time.
[[nodiscard]] std::span<const UrlAttribute> rows_of(std::string_view attribute) noexcept;

/// The row for an attribute of an element, or nullptr. Names as in the source.
[[nodiscard]] const UrlAttribute* find_row(std::span<const UrlAttribute> rows, Namespace space,
                                           std::string_view element) noexcept;

/// Whether a name in the source may match a row of wildcard_attributes(), by its hyphens and a letter: a quick look
/// that spares most names the search.
///
///     data-*-endpoint   data-*-src   data-src-*
[[nodiscard]] constexpr bool may_match_wildcard(std::string_view name) noexcept {
  constexpr std::size_t shortest = std::string_view("data-x-src").size();
  if (name.size() < shortest || name[4] != '-') return false;
  const auto has_src_after = [&](std::size_t hyphen) {
    return name[hyphen] == '-' && to_lower(name[hyphen + 1]) == 's';
  };
  const bool ends_as_endpoint = name.size() > 14 && name[name.size() - 9] == '-';
  return (name[8] == '-' && has_src_after(4)) || has_src_after(name.size() - 4) || ends_as_endpoint;
}

/// The row of wildcard_attributes() for an attribute of an element of HTML, or nullptr. Names as in the source.
/// Constant time.
[[nodiscard]] const UrlAttribute* find_wildcard_row(std::string_view attribute, std::string_view element) noexcept;

/// The user's own row for an attribute of an element, or nullptr: the last of those that name the element, otherwise
/// the last of those for any element. Names as in the source. Linear in the rows.
[[nodiscard]] const OwnAttribute* find_own(std::span<const OwnAttribute> rows, std::string_view attribute,
                                           std::string_view element) noexcept;

[[nodiscard]] Syntax syntax_of(ValueSyntax syntax) noexcept;

}  // namespace absolve::markup
