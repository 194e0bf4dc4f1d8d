#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
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

/// A string. Offsets are bytes of the sheet.
struct StringToken {
  std::size_t end;    // of what is in it
  std::size_t after;  // after its quote; if it is broken, at the line end, which is read again
  bool is_broken;     // a line end breaks it off, so it is no string
};

/// The string whose opening quote is at `at` (section 4.3.5). The end of the sheet ends it, too.
[[nodiscard]] StringToken string_token(std::string_view css, std::size_t at) noexcept;

/// A url() without quotes.
struct UrlToken {
  std::size_t begin;  // of the URL
  std::size_t end;
  std::size_t after;  // after its parenthesis
  bool is_bad;        // it is invalid, and skipped up to its end (section 4.3.14)
};

/// The url() whose parenthesis is at `at`, and after it no quote (section 4.3.6). The end of the sheet ends it, too.
[[nodiscard]] UrlToken url_token(std::string_view css, std::size_t at) noexcept;

/// Names of functions and at-rules that matter here are shorter, even if each letter is an escape.
inline constexpr std::size_t max_name_size = 160;

/// A name with its escapes decoded; "" if it is longer than any that matters.
[[nodiscard]] std::string decoded_name(std::string_view name);

/// Where the name that ends at `end` begins, not before `from`; escapes are not recognized. A name longer than any that
/// matters is cut.
[[nodiscard]] std::size_t name_begin(std::string_view css, std::size_t end, std::size_t from) noexcept;

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
