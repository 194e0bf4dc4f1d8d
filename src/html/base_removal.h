#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "../find/finding.h"

namespace absolve::html {

struct ByteRange {
  std::size_t begin;
  std::size_t end;
};

/// What to cut so that a base element gives no base: its tag, or, where other attributes (target) still have their
/// use, each href in it. Sorted and disjoint.
[[nodiscard]] std::vector<ByteRange> cuts_for_removal(std::string_view text, const BaseElement& base);

/// Whether what is before and after a cut could read as a tag or a character reference together: then a blank must
/// take its place.
[[nodiscard]] bool joins_into_markup(std::string_view text, const ByteRange& cut) noexcept;

}  // namespace absolve::html
