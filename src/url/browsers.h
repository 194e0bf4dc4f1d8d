#pragma once

#include <string>
#include <string_view>

namespace absolve::inline detail {

// How browsers read references. One resolver reads them in this way; the RFCs, which the others follow, don't cover it.

/// Characters that browsers drop at both ends of a URL before they parse it: controls and blanks (URL standard, section
/// 4.4).
[[nodiscard]] constexpr bool is_dropped_at_ends(char c) noexcept { return static_cast<unsigned char>(c) <= ' '; }

/// Characters that they drop anywhere in it: tabs and line ends.
[[nodiscard]] constexpr bool is_dropped_anywhere(char c) noexcept { return c == '\t' || c == '\n' || c == '\r'; }

/// A URL without the characters that browsers drop. Linear.
[[nodiscard]] std::string as_browsers_read(std::string_view url);

/// The part of a URL before its query and fragment: there, browsers read a backslash as a slash.
[[nodiscard]] std::string_view before_query(std::string_view url) noexcept;

}  // namespace absolve::inline detail
