#pragma once

#include "ascii.h"

namespace absolve::inline detail {

// The bytes of names in XML (XML 1.0, section 2.3). Nearly all characters beyond ASCII may occur in a name: here, all
// of them may.

[[nodiscard]] constexpr bool starts_xml_name(char c) noexcept {
  return is_letter(c) || c == '_' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}

[[nodiscard]] constexpr bool is_in_xml_name(char c) noexcept {
  return starts_xml_name(c) || is_digit(c) || c == '-' || c == '.';
}

}  // namespace absolve::inline detail
