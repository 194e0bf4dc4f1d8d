#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absolve/input.h"

namespace absolve::html {

/// An error in a mark, in words, and its offset: in bytes of the page, from 0.
struct MarkNote {
  std::string words;
  std::size_t offset;
};

struct Marks {
  std::vector<Candidate> urls;  // in order; offsets are in bytes of the page
  std::vector<MarkNote> notes;  // in order
};

/// The URLs from which a page was retrieved, as the programs that saved it wrote them into its head. A URL that names
/// no page is skipped (about:internet, which only sets a security zone). Constant time: only the bytes that head.h
/// defines are read, and the first 16 marks used.
[[nodiscard]] Marks find_marks(std::string_view page);

}  // namespace absolve::html
