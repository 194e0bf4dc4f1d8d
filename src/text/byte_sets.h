#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>

#include <bit>
#endif

namespace absolve::inline detail {

// Sets of bytes, combined from these kinds. Texts are long, and few of their bytes are in such a set: sixteen bytes are
// tested in one step on machines that can do so. `has` tests one byte; `in` returns 0xFF in the place of each byte that
// is in the set, and 0 in the place of others.
//
//     using Stops = AnyOf<Bytes<'"', '('>, ByteRange<'\0', ' '>>;
//     find_in_set<Stops>("ab (c", 0)  // 2

#ifdef __SSE2__
using SixteenBytes = __m128i;

[[nodiscard]] inline SixteenBytes load_sixteen(const char* begin) noexcept {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(begin));
}

/// The first of sixteen bytes is the lowest bit.
template <class Set>
[[nodiscard]] unsigned bits_in_set(SixteenBytes bytes) noexcept {
  return static_cast<unsigned>(_mm_movemask_epi8(Set::in(bytes)));
}
#endif

/// These bytes.
template <char... bytes>
struct Bytes {
  [[nodiscard]] static constexpr bool has(char c) noexcept { return ((c == bytes) || ...); }

#ifdef __SSE2__
  [[nodiscard]] static SixteenBytes in(SixteenBytes some) noexcept {
    SixteenBytes found = _mm_setzero_si128();
    ((found = _mm_or_si128(found, _mm_cmpeq_epi8(some, _mm_set1_epi8(bytes)))), ...);
    return found;
  }
#endif
};

/// Two bytes that differ in one bit: they are faster to test than any two.
template <char one, char other>
struct BytePair {
  static constexpr char bit = one ^ other;
  static constexpr char both = one | other;
  static_assert(bit > 0 && (bit & (bit - 1)) == 0);

  [[nodiscard]] static constexpr bool has(char c) noexcept { return c == one || c == other; }

#ifdef __SSE2__
  [[nodiscard]] static SixteenBytes in(SixteenBytes some) noexcept {
    return _mm_cmpeq_epi8(_mm_or_si128(some, _mm_set1_epi8(bit)), _mm_set1_epi8(both));
  }
#endif
};

/// All bytes from one to another, which are both ASCII, or both not.
template <char first, char last>
struct ByteRange {
  static constexpr char length = last - first;
  static_assert((first >= 0) == (last >= 0) && length >= 0);

  [[nodiscard]] static constexpr bool has(char c) noexcept { return c >= first && c <= last; }

#ifdef __SSE2__
  [[nodiscard]] static SixteenBytes in(SixteenBytes some) noexcept {
    const SixteenBytes from_first = _mm_sub_epi8(some, _mm_set1_epi8(first));
    return _mm_cmpeq_epi8(_mm_min_epu8(from_first, _mm_set1_epi8(length)), from_first);
  }
#endif
};

/// All bytes that are not ASCII.
struct NotAscii {
  [[nodiscard]] static constexpr bool has(char c) noexcept { return static_cast<unsigned char>(c) >= 0x80; }

#ifdef __SSE2__
  [[nodiscard]] static SixteenBytes in(SixteenBytes some) noexcept { return _mm_cmplt_epi8(some, _mm_setzero_si128()); }
#endif
};

/// The bytes of several sets.
template <class... Sets>
struct AnyOf {
  [[nodiscard]] static constexpr bool has(char c) noexcept { return (Sets::has(c) || ...); }

#ifdef __SSE2__
  [[nodiscard]] static SixteenBytes in(SixteenBytes some) noexcept {
    SixteenBytes found = _mm_setzero_si128();
    ((found = _mm_or_si128(found, Sets::in(some))), ...);
    return found;
  }
#endif
};

/// The offset of the first byte of the set from `at` on, which must be at most the size of the text; if there is none,
/// the size. Linear.
template <class Set>
[[nodiscard]] std::size_t find_in_set(std::string_view text, std::size_t at) noexcept {
#ifdef __SSE2__
  constexpr std::size_t step = sizeof(SixteenBytes);
  for (; at + step <= text.size(); at += step) {
    const unsigned found = bits_in_set<Set>(load_sixteen(text.data() + at));
    if (found != 0) return at + static_cast<std::size_t>(std::countr_zero(found));
  }
  if (text.size() >= step) {  // the last sixteen bytes, without those before `at`
    const std::size_t last = text.size() - step;
    const unsigned found = bits_in_set<Set>(load_sixteen(text.data() + last)) >> (at - last);
    return found == 0 ? text.size() : at + static_cast<std::size_t>(std::countr_zero(found));
  }
#endif
  while (at < text.size() && !Set::has(text[at])) ++at;
  return at;
}

