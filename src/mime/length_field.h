#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "../find/container.h"
#include "../text/ascii.h"
#include "../text/numbers.h"

namespace absolve::container {

/// The number in bytes [begin, end) of a text, which may have only white space around it; the caller sets where the
/// counted bytes begin. nullopt if it is not a number, or too large.
[[nodiscard]] inline std::optional<LengthField> read_length(std::string_view text, std::size_t begin,
                                                            std::size_t end) noexcept {
  const std::string_view digits = trimmed(text.substr(begin, end - begin));
  const auto length = read_number<std::size_t>(digits);
  if (!length) return std::nullopt;
  const auto at = static_cast<std::size_t>(digits.data() - text.data());
  return LengthField{at, at + digits.size(), *length, {}};
}

}  // namespace absolve::container
