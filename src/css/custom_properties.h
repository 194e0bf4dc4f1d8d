#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "../find/finding.h"

namespace absolve::css {

/// The declaration of a custom property (CSS Custom Properties, level 1, section 2). Offsets are bytes of the sheet,
/// from 0.
///
///     a { --image: url(x.png); }
///         |      ||          |
///         |      |begin      end
///         |      name_end
///         name_begin
struct CustomProperty {
  std::size_t name_begin;
  std::size_t name_end;
  std::size_t begin;
  std::size_t end;
};

struct CustomProperties {
  std::vector<CustomProperty> declared;  // in order, disjoint
  std::vector<PropertyUse> uses;
};

/// Finds the custom properties that a sheet, or the value of a style attribute, declares and uses. Linear, without
/// recursion; memory is one byte for each open bracket.
[[nodiscard]] CustomProperties custom_properties(std::string_view css);

}  // namespace absolve::css
