#pragma once

#include <string_view>

#include "../text/ascii.h"

namespace absolve::inline detail {

/// A byte that no text holds (MIME Sniffing standard, section 3).
[[nodiscard]] constexpr bool is_binary_data_byte(char c) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 && !is_space(c) && byte != 0x1B;
}

/// Whether a text starts with a byte that no text holds, as the MIME Sniffing standard counts them.
[[nodiscard]] bool holds_binary_data(std::string_view text) noexcept;

}  // namespace absolve::inline detail
