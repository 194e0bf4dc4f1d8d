#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "../find/finding.h"

namespace absolve::html {

struct Cut {
  std::size_t begin;
  std::size_t end;
};

/// The ranges to remove so that a base element gives no base: its tag or, if another attribute (target) still has an
/// effect, each href in it. Sorted and disjoint.
[[nodiscard]] std::vector<Cut> cuts_for_removal(std::string_view text, const BaseElement& base);

/// Whether the text before and after a cut would join into a tag, a character reference or the end of a CDATA section:
/// then a blank must be put in its place.
[[nodiscard]] bool joins_into_markup(std::string_view text, const Cut& cut) noexcept;

}  // namespace absolve::html
