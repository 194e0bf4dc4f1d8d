#pragma once

#include <string_view>

#include "../text/ascii.h"

namespace absolve::inline detail {

/// Whether a byte doesn't occur in text (MIME Sniffing standard, section 3).
[[nodiscard]] constexpr bool is_binary_data_byte(char c) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 && !is_space(c) && byte != 0x1B;
}

/// Whether the beginning of a text contains such a byte, within the bytes that the MIME Sniffing standard examines.
[[nodiscard]] bool holds_binary_data(std::string_view text) noexcept;

}  // namespace absolve::inline detail
