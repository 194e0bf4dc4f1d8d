#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::html {

struct Scan {
  Finding finding;
  bool took_second_pass = false;
};

/// Reads a page in one pass over its bytes, by the rules of the tokenizer of the HTML standard (section 13.2.5),
/// without a tree. If the tokens depend on parts of the tree that this pass doesn't follow, a second pass reads the
/// page, which keeps the whole stack of open elements. If that exceeds a limit, the first pass reads on to the end and
/// assumes the more likely case: all links are taken, the first base element in the source is used, and a note of
/// severity failure names the limit. Linear; takes memory for the finding and for the nesting.
///
/// It takes each start tag that is in the tree, and also tags that tree construction ignores: nested forms, repeated
/// html, head and body tags, parts of tables outside of tables, tables among the rows of a template, frames outside of
/// framesets. A base element that tree construction ignores has no effect.
[[nodiscard]] Scan read_scan(std::string_view text, const Request& request);

/// Only the second pass, over a whole page. If it exceeds a limit, the finding contains nothing but its failure, which
/// names the limit.
[[nodiscard]] Finding read_following_tree(std::string_view text, const Request& request);

}  // namespace absolve::html
