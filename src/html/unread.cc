#include "unread.h"

#include <algorithm>

#include "../text/ascii.h"
#include "absolve/url.h"

namespace absolve::html {
namespace {

using Found = std::optional<ValueRange>;

constexpr std::size_t npos = std::string_view::npos;

std::size_t or_end(std::size_t found, std::string_view text) noexcept { return std::min(found, text.size()); }

/// The range without the white space around, where it is a relative reference.
Found if_relative(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view reference = trimmed(text.substr(begin, end - begin));
  if (reference.empty() || !scheme_of(reference).empty()) return std::nullopt;
  const auto offset = static_cast<std::size_t>(reference.data() - text.data());
  return ValueRange{offset, offset + reference.size()};
}

Found first_in_list(std::string_view text, std::string_view separators) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = or_end(text.find_first_of(separators, at), text);
    if (const Found found = if_relative(text, at, end)) return found;
    at = end + 1;
  }
  return std::nullopt;
}

/// HTML standard, section 4.2.5.3: `5; url=x`, `5, 'x'`, `5 x`; a time alone has no URL.
Found first_in_refresh(std::string_view text) {
  std::size_t at = after_spaces(text, 0);
  while (at < text.size() && (is_digit(text[at]) || text[at] == '.')) ++at;
  at = after_spaces(text, at);
  if (at < text.size() && (text[at] == ';' || text[at] == ',')) ++at;
  at = after_spaces(text, at);
  if (is_name(text.substr(at, 3), "url")) {
    const std::size_t sign = after_spaces(text, at + 3);
    if (sign < text.size() && text[sign] == '=') at = after_spaces(text, sign + 1);
  }
  if (at == text.size()) return std::nullopt;
  const bool quoted = text[at] == '"' || text[at] == '\'';
  if (!quoted) return if_relative(text, at, text.size());
  return if_relative(text, at + 1, or_end(text.find(text[at], at + 1), text));
}

/// Strings that start as URL-like keys and values do, and whatever scopes and speculation rules name.
Found first_in_json(std::string_view text) {
  const Found whole = ValueRange{0, text.size()};
  for (const std::string_view sign : {"\"/", "\"./", "\"../", "\\", "\"scopes\"", "\"urls\"", "\"href_matches\""}) {
    if (text.find(sign) != npos) return whole;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ValueRange> first_relative(Syntax syntax, std::string_view value) {
  switch (syntax) {
    case Syntax::tokens: return first_in_list(value, " \t\n\r\f");
    case Syntax::commas: return first_in_list(value, ",");
    case Syntax::refresh: return first_in_refresh(value);
    case Syntax::json: return first_in_json(value);
    default: return std::nullopt;  // it is read
  }
}

}  // namespace absolve::html
