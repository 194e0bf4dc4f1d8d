#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>

#include "../text/ascii.h"
#include "absolve/container.h"

namespace absolve::container {

/// The number that bytes [begin, end) of a text hold, with nothing but white space around it; what it counts from is
/// for the caller to say. nullopt: it is no number, or too large a one.
[[nodiscard]] inline std::optional<LengthField> read_length(std::string_view text, std::size_t begin,
                                                            std::size_t end) noexcept {
  const std::string_view digits = trimmed(text.substr(begin, end - begin));
  LengthField result{};
  const char* const digits_end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), digits_end, result.length);
  if (error != std::errc() || stopped != digits_end) return std::nullopt;
  result.begin = static_cast<std::size_t>(digits.data() - text.data());
  result.end = result.begin + digits.size();
  return result;
}

}  // namespace absolve::container
