#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace absolve::codec {

/// A line end of CSS (CSS Syntax, level 3, section 3.3).
[[nodiscard]] constexpr bool is_css_line_end(char c) noexcept { return c == '\n' || c == '\r' || c == '\f'; }

/// A character that needs an escape in url() although it is not white space (section 4.2). U+0000 is not one, as it is
/// read as U+FFFD.
[[nodiscard]] constexpr bool is_css_non_printable(char c) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  return byte == 0x7F || (byte < 0x20 && byte != 0 && byte != '\t' && !is_css_line_end(c));
}

/// Whether an escape starts at `at`, which may be the size of the text (section 4.3.8).
[[nodiscard]] constexpr bool is_css_escape(std::string_view css, std::size_t at) noexcept {
  return at < css.size() && css[at] == '\\' && (at + 1 == css.size() || !is_css_line_end(css[at + 1]));
}

/// The offset after the escape that starts at `at`: up to six hexadecimal digits and one white space, or any other
/// character (section 4.3.7).
[[nodiscard]] std::size_t after_css_escape(std::string_view css, std::size_t at) noexcept;

/// Decodes the escapes of a name, a string or a url() (sections 4.3.5 and 4.3.7): `\72`, `\(`, and in strings an
/// escaped line end, which is removed. U+0000 is read as U+FFFD. Linear.
[[nodiscard]] std::string decode_css(std::string_view raw);

}  // namespace absolve::codec
