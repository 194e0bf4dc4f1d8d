#pragma once

#include <cstdint>
#include <string_view>

namespace absolve::html {

/// What the tokenizer has to know of an element.
enum Trait : std::uint32_t {
  raw_text = 1U << 0,      // RAWTEXT or RCDATA: its content is text up to its end tag
  script = 1U << 1,        // its content is script data
  plaintext = 1U << 2,     // all that follows is text
  foreign_root = 1U << 3,  // starts foreign content
  template_ = 1U << 4,
  frameset = 1U << 5,
  select = 1U << 6,
  column = 1U << 7,
  breaks_out = 1U << 8,   // its start tag ends foreign content
  font = 1U << 9,         // breaks out if it has color, face or size
  is_void = 1U << 10,     // has no content
  table_part = 1U << 11,  // counts in a table only
  holds_table_parts = 1U << 12,
  svg_integration = 1U << 13,  // its content is HTML
  mathml_text = 1U << 14,      // its content is HTML, but for glyphs
  annotation_xml = 1U << 15,   // its content is HTML if its encoding says so
  mathml_glyph = 1U << 16,
  base = 1U << 17,
  table = 1U << 18,
  dropped_at_times = 1U << 19,  // tree construction may drop its start tag
};

/// The traits of an element in the HTML, SVG or MathML namespace, whose name is given as it stands in the source.
/// Constant time.
[[nodiscard]] std::uint32_t traits_of(std::string_view element) noexcept;

}  // namespace absolve::html