/// The same, but copies the bytes before that offset to `out`, and moves `out` after them; there must be space for the
/// whole rest of the text.
template <class Set>
[[nodiscard]] std::size_t copy_to_set(std::string_view text, std::size_t at, char*& out) noexcept {
#ifdef __SSE2__
  constexpr std::size_t step = sizeof(SixteenBytes);
  for (; at + step <= text.size(); at += step, out += step) {
    const SixteenBytes bytes = load_sixteen(text.data() + at);
    _mm_storeu_si128(reinterpret_cast<SixteenBytes*>(out), bytes);  // bytes beyond the end are overwritten later
    const unsigned found = bits_in_set<Set>(bytes);
    if (found == 0) continue;
    out += std::countr_zero(found);
    return at + static_cast<std::size_t>(std::countr_zero(found));
  }
#endif
  for (; at < text.size() && !Set::has(text[at]); ++at) *out++ = text[at];
  return at;
}

/// How many bytes of a text are in the set. Linear.
template <class Set>
[[nodiscard]] std::size_t count_in_set(std::string_view text) noexcept {
  std::size_t count = 0;
  std::size_t at = 0;
#ifdef __SSE2__
  constexpr std::size_t step = sizeof(SixteenBytes);
  constexpr std::size_t most_steps = 255;  // then an eight-bit counter is full
  const SixteenBytes zero = _mm_setzero_si128();
  while (at + step <= text.size()) {
    SixteenBytes counters = zero;
    for (std::size_t i = std::min((text.size() - at) / step, most_steps); i > 0; --i, at += step) {
      counters = _mm_sub_epi8(counters, Set::in(load_sixteen(text.data() + at)));
    }
    const SixteenBytes sums = _mm_sad_epu8(counters, zero);  // of eight counters each
    count += static_cast<unsigned>(_mm_cvtsi128_si32(sums));
    count += static_cast<unsigned>(_mm_cvtsi128_si32(_mm_srli_si128(sums, step / 2)));
  }
#endif
  for (; at < text.size(); ++at) count += Set::has(text[at]) ? 1U : 0U;
  return count;
}

/// Whether no byte of a text is in the set. Meant for many short texts: the rest of a text, or a text of less than
/// sixteen bytes, is tested in pieces that overlap.
///
///     images/a.png        images/a
///                             es/a.png
template <class Set>
[[nodiscard]] bool has_none_of(std::string_view text) noexcept {
  const char* const begin = text.data();
#ifdef __SSE2__
  const auto holds_none = [](SixteenBytes bytes) { return bits_in_set<Set>(bytes) == 0; };
  constexpr std::size_t step = sizeof(SixteenBytes);
  if (text.size() >= step) {
    for (std::size_t at = 0; at + step < text.size(); at += step) {
      if (!holds_none(load_sixteen(begin + at))) return false;
    }
    return holds_none(load_sixteen(begin + text.size() - step));
  }
  if (text.size() >= step / 2) {
    const auto load = [&](std::size_t at) { return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(begin + at)); };
    return holds_none(_mm_unpacklo_epi64(load(0), load(text.size() - step / 2)));
  }
  if (text.size() >= step / 4) {
    const auto load = [&](std::size_t at) {
      int four = 0;
      std::memcpy(&four, begin + at, sizeof four);
      return _mm_cvtsi32_si128(four);
    };
    const __m128i eight = _mm_unpacklo_epi32(load(0), load(text.size() - step / 4));
    return holds_none(_mm_unpacklo_epi64(eight, eight));
  }
#endif
  return std::none_of(begin, begin + text.size(), Set::has);
}

/// The first offset from `at` on where a byte of one set is directly followed by a byte of the other; if there is none,
/// the size of the text. Meant for texts, also short ones, in which the single bytes are frequent but such pairs are
/// rare. Linear.
template <class First, class Second>
[[nodiscard]] std::size_t find_pair(std::string_view text, std::size_t at) noexcept {
#ifdef __SSE2__
  constexpr std::size_t step = sizeof(SixteenBytes);
  const auto pairs_from = [begin = text.data()](std::size_t from) {
    const SixteenBytes first = First::in(load_sixteen(begin + from));
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_and_si128(first, Second::in(load_sixteen(begin + from + 1)))));
  };
  if (at + step < text.size()) {
    const std::size_t last = text.size() - step - 1;  // that of the last step, which may overlap the one before
    unsigned found = 0;
    while (at < last && (found = pairs_from(at)) == 0) at += step;
    if (at >= last) found = pairs_from(at = last);
    return found == 0 ? text.size() : at + static_cast<std::size_t>(std::countr_zero(found));
  }
#endif
  for (; at + 1 < text.size(); ++at) {
    if (First::has(text[at]) && Second::has(text[at + 1])) return at;
  }
  return text.size();
}

}  // namespace absolve::inline detail
