#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "../text/ascii.h"
#include "../text/numbers.h"
#include "absolve/container.h"

namespace absolve::container {

/// The number that bytes [begin, end) of a text hold, with nothing but white space around it; what it counts from is
/// for the caller to say. nullopt: it is no number, or too large a one.
[[nodiscard]] inline std::optional<LengthField> read_length(std::string_view text, std::size_t begin,
                                                            std::size_t end) noexcept {
  const std::string_view digits = trimmed(text.substr(begin, end - begin));
  const auto length = read_number<std::size_t>(digits);
  if (!length) return std::nullopt;
  const auto at = static_cast<std::size_t>(digits.data() - text.data());
  return LengthField{at, at + digits.size(), *length, {}};
}

}  // namespace absolve::container
