#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "../markup/name_table.h"

namespace absolve::html {

/// What the tokenizer and tree construction need to know about an element.
enum Trait : std::uint64_t {
  raw_text = 1ULL << 0,      // RAWTEXT or RCDATA: its content is text up to its end tag
  script = 1ULL << 1,        // its content is script data
  plaintext = 1ULL << 2,     // all that follows is text
  foreign_root = 1ULL << 3,  // starts foreign content
  template_ = 1ULL << 4,
  frameset = 1ULL << 5,
  base = 1ULL << 6,
  table = 1ULL << 7,
  column = 1ULL << 8,
  is_void = 1ULL << 9,      // has no content
  breaks_out = 1ULL << 10,  // its start tag ends foreign content
  font = 1ULL << 11,        // breaks out if it has color, face or size

  svg_integration = 1ULL << 12,  // its content is HTML
  mathml_text = 1ULL << 13,      // its content is HTML, except for mglyph and malignmark
  annotation_xml = 1ULL << 14,   // its content is HTML, if its encoding attribute says so
  mathml_glyph = 1ULL << 15,

  table_part = 1ULL << 16,  // has an effect only in a table
  holds_table_parts = 1ULL << 17,
  dropped_at_times = 1ULL << 18,  // tree construction may ignore its start tag
  row_group = 1ULL << 19,
  cell = 1ULL << 20,
  fosters = 1ULL << 21,  // what is not allowed in it is put before its table (foster parenting)

  special = 1ULL << 22,  // section 13.2.4.2, as for the scopes below
  formatting = 1ULL << 23,
  scope = 1ULL << 24,         // ends the search for an element in scope
  list_scope = 1ULL << 25,    // ends it in list item scope, too,
  button_scope = 1ULL << 26,  // in button scope,
  table_scope = 1ULL << 27,   // and in table scope, where `scope` doesn't
  implied_end = 1ULL << 28,   // its end tag may be left out

