#pragma once

#include <string_view>

#include "../text/byte_sets.h"

namespace absolve::inline detail {

/// The bytes that don't occur in text (MIME Sniffing standard, section 3).
using BinaryData = AnyOf<ByteRange<'\0', '\b'>, Bytes<'\v'>, ByteRange<'\x0E', '\x1A'>, ByteRange<'\x1C', '\x1F'>>;

[[nodiscard]] constexpr bool is_binary_data_byte(char c) noexcept { return BinaryData::has(c); }

/// Whether the beginning of a text contains such a byte, within the bytes that the MIME Sniffing standard examines.
[[nodiscard]] bool holds_binary_data(std::string_view text) noexcept;

}  // namespace absolve::inline detail
