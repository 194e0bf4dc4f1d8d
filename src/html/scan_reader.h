#pragma once

#include <string_view>

#include "../finding/reference.h"

namespace absolve::html {

/// What to do where the tokenization of a page hangs on parts of its tree that the scanner doesn't follow.
enum class Doubt : unsigned char {
  hand_over,  // stop: a reader that builds the tree is to read the page
  read_on,    // take the likelier way
};

struct Scan {
  Finding finding;               // empty where the page is handed over
  std::string_view handed_over;  // why, in words; "" where it isn't
};

/// Reads a page in one pass over its bytes, after the tokenizer of the HTML standard (section 13.2.5), without a
/// tree. Linear; its memory is that of the finding and of the nesting of foreign content.
///
/// Where it hands nothing over, it takes each start tag that the tree has, and besides tags that tree construction
/// drops: nested forms, repeated html, head and body tags, parts of tables outside of tables, tables
/// among the rows of a template, frames outside of framesets, what an old tree drops inside select, isindex.
[[nodiscard]] Scan read_scan(std::string_view text, Doubt doubt);

}  // namespace absolve::html
