#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace absolve::codec {

/// Decodes up to the first padding; what follows the padding is not part of the text. nullopt if there are characters
/// that are neither in the alphabet nor white space, or too few of them. Linear.
[[nodiscard]] std::optional<std::string> decode_base64(std::string_view encoded);

/// With padding, in one line. Linear.
[[nodiscard]] std::string encode_base64(std::string_view bytes);

}  // namespace absolve::codec
