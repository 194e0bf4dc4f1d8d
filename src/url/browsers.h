#pragma once

#include <string>
#include <string_view>

namespace absolve::inline detail {

// How browsers read references: a resolver of its own, and what the others say nothing of.

/// What they drop at the ends of a URL before they parse it: controls and blanks (URL standard, section 4.4).
[[nodiscard]] constexpr bool is_dropped_at_ends(char c) noexcept { return static_cast<unsigned char>(c) <= ' '; }

/// And anywhere in it: tabs and line ends.
[[nodiscard]] constexpr bool is_dropped_anywhere(char c) noexcept { return c == '\t' || c == '\n' || c == '\r'; }

/// A URL without what they drop. Linear.
[[nodiscard]] std::string as_browsers_read(std::string_view url);

/// What comes in a URL before its query and its fragment: there a backslash is a slash to them.
[[nodiscard]] std::string_view before_query(std::string_view url) noexcept;

}  // namespace absolve::inline detail
