#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absolve/base.h"

namespace absolve::html {

/// Something that is wrong with a mark, in words, and where it is: in bytes of the page, from 0.
struct MarkNote {
  std::string words;
  std::size_t offset;
};

struct Marks {
  std::vector<Candidate> urls;  // in their order; offsets are bytes of the page
  std::vector<MarkNote> notes;  // in their order
};

/// The URLs from which a page was retrieved, as the programs that saved it wrote them into its head. One that names no
/// page (about:internet, which only says where it may do what) is passed over. Constant: in the bytes that head.h says,
/// the first 16 marks count.
[[nodiscard]] Marks find_marks(std::string_view page);

}  // namespace absolve::html
