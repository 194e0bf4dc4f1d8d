#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace absolve::test {

/// How the two readers of HTML saw a page.
struct Comparison {
  bool handed_over;      // the scanner leaves the page to the tree reader
  std::size_t compared;  // references of the tree that were compared; 0 too where the tree is known to be wrong
  std::string mismatch;  // what breaks the rules, with its place; "": nothing
};

/// Compares them. Where the scanner reads a page alone, its references contain the tree's, its base is the tree's, and
/// each reference that it has beyond them falls under a rule; the rules are a table in the source.
[[nodiscard]] Comparison compare_readers(std::string_view page);

}  // namespace absolve::test
