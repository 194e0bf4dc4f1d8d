#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace absolve::inline detail {

/// The number that the whole text is, in digits; only a signed type allows negative numbers. nullopt if it is not a
/// number, or too large for its type.
template <class Number>
[[nodiscard]] std::optional<Number> read_number(std::string_view text, int radix = 10) noexcept {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number, radix);
  return error == std::errc() && stopped == end ? std::optional(number) : std::nullopt;
}

/// The smaller of two numbers. It is a size on any system, whatever the first one is.
[[nodiscard]] constexpr std::size_t at_most(std::uint64_t number, std::size_t most) noexcept {
  return static_cast<std::size_t>(std::min<std::uint64_t>(number, most));
}

}  // namespace absolve::inline detail
