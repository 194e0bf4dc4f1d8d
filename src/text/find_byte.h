#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>

#include <bit>
#endif

namespace absolve::inline detail {

/// The first offset of `byte` from `at` on, or the size of the text. Meant for bytes that are near; after some steps it
/// continues with memchr, which is faster for distant ones.
[[nodiscard]] inline std::size_t find_byte(std::string_view text, std::size_t at, char byte) noexcept {
#ifdef __SSE2__
  constexpr std::size_t step = sizeof(__m128i);
  const __m128i wanted = _mm_set1_epi8(byte);
  for (int i = 0; i < 8 && at + step <= text.size(); ++i, at += step) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
    const auto found = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(block, wanted)));
    if (found != 0) return at + static_cast<std::size_t>(std::countr_zero(found));
  }
#endif
  return std::min(text.find(byte, at), text.size());
}

}  // namespace absolve::inline detail
