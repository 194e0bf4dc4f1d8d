#include "unread.h"

#include <algorithm>
#include <array>
#include <vector>

#include "../url/ascii.h"
#include "absolve/url.h"

namespace absolve::html {
namespace {

using Found = std::optional<ValueRange>;

constexpr std::size_t npos = std::string_view::npos;

std::size_t skip_spaces(std::string_view text, std::size_t at) noexcept {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

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

/// HTML standard, section 4.8.4.2.1: a URL goes up to white space, commas at its end close the candidate, and
/// descriptors go on up to a comma outside of parentheses.
Found first_in_srcset(std::string_view text) {
  for (std::size_t at = 0;;) {
    while (at < text.size() && (is_space(text[at]) || text[at] == ',')) ++at;
    if (at == text.size()) return std::nullopt;
    const std::size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    std::size_t end = at;
    while (end > begin && text[end - 1] == ',') --end;
    if (const Found found = if_relative(text, begin, end)) return found;
    if (end < at) continue;
    for (bool in_parentheses = false; at < text.size() && (in_parentheses || text[at] != ','); ++at) {
      if (text[at] == '(') in_parentheses = true;
      if (text[at] == ')') in_parentheses = false;
    }
  }
}

/// HTML standard, section 4.2.5.3: `5; url=x`, `5, 'x'`, `5 x`; a time alone has no URL.
Found first_in_refresh(std::string_view text) {
  std::size_t at = skip_spaces(text, 0);
  while (at < text.size() && (is_digit(text[at]) || text[at] == '.')) ++at;
  at = skip_spaces(text, at);
  if (at < text.size() && (text[at] == ';' || text[at] == ',')) ++at;
  at = skip_spaces(text, at);
  if (is_name(text.substr(at, 3), "url")) {
    const std::size_t sign = skip_spaces(text, at + 3);
    if (sign < text.size() && text[sign] == '=') at = skip_spaces(text, sign + 1);
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

/// Goes over a style sheet token by token, as far as URLs are concerned (CSS Syntax, level 3, section 4).
class StyleSheet {
 public:
  explicit StyleSheet(std::string_view css) noexcept : css_(css) {}

  Found first_relative() {
    while (next()) {
      switch (css_[at_]) {
        case '"':
        case '\'':
          if (const Found found = string()) return found;
          break;
        case '(': {
          const std::string_view function = name_before(at_);
          if (is_name(function, "url") || is_name(function, "src")) {
            if (const Found found = url()) return found;
          } else {
            const bool of_images = function.size() >= 9 && is_name(function.substr(function.size() - 9), "image-set");
            open_.push_back(of_images);
            ++at_;
          }
          break;
        }
        case ')':
          if (!open_.empty()) open_.pop_back();
          ++at_;
          break;
        case '/': at_ = css_.substr(at_, 2) == "/*" ? behind("*/", at_ + 2) : at_ + 1; break;
        case '@':
          in_import_ = is_name(css_.substr(at_ + 1, 6), "import");
          ++at_;
          break;
        case ';':
        case '{': in_import_ = false, ++at_; break;
        default:  // a backslash
          if (hides_a_name()) return ValueRange{0, css_.size()};
          pass_character();
      }
    }
    return std::nullopt;
  }

 private:
  /// Goes to the next character that means something; false: there is none.
  bool next() noexcept {
    static constexpr auto stops = [] {
      std::array<bool, 256> table{};
      for (const char c : std::string_view("\"'()/@;{\\")) table[static_cast<unsigned char>(c)] = true;
      return table;
    }();
    while (at_ < css_.size() && !stops[static_cast<unsigned char>(css_[at_])]) ++at_;
    return at_ < css_.size();
  }

  [[nodiscard]] std::size_t behind(std::string_view mark, std::size_t from) const noexcept {
    const std::size_t found = css_.find(mark, from);
    return found == npos ? css_.size() : found + mark.size();
  }

  static constexpr bool is_name_character(char c) noexcept {
    return is_letter(c) || is_digit(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  }

  [[nodiscard]] std::string_view name_before(std::size_t end) const noexcept {
    std::size_t begin = end;
    while (begin > 0 && end - begin < 32 && is_name_character(css_[begin - 1])) --begin;
    return css_.substr(begin, end - begin);
  }

  /// CSS Syntax, section 3.3.
  static constexpr bool is_line_end(char c) noexcept { return c == '\n' || c == '\r' || c == '\f'; }

  /// Passes over a character, or over a backslash with what it escapes: CR and LF are one line end.
  void pass_character() noexcept {
    const std::size_t escaped = css_.substr(at_ + 1, 2) == "\r\n" ? 2 : 1;
    at_ = std::min(at_ + (css_[at_] == '\\' ? 1 + escaped : 1), css_.size());
  }

  /// Passes over the string at `at_`: to its quote, or to the line end that breaks it off. Returns what stands in it.
  std::pair<std::size_t, std::size_t> pass_string() noexcept {
    const char quote = css_[at_];
    const std::size_t begin = ++at_;
    while (at_ < css_.size() && css_[at_] != quote && !is_line_end(css_[at_])) pass_character();
    const std::size_t end = at_;
    if (at_ < css_.size()) ++at_;
    return {begin, end};
  }

  /// A string, which is a reference behind @import and right inside image-set().
  Found string() {
    const bool counts = in_import_ || (!open_.empty() && open_.back());
    in_import_ = false;
    const auto [begin, end] = pass_string();
    return counts ? reference(begin, end) : std::nullopt;
  }

  /// `url(` or `src(`, whose parenthesis stands at `at_`.
  Found url() {
    at_ = skip_spaces(css_, at_ + 1);
    if (at_ < css_.size() && (css_[at_] == '"' || css_[at_] == '\'')) {
      open_.push_back(false);
      const auto [begin, end] = pass_string();
      return reference(begin, end);
    }
    const std::size_t begin = at_;
    while (at_ < css_.size() && css_[at_] != ')') pass_character();
    const std::size_t end = at_;
    if (at_ < css_.size()) ++at_;
    return reference(begin, end);
  }

  /// A fragment alone points into the document.
  [[nodiscard]] Found reference(std::size_t begin, std::size_t end) const {
    if (trimmed(css_.substr(begin, end - begin)).starts_with('#')) return std::nullopt;
    return if_relative(css_, begin, end);
  }

  /// Whether the escape at `at_` may be a letter of a name before a parenthesis or behind an `@`: `u\72l(x)`.
  [[nodiscard]] bool hides_a_name() const noexcept {
    std::size_t begin = at_;
    while (begin > 0 && at_ - begin < longest_name && is_name_character(css_[begin - 1])) --begin;
    if (begin > 0 && css_[begin - 1] == '@') return true;
    std::size_t end = at_;
    while (end < css_.size() && end - at_ < longest_name &&
           (is_name_character(css_[end]) || css_[end] == '\\' || is_space(css_[end]))) {
      end += css_[end] == '\\' ? 2 : 1;
    }
    return end - at_ >= longest_name || (end < css_.size() && css_[end] == '(');
  }

  /// Longer than `-webkit-image-set` with all of its letters written as escapes.
  static constexpr std::size_t longest_name = 160;

  std::string_view css_;
  std::size_t at_ = 0;
  bool in_import_ = false;  // behind `@import`
  std::vector<bool> open_;  // parentheses: whether they are those of image-set()
};

}  // namespace

std::optional<ValueRange> first_relative(Syntax syntax, std::string_view value) {
  switch (syntax) {
    case Syntax::url: return if_relative(value, 0, value.size());
    case Syntax::tokens: return first_in_list(value, " \t\n\r\f");
    case Syntax::commas: return first_in_list(value, ",");
    case Syntax::srcset: return first_in_srcset(value);
    case Syntax::refresh: return first_in_refresh(value);
    case Syntax::css: return StyleSheet(value).first_relative();
    case Syntax::json: return first_in_json(value);
    case Syntax::html: break;
  }
  const bool holds_attributes = value.find('<') != npos && value.find('=') != npos;
  const bool holds_style = find_ignoring_case(value, "<style", 0) != npos;
  return holds_attributes || holds_style ? Found(ValueRange{0, value.size()}) : std::nullopt;
}

}  // namespace absolve::html
