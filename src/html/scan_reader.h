#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::html {

struct Scan {
  Finding finding;
  bool took_second_pass = false;
};

/// Reads a page in one pass over its bytes, after the tokenizer of the HTML standard (section 13.2.5), without a
/// tree. Where the tokenization depends on parts of the tree that this pass doesn't follow, a second pass does, which
/// keeps the whole stack of open elements. Where that passes a limit, the first pass reads on to the end and takes the
/// likelier way: all links count, and of base elements the first in the source; a note of severity failure names the
/// limit. Linear; its memory is that of the finding and of the nesting.
///
/// It takes each start tag that the tree has, and besides tags that tree construction drops: nested forms, repeated
/// html, head and body tags, parts of tables outside of tables, tables among the rows of a template, frames outside of
/// framesets. A base element that is dropped doesn't count.
[[nodiscard]] Scan read_scan(std::string_view text, const Request& request);

/// The second pass alone, over a whole page. Past a limit the finding is empty but for its failure, which names it.
[[nodiscard]] Finding read_following_tree(std::string_view text, const Request& request);

}  // namespace absolve::html