  block = 1ULL << 29,      // its start tag closes a p element, and does nothing else
  block_end = 1ULL << 30,  // its end tag closes it if it is in scope
  heading = 1ULL << 31,
  marker = 1ULL << 32,  // active formatting elements from before it are not opened again in it
  head_content = 1ULL << 33,
};

struct Element {
  std::string_view name;
  std::uint64_t traits;
};

// clang-format off
/// Elements that are not listed are treated as any other.
inline constexpr markup::NameTable elements(std::to_array<Element>({
    {"a", formatting},
    {"address", special | block | block_end},
    {"annotation-xml", annotation_xml},
    {"applet", special | scope | marker},
    {"area", is_void | special},
    {"article", special | block | block_end},
    {"aside", special | block | block_end},
    {"b", breaks_out | formatting},
    {"base", base | is_void | special | head_content},
    {"basefont", is_void | special | head_content},
    {"bgsound", is_void | special | head_content},
    {"big", breaks_out | formatting},
    {"blockquote", breaks_out | special | block | block_end},
    {"body", breaks_out | dropped_at_times | special},
    {"br", is_void | breaks_out | special},
    {"button", special | button_scope | block_end},
    {"caption", table_part | special | scope},
    {"center", breaks_out | special | block | block_end},
    {"code", breaks_out | formatting},
    {"col", is_void | table_part | column | special},
    {"colgroup", table_part | holds_table_parts | special},
    {"dd", breaks_out | special | implied_end},
    {"desc", svg_integration},
    {"details", special | block | block_end},
    {"dialog", block | block_end},
    {"dir", special | block | block_end},
    {"div", breaks_out | special | block | block_end},
    {"dl", breaks_out | special | block | block_end},
    {"dt", breaks_out | special | implied_end},
    {"em", breaks_out | formatting},
    {"embed", is_void | breaks_out | special},
    {"fieldset", special | block | block_end},
    {"figcaption", special | block | block_end},
    {"figure", special | block | block_end},
    {"font", font | formatting},
    {"footer", special | block | block_end},
    {"foreignobject", svg_integration},
    {"form", dropped_at_times | special},
    {"frame", dropped_at_times | special},
    {"frameset", frameset | special},
    {"h1", breaks_out | special | heading},
    {"h2", breaks_out | special | heading},
    {"h3", breaks_out | special | heading},
    {"h4", breaks_out | special | heading},
    {"h5", breaks_out | special | heading},
    {"h6", breaks_out | special | heading},
    {"head", breaks_out | dropped_at_times | special},
    {"header", special | block | block_end},
    {"hgroup", special | block | block_end},
    {"hr", is_void | breaks_out | special},
    {"html", dropped_at_times | special | scope | table_scope},
    {"i", breaks_out | formatting},
    {"iframe", raw_text | special},
    {"image", is_void},
    {"img", is_void | breaks_out | special},
    {"input", is_void | special},
    {"isindex", dropped_at_times},
    {"keygen", is_void | special},
    {"li", breaks_out | special | implied_end},
    {"link", is_void | special | head_content},
    {"listing", breaks_out | special | block_end},
    {"main", special | block | block_end},
    {"malignmark", mathml_glyph},
    {"marquee", special | scope | marker},
    {"math", foreign_root},
    {"menu", breaks_out | special | block | block_end},
    {"meta", is_void | breaks_out | special | head_content},
    {"mglyph", mathml_glyph},
    {"mi", mathml_text},
    {"mn", mathml_text},
    {"mo", mathml_text},
    {"ms", mathml_text},
    {"mtext", mathml_text},
    {"nav", special | block | block_end},
    {"nobr", breaks_out | formatting},
    {"noembed", raw_text | special},
    {"noframes", raw_text | special | head_content},
    {"noscript", special},
    {"object", special | scope | marker},
    {"ol", breaks_out | special | list_scope | block | block_end},
    {"optgroup", implied_end},
    {"option", implied_end},
    {"p", breaks_out | special | block | implied_end},
    {"param", is_void | special},
    {"plaintext", plaintext | special},
    {"pre", breaks_out | special | block_end},
    {"rb", implied_end},
    {"rp", implied_end},
    {"rt", implied_end},
    {"rtc", implied_end},
    {"ruby", breaks_out},
    {"s", breaks_out | formatting},
    {"script", script | special | head_content},
    {"search", special | block | block_end},
    {"section", special | block | block_end},
    {"select", special | scope | block_end},
    {"small", breaks_out | formatting},
    {"source", is_void | special},
    {"span", breaks_out},
    {"strike", breaks_out | formatting},
    {"strong", breaks_out | formatting},
    {"style", raw_text | special | head_content},
    {"sub", breaks_out},
    {"summary", special | block | block_end},
    {"sup", breaks_out},
    {"svg", foreign_root},
    {"table", table | breaks_out | holds_table_parts | special | scope | table_scope | fosters},
    {"tbody", table_part | holds_table_parts | special | row_group | fosters},
    {"td", table_part | special | scope | cell},
    {"template", template_ | special | scope | table_scope | head_content},
    {"textarea", raw_text | special},
    {"tfoot", table_part | holds_table_parts | special | row_group | fosters},
    {"th", table_part | special | scope | cell},
    {"thead", table_part | holds_table_parts | special | row_group | fosters},
    {"title", raw_text | svg_integration | special | head_content},
    {"tr", table_part | holds_table_parts | special | fosters},
    {"track", is_void | special},
    {"tt", breaks_out | formatting},
    {"u", breaks_out | formatting},
    {"ul", breaks_out | special | list_scope | block | block_end},
    {"var", breaks_out},
    {"wbr", is_void | special},
    {"xmp", raw_text | special},
}));
// clang-format on

/// An element, as its number in the table.
struct Tag {
  static const Tag other;  // not in the table

  std::uint8_t number;

  constexpr operator std::uint8_t() const noexcept { return number; }  // for `switch`
};
inline constexpr Tag Tag::other{0};

/// `"table"_tag`. A name that isn't in the table doesn't compile.
consteval Tag operator""_tag(const char* name, std::size_t size) {
  const std::size_t number = elements.number_of(std::string_view(name, size));
  if (number == 0) throw "no such element";
  return {static_cast<std::uint8_t>(number)};
}

}  // namespace absolve::html
