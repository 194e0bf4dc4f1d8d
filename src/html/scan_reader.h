#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::html {

/// What to do where a page passes the limits within which its tree is followed.
enum class Doubt : unsigned char {
  hand_over,  // stop: a reader that builds the tree is to read the page
  read_on,    // take the likelier way
};

struct Scan {
  Finding finding;               // empty where the page is handed over
  std::string_view handed_over;  // why, in words; "" where it isn't
  bool took_second_pass = false;
};

/// Reads a page in one pass over its bytes, after the tokenizer of the HTML standard (section 13.2.5), without a
/// tree. Where the tokenization hangs on parts of the tree that this pass doesn't follow, a second pass does, which
/// keeps the whole stack of open elements. Linear; its memory is that of the finding and of the nesting.
///
/// It takes each start tag that the tree has, and besides tags that tree construction drops: nested forms, repeated
/// html, head and body tags, parts of tables outside of tables, tables among the rows of a template, frames outside of
/// framesets. A base element that is dropped doesn't count.
[[nodiscard]] Scan read_scan(std::string_view text, Doubt doubt, const Request& request);

/// The second pass alone, over a whole page.
[[nodiscard]] Scan read_following_tree(std::string_view text, const Request& request);

}  // namespace absolve::html
