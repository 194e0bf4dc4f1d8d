#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "../codec/css.h"
#include "../text/ascii.h"
#include "../text/byte_sets.h"

namespace absolve::css {

/// A character of a name (CSS Syntax, level 3, section 4.2): U+0000 is one, as it is read as U+FFFD.
[[nodiscard]] constexpr bool is_name_character(char c) noexcept {
  return is_letter(c) || is_digit(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80 || c == '\0';
}

// The characters at which the scanner stops.

/// Those that may begin a URL outside of brackets, or hide one: strings, comments, functions, at-rules, escapes.
using UrlStops = AnyOf<Bytes<'"', '(', '@', '\\'>, BytePair<'\'', '/'>>;

/// The same inside of brackets, including the ends of these.
using BracketStops = AnyOf<UrlStops, Bytes<')', ';'>, BytePair<'[', '{'>, BytePair<']', '}'>>;

/// Those that end a string, or may.
using StringStops = Bytes<'"', '\'', '\\', '\n', '\r', '\f'>;

/// Those that end a url() without quotes, or make it invalid.
using UnquotedStops = AnyOf<ByteRange<'\0', ' '>, ByteRange<'\'', ')'>, Bytes<'"', '\\', '\x7F'>>;

/// The offset after the comment that starts at `at`, or after a slash that starts none (section 4.3.2).
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
