#pragma once

#include <cstddef>
#include <string_view>

#include "../text/ascii.h"

namespace absolve::mime {

// The elements of structured fields (RFC 5322, section 3.2). Each function returns the offset after the element that
// starts at `at`, or npos: it isn't closed.

[[nodiscard]] inline std::size_t after_quoted_string(std::string_view text, std::size_t at) noexcept {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '"') return at + 1;
    if (text[at] == '\\') ++at;
  }
  return std::string_view::npos;
}

/// Comments may be nested.
[[nodiscard]] inline std::size_t after_comment(std::string_view text, std::size_t at) noexcept {
  std::size_t depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at + 1;
    if (text[at] == '\\') ++at;
  }
  return std::string_view::npos;
}

}  // namespace absolve::mime
