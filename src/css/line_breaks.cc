// Lines of mail are limited to 998 bytes (RFC 5322, section 2.1.1), and absolute URLs may make the lines of a sheet
// longer that is in mail without a transfer encoding. They are only broken near a URL, and only where white space does
// nothing but separate tokens: up to the first quote, parenthesis, slash, backslash or line end on each side of the
// URL, where another construct may begin.

#include "line_breaks.h"

#include <algorithm>

#include "../codec/css.h"
#include "../text/ascii.h"

namespace absolve::css {
namespace {

/// Whether a character can't begin or end anything that may contain white space: a string, a comment, a url(). A
/// backslash makes white space after it a part of a name.
constexpr bool is_plain(char c) noexcept {
  switch (c) {
    case '"':
    case '\'':
    case '(':
    case ')':
    case '/':
    case '\\':
    case '\n':
    case '\r':
    case '\f': return false;
    default: return true;
  }
}

/// Whether a declaration or a block ends before `at`. After a backslash the sign is a part of a name, and after a byte
/// that is not ASCII it may be the second byte of a character.
bool follows_block(std::string_view css, std::size_t at) noexcept {
  if (at == 0 || std::string_view(";{}").find(css[at - 1]) == std::string_view::npos) return false;
  return at == 1 || (css[at - 2] != '\\' && static_cast<unsigned char>(css[at - 2]) < 0x80);
}

}  // namespace

/// Looks from each value outwards:
///
///     "a" b url("x y") c "d"
///        ^-----       ---^
std::vector<std::size_t> break_opportunities(std::string_view css, const Finding& finding) {
  std::vector<std::size_t> opportunities;
  const auto add = [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) {
      const bool escaped = at > 0 && css[at - 1] == '\\';
      const bool is_break = is_blank(css[at]) ? !escaped : !is_space(css[at]) && follows_block(css, at);
      if (is_break) opportunities.push_back(at);
    }
  };
  std::size_t done = 0;
  for (const Value& value : finding.values) {
    const bool quoted = value.coding != codec::Coding::css_url;
    std::size_t token = value.begin - (quoted ? 1 : 0);  // the quote, or the content of url()
    while (token > done && is_space(css[token - 1])) --token;
    if (token > done && css[token - 1] == '(') --token;  // otherwise the white space before it is that of @import
    else token = value.begin - (quoted ? 1 : 0);
    std::size_t first = token;
    while (first > done && is_plain(css[first - 1])) --first;
    // The white space after the digits of an escape belongs to it (CSS Syntax, level 3, section 4.3.7).
    if (first > done && codec::is_css_escape(css, first - 1)) {
      first = std::min(token, codec::after_css_escape(css, first - 1));
    }
    add(first, token);

    std::size_t end = value.end;
    if (quoted && end < css.size()) ++end;
    const std::size_t close = after_spaces(css, end);
    if (close < css.size() && css[close] == ')') end = close + 1;
    done = end;
    while (done < css.size() && is_plain(css[done])) ++done;
    add(end, done);
  }
  return opportunities;
}

}  // namespace absolve::css
