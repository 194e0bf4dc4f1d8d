#include "urls.h"

#include <algorithm>
#include <array>

#include "../codec/css.h"
#include "../text/ascii.h"

namespace absolve::css {
namespace {

/// Names of functions and at-rules that mean something here are shorter, also where each letter is an escape.
constexpr std::size_t max_name_size = 160;

constexpr bool is_name_character(char c) noexcept {
  return is_letter(c) || is_digit(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80 || c == '\0';
}

/// The characters at which something may begin or end that concerns URLs.
constexpr auto stops = [] {
  std::array<bool, 256> table{};
  for (const char c : std::string_view("\"'()/@;\\")) table[static_cast<unsigned char>(c)] = true;
  return table;
}();

}  // namespace

std::optional<Url> UrlScanner::next() {
  for (;;) {
    while (at_ < css_.size() && !stops[static_cast<unsigned char>(css_[at_])]) ++at_;
    if (at_ >= css_.size()) return std::nullopt;
    std::optional<Url> found;
    switch (css_[at_]) {
      case '"':
      case '\'': found = string(); break;
      case '(': found = function(function_name(name_begin(at_), at_)); break;
      case ')':
        if (!open_.empty()) open_.pop_back();
        ++at_;
        break;
      case '/': at_ = after_comment(at_); break;
      case '@': found = at_rule(); break;
      case ';':
        rule_ = Rule::other;
        ++at_;
        break;
      default: found = escape();
    }
    if (found) return found;
  }
}

/// Section 4.3.5. A string that its line breaks off is none, and its line end is read again.
std::optional<Url> UrlScanner::string() {
  const char quote = css_[at_];
  const std::size_t begin = ++at_;
  std::size_t lone_backslash = 0;  // 1: the sheet ends with one, which stands for nothing
  while (at_ < css_.size() && css_[at_] != quote && !codec::is_css_line_end(css_[at_])) {
    if (at_ + 1 == css_.size() && css_[at_] == '\\') lone_backslash = 1;
    if (css_[at_] != '\\') {
      ++at_;
    } else if (codec::is_css_escape(css_, at_)) {
      at_ = codec::after_css_escape(css_, at_);
    } else {
      at_ += css_.substr(at_ + 1, 2) == "\r\n" ? 3 : 2;  // a line end that is escaped
    }
  }
  at_ = std::min(at_, css_.size());
  const std::size_t end = at_ - lone_backslash;
  const bool broken_off = at_ < css_.size() && css_[at_] != quote;
  if (at_ < css_.size() && !broken_off) ++at_;

  const bool first_of_rule = rule_ == Rule::import && open_.empty();
  if (first_of_rule) rule_ = Rule::other;
  const Inside inside = open_.empty() ? Inside::other : open_.back();
  if (inside == Inside::url) open_.back() = Inside::other;
  if (broken_off || (!first_of_rule && inside == Inside::other)) return std::nullopt;
  return Url{begin, end, quote == '"' ? Url::Form::quotation_mark : Url::Form::apostrophe};
}

/// At the parenthesis after a name that may be that of a function (section 4.3.4).
std::optional<Url> UrlScanner::function(std::string_view name) {
  const bool escaped = name.find('\\') != std::string_view::npos;
  const std::string decoded = escaped ? codec::decode_css(name) : std::string();
  if (escaped) name = decoded;
  ++at_;
  if (!open_.empty() && open_.back() == Inside::url) open_.back() = Inside::other;  // its first argument is no string
  const bool is_url = is_name(name, "url");
  const std::size_t argument = after_spaces(css_, at_);
  const bool holds_string = argument < css_.size() && (css_[argument] == '"' || css_[argument] == '\'');
  if (is_url && !holds_string) return unquoted();

  const bool ignored = rule_ == Rule::name_space;
  if ((is_url || is_name(name, "src")) && !ignored) {
    if (open_.empty()) rule_ = Rule::other;
    open_.push_back(Inside::url);
  } else if (is_name(name, "image-set") || is_name(name, "-webkit-image-set")) {
    open_.push_back(Inside::image_set);
  } else {
    open_.push_back(Inside::other);
  }
  return std::nullopt;
}

/// Section 4.3.6, from after the parenthesis; what is no URL there is passed over to its end (4.3.14).
std::optional<Url> UrlScanner::unquoted() {
  const std::size_t begin = at_ = after_spaces(css_, at_);
  std::size_t end = begin;
  bool bad = false;
  while (at_ < css_.size() && css_[at_] != ')') {
    const char c = css_[at_];
    if (is_space(c)) {
      at_ = after_spaces(css_, at_);
      continue;
    }
    // After white space nothing may follow but the end.
    bad = bad || at_ > end || c == '"' || c == '\'' || c == '(' || codec::is_css_non_printable(c) ||
          (c == '\\' && !codec::is_css_escape(css_, at_));
    at_ = codec::is_css_escape(css_, at_) ? codec::after_css_escape(css_, at_) : at_ + 1;
    end = at_;
  }
  if (at_ < css_.size()) ++at_;
  const bool ignored = rule_ == Rule::name_space;
  if (open_.empty()) rule_ = Rule::other;
  if (bad || ignored) return std::nullopt;
  return Url{begin, end, Url::Form::unquoted};
}

/// A backslash outside of strings: it may be part of a name (section 4.3.11).
std::optional<Url> UrlScanner::escape() {
  if (!codec::is_css_escape(css_, at_)) {
    ++at_;
    return std::nullopt;
  }
  const std::size_t begin = name_begin(at_);
  at_ = name_end(begin);
  return is_open_parenthesis() ? function(function_name(begin, at_)) : std::nullopt;
}

/// A parenthesis right after the name of a rule is that of no function.
std::optional<Url> UrlScanner::at_rule() {
  const std::size_t end = name_end(at_ + 1);
  const bool starts_name = end > at_ + 1 && !is_digit(css_[at_ + 1]);
  if (!starts_name) {
    ++at_;
    return std::nullopt;
  }
  const std::string name = codec::decode_css(css_.substr(at_ + 1, end - at_ - 1));
  rule_ = is_name(name, "import") ? Rule::import : is_name(name, "namespace") ? Rule::name_space : Rule::other;
  at_ = end;
  return is_open_parenthesis() ? function("") : std::nullopt;
}

/// The name [begin, end), which a parenthesis follows; "" where it is that of a hash or of an at-rule.
std::string_view UrlScanner::function_name(std::size_t begin, std::size_t end) const noexcept {
  const bool marked = begin > 0 && (css_[begin - 1] == '#' || css_[begin - 1] == '@');
  return marked ? std::string_view() : css_.substr(begin, end - begin);
}

/// Where a name that ends at `end` begins, escapes not looked for; a longer one than any that means something is cut.
std::size_t UrlScanner::name_begin(std::size_t end) const noexcept {
  std::size_t begin = end;
  while (begin > 0 && end - begin < max_name_size && is_name_character(css_[begin - 1])) --begin;
  const bool after_cdo =
      begin >= 2 && css_.substr(begin - 2, 4) == "<!--" && end - begin >= 2 && (begin == 2 || css_[begin - 3] != '\\');
  return after_cdo ? begin + 2 : begin;
}

/// Where the name that starts at `at` ends.
std::size_t UrlScanner::name_end(std::size_t at) const noexcept {
  while (at < css_.size()) {
    if (is_name_character(css_[at])) {
      ++at;
    } else if (codec::is_css_escape(css_, at)) {
      at = codec::after_css_escape(css_, at);
    } else {
      break;
    }
  }
  return std::min(at, css_.size());
}

/// The offset after the comment that starts at `at`, or after the slash that starts none.
std::size_t UrlScanner::after_comment(std::size_t at) const noexcept {
  if (css_.substr(at, 2) != "/*") return at + 1;
  const std::size_t close = css_.find("*/", at + 2);
  return close == std::string_view::npos ? css_.size() : close + 2;
}

}  // namespace absolve::css
