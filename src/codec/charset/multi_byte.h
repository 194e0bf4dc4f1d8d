#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "charset.h"

namespace absolve::codec {

// The decoders and encoders of Shift_JIS, EUC-JP, GBK, gb18030, Big5 and EUC-KR (Encoding standard, sections 10 to 13),
// in which no character depends on those before it.

/// A character as it is encoded.
struct Character {
  char32_t code_point;    // U+FFFD: malformed bytes
  std::uint8_t width;     // how many bytes it takes
  char32_t combined = 0;  // a second code point, which four characters of Big5 have
};

/// The first character of `bytes`, which are not empty.
[[nodiscard]] Character first_character(std::string_view bytes, Encoding encoding) noexcept;

/// Appends a character as a form or a query is encoded; false: the charset doesn't have it. A few characters are read
/// as others afterwards: a yen sign in Shift_JIS becomes a backslash.
[[nodiscard]] bool append_encoded(std::string& out, char32_t code_point, Encoding encoding);

/// The pointer in the index jis0208 that encoders use for a character; npos: there is none.
[[nodiscard]] std::size_t jis0208_pointer(char32_t code_point);

}  // namespace absolve::codec
