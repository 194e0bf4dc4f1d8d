#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace absolve::test {

/// How the readers of HTML saw a page.
struct Comparison {
  bool took_second_pass;  // the scanner had to follow tree construction
  std::size_t compared;   // references of the tree that were compared; 0 too where the tree is known to be wrong
  std::string mismatch;   // what breaks the rules, with its place; "": nothing
};

/// Compares the scanner's passes with each other, and what they find with the tree of an older standard. Where the
/// scanner reads a page in one pass, the second pass finds the same; so does the tree, but for references that fall
/// under a rule and for pages on which it is known to be wrong: both are tables in the source.
[[nodiscard]] Comparison compare_readers(std::string_view page);

/// A start tag as parse5 sees it.
struct SeenElement {
  std::size_t begin;
  std::string space;  // "html", "svg", "mathml"
};

/// Compares the scanner with the elements and the base element (`npos`: none) that another parser finds. What it says
/// is as in Comparison.
[[nodiscard]] std::string compare_with_elements(std::string_view page, const std::vector<SeenElement>& elements,
                                                std::size_t base);

}  // namespace absolve::test
