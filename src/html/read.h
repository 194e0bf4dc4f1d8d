#pragma once

#include <string_view>

#include "../find/finding.h"
#include "absolve/html_reader.h"

namespace absolve::html {

/// A page read, and by whom.
struct Reading {
  Finding finding;
  std::string_view handed_over;   // why the scanner handed the page to the tree reader, in words; "": it did not
  std::string_view tree_failure;  // what the tree passed, so that the scanner's reading stands
};

/// Reads a page as `reader` says. `automatic`: by scanning; where that leaves doubt, by the tree; where the tree
/// passes its budget, by scanning all the same.
[[nodiscard]] Reading read(std::string_view text, HtmlReader reader);

}  // namespace absolve::html
