#include "tokens.h"

namespace absolve::css {

StringToken string_token(std::string_view css, std::size_t at) noexcept {
  const char quote = css[at];
  std::size_t lone_backslash = 0;  // 1: the sheet ends with one, which stands for nothing
  for (at = find_in_set<StringStops>(css, at + 1); at < css.size(); at = find_in_set<StringStops>(css, at)) {
    const char c = css[at];
    if (c == quote) return {at, at + 1, false};
    if (codec::is_css_line_end(c)) return {at, at, true};
    if (c != '\\') {
      ++at;
    } else if (at + 1 == css.size()) {
      lone_backslash = 1;
      ++at;
    } else if (codec::is_css_escape(css, at)) {
      at = codec::after_css_escape(css, at);
    } else {
      at += css.substr(at + 1, 2) == "\r\n" ? 3 : 2;  // an escaped line end
    }
  }
  at = std::min(at, css.size());
  return {at - lone_backslash, at, false};
}

UrlToken url_token(std::string_view css, std::size_t at) noexcept {
  const std::size_t begin = at = after_spaces(css, at + 1);
  std::size_t end = std::string_view::npos;  // where the white space after it starts
  bool is_bad = false;
  for (at = find_in_set<UnquotedStops>(css, at); at < css.size(); at = find_in_set<UnquotedStops>(css, at)) {
    const char c = css[at];
    if (c == ')') break;
    if (is_space(c)) {
      end = at;
      at = after_spaces(css, at);
      if (at == css.size() || css[at] == ')') break;
      is_bad = true;  // only the end may follow white space
    } else {
      const bool is_escape = codec::is_css_escape(css, at);
      is_bad = is_bad || !(is_escape || c == '\0');
      at = is_escape ? codec::after_css_escape(css, at) : at + 1;
    }
  }
  at = std::min(at, css.size());
  return {begin, std::min(end, at), at < css.size() ? at + 1 : at, is_bad};
}

std::string decoded_name(std::string_view name) {
  return name.size() <= max_name_size ? codec::decode_css(name) : std::string();
}

std::size_t name_begin(std::string_view css, std::size_t end, std::size_t from) noexcept {
  std::size_t begin = end;
  while (begin > from && end - begin < max_name_size && is_name_character(css[begin - 1])) --begin;
  const bool after_cdo = begin >= from + 2 && css.substr(begin - 2, 4) == "<!--";
  return after_cdo ? begin + 2 : begin;
}

}  // namespace absolve::css
