#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "blocks.h"

namespace absolve::markdown {

/// The destination of an inline link or image: bytes of the source, without angle brackets.
struct InlineLink {
  std::size_t begin;
  std::size_t end;
  bool in_brackets;
  bool in_cell;  // of a table: a `|` in it is written `\|`
  bool is_image;
};

/// What was found in the leaves of a document.
struct Inlines {
  std::vector<InlineLink> links;  // sorted
  std::vector<HtmlPiece> html;    // sorted
  bool passes_limit = false;      // a leaf has too much in it that looks like HTML and is none
};

/// Reads the inlines of all leaves (CommonMark, section 6, with GitHub's autolinks), as far as they show where
/// references are, and notes in Blocks::definitions what they serve. Linear.
[[nodiscard]] Inlines read_inlines(std::string_view text, Blocks& blocks);

}  // namespace absolve::markdown
