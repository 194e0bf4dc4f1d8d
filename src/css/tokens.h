#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "../codec/css.h"
#include "../text/ascii.h"

#ifdef __SSE2__
#include <emmintrin.h>

#include <bit>
#endif

namespace absolve::css {

/// A character of a name (CSS Syntax, level 3, section 4.2): U+0000 is read as U+FFFD, which is one.
[[nodiscard]] constexpr bool is_name_character(char c) noexcept {
  return is_letter(c) || is_digit(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80 || c == '\0';
}

// Where the scanner stops. Style sheets are long, and few of their bytes say anything of URLs: sixteen are looked at in
// one step where the machine can do so.

/// What may begin a URL outside of brackets, or hide one: strings, comments, functions, at-rules, escapes.
struct UrlStops {
  static constexpr bool is(char c) noexcept {
    return c == '"' || c == '\'' || c == '(' || c == '/' || c == '@' || c == '\\';
  }

#ifdef __SSE2__
  static __m128i in(__m128i bytes) noexcept {
    const auto is = [&](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
    // An apostrophe and a slash differ in one bit.
    const __m128i either = _mm_cmpeq_epi8(_mm_or_si128(bytes, _mm_set1_epi8('\'' ^ '/')), _mm_set1_epi8('/'));
    return _mm_or_si128(_mm_or_si128(_mm_or_si128(either, is('"')), is('(')), _mm_or_si128(is('@'), is('\\')));
  }
#endif
};

/// The same inside of brackets, which their ends close.
struct BracketStops {
  static constexpr bool is(char c) noexcept {
    return UrlStops::is(c) || c == ')' || c == '[' || c == ']' || c == '{' || c == '}' || c == ';';
  }

#ifdef __SSE2__
  static __m128i in(__m128i bytes) noexcept {
    const auto is = [&](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
    // A bracket and its brace differ in one bit, too.
    const __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8('[' ^ '{'));
    const auto pair = [&](char c) { return _mm_cmpeq_epi8(folded, _mm_set1_epi8(c)); };
    return _mm_or_si128(_mm_or_si128(UrlStops::in(bytes), _mm_or_si128(is(')'), is(';'))),
                        _mm_or_si128(pair('{'), pair('}')));
  }
#endif
};

/// What ends a string, or may.
struct StringStops {
  static constexpr bool is(char c) noexcept { return c == '"' || c == '\'' || c == '\\' || codec::is_css_line_end(c); }

#ifdef __SSE2__
  static __m128i in(__m128i bytes) noexcept {
    const auto is = [&](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
    return _mm_or_si128(_mm_or_si128(_mm_or_si128(is('"'), is('\'')), is('\\')),
                        _mm_or_si128(_mm_or_si128(is('\n'), is('\r')), is('\f')));
  }
#endif
};

/// What ends a url() without quotes, or makes it none.
struct UnquotedStops {
  static constexpr bool is(char c) noexcept {
    return static_cast<unsigned char>(c) <= ' ' || c == 0x7F || c == '"' || c == '\\' || (c >= '\'' && c <= ')');
  }

#ifdef __SSE2__
  static __m128i in(__m128i bytes) noexcept {
    const auto is = [&](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
    const auto up_to = [](__m128i some, char c) { return _mm_cmpeq_epi8(_mm_min_epu8(some, _mm_set1_epi8(c)), some); };
    const __m128i from_apostrophe = _mm_sub_epi8(bytes, _mm_set1_epi8('\''));
    return _mm_or_si128(_mm_or_si128(up_to(bytes, ' '), up_to(from_apostrophe, ')' - '\'')),
                        _mm_or_si128(_mm_or_si128(is('"'), is('\\')), is(0x7F)));
  }
#endif
};

/// The first offset from `at` on where a character of a kind stands, or the size of the text.
template <class Stops>
[[nodiscard]] std::size_t find_stop(std::string_view css, std::size_t at) noexcept {
#ifdef __SSE2__
  constexpr std::size_t step = sizeof(__m128i);
  for (; at + step <= css.size(); at += step) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(css.data() + at));
    const auto found = static_cast<unsigned>(_mm_movemask_epi8(Stops::in(bytes)));
    if (found != 0) return at + static_cast<std::size_t>(std::countr_zero(found));
  }
#endif
  while (at < css.size() && !Stops::is(css[at])) ++at;
  return at;
}

/// The offset after the comment that starts at `at`, or after the slash that starts none (section 4.3.2).
[[nodiscard]] inline std::size_t after_comment(std::string_view css, std::size_t at) noexcept {
  if (css.substr(at, 2) != "/*") return at + 1;
  const std::size_t close = css.find("*/", at + 2);
  return close == std::string_view::npos ? css.size() : close + 2;
}

/// The offset after white space and comments.
[[nodiscard]] inline std::size_t after_spaces_and_comments(std::string_view css, std::size_t at) noexcept {
  for (at = after_spaces(css, at); css.substr(at, 2) == "/*"; at = after_spaces(css, at)) at = after_comment(css, at);
  return at;
}

/// Where the name that starts at `at` ends (section 4.3.11).
[[nodiscard]] inline std::size_t name_end(std::string_view css, std::size_t at) noexcept {
  while (at < css.size()) {
    if (is_name_character(css[at])) {
      ++at;
    } else if (codec::is_css_escape(css, at)) {
      at = codec::after_css_escape(css, at);
    } else {
      break;
    }
  }
  return std::min(at, css.size());
}

}  // namespace absolve::css
