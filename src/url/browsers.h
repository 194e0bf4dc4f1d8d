#pragma once

#include <string>
#include <string_view>

namespace absolve::inline detail {

// How browsers read references, for the generations that say nothing of it.

/// What they drop before they parse a URL: controls and blanks at its ends, tabs and line ends anywhere in it (URL
/// standard, section 4.4). Linear.
[[nodiscard]] std::string as_browsers_read(std::string_view url);

/// What stands in a URL before its query and its fragment: there a backslash is a slash to them.
[[nodiscard]] std::string_view before_query(std::string_view url) noexcept;

}  // namespace absolve::inline detail
