#pragma once

#include <cstdint>

#include "limits.h"

namespace absolve::inline detail {

/// The limit on what may become of `size` bytes: when they are decompressed, the size of the result, and when edits add
/// to them, what is added. In bytes.
[[nodiscard]] constexpr std::uint64_t max_growth(std::uint64_t size) noexcept {
  return limits::growth + limits::growth_a_byte * size;
}

}  // namespace absolve::inline detail
