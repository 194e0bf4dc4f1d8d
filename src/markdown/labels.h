#pragma once

#include <string>
#include <string_view>

namespace absolve::markdown {

/// A label as it is compared (section 6.3): its case folded as Unicode says, the white space around it removed, and
/// each white space in it one blank. "" if it holds nothing else. Linear.
///
///     [ẞ], [SS], [ ss ]    ss
[[nodiscard]] std::string folded_label(std::string_view label);

}  // namespace absolve::markdown
