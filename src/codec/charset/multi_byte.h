#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "charset.h"

namespace absolve::codec {

// The decoders and encoders of Shift_JIS, EUC-JP, GBK, gb18030, Big5 and EUC-KR (Encoding standard, sections 10 to 13).

/// The first and the last of the katakana that take one byte in Shift_JIS, and in a state of ISO-2022-JP.
inline constexpr char32_t first_katakana = 0xFF61;
inline constexpr char32_t last_katakana = 0xFF9F;

/// A character as it is encoded.
struct Character {
  char32_t code_point;    // U+FFFD: malformed bytes
  std::uint8_t width;     // how many bytes it takes
  char32_t combined = 0;  // a second code point, which four characters of Big5 have
};

/// The first character of `bytes`, which are not empty.
[[nodiscard]] Character first_character(std::string_view bytes, Encoding encoding) noexcept;

/// A character as it is encoded in a form or a query; "" if the charset doesn't have it. A few characters are read as
/// others then: a yen sign in Shift_JIS becomes a backslash.
[[nodiscard]] std::string encoded(char32_t code_point, Encoding encoding);

}  // namespace absolve::codec
