#pragma once

#include <cstddef>
#include <string_view>

namespace absolve::inline detail {

/// Where a slice of a text begins in it.
[[nodiscard]] constexpr std::size_t offset_of(std::string_view slice, std::string_view text) noexcept {
  return static_cast<std::size_t>(slice.data() - text.data());
}

}  // namespace absolve::inline detail
