// The scanner jumps from stop to stop, that is, to the few bytes that may begin a URL or hide one (tokens.h), and looks
// back for a name:
//
//     color: red; background: url(x.png) no-repeat
//                                ^ stop: then back over `url`, but not before the end of the last token
//
// Most of a sheet is skipped many bytes at a time (text/byte_sets.h). Names can safely be read backwards as far as
// `from`: bytes before it may belong to a string or to an escape, and reading the same name again and again would be
// quadratic. An escape is a stop of its own, so `u\72l(` is read forwards.

#include "urls.h"

#include <algorithm>
#include <string>

#include "../codec/css.h"
#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "tokens.h"

namespace absolve::css {
namespace {

/// Whether a function whose name ends with these two letters may hold URLs: url, src, image-set. Most can't.
constexpr bool may_hold_urls(char before_last, char last) noexcept {
  switch (to_lower(last)) {
    case 'l':
    case 'c': return to_lower(before_last) == 'r';
    case 't': return to_lower(before_last) == 'e';
    default: return false;
  }
}

}  // namespace

std::optional<Url> UrlScanner::next() {
  while (at_ < css_.size()) {
    const std::size_t from = at_;
    at_ = open_.empty() ? find_in_set<UrlStops>(css_, at_) : find_in_set<BracketStops>(css_, at_);
    if (at_ == css_.size()) break;
    const bool names_nothing = !open_.empty() && open_.front() == Open::namespace_rule;
    const std::optional<Url> found = token(from);
    if (found && !names_nothing) return found;
  }
  return std::nullopt;
}

/// Reads what starts or ends at a stop; the token before the names that lead to it ends at `from`.
std::optional<Url> UrlScanner::token(std::size_t from) {
  const char c = css_[at_];
  switch (c) {
    case '"':
    case '\'': {
      const bool counts = is_open(Open::image_set);
      const std::optional<Url> url = string();
      return counts ? url : std::nullopt;
    }
    case '(': return parenthesis(from);
    case '/': return comment();
    case '@': return at_rule();
    case '\\': return escape(from);
    default: bracket(c); return std::nullopt;
  }
}

/// The URL of a source map in a comment: no white space is in it.
///
///     /*# sourceMappingURL=a.css.map */
std::optional<Url> UrlScanner::comment() {
  constexpr std::string_view name = "sourceMappingURL=";
  constexpr std::size_t opening = 3;  // with the sign
  const std::size_t begin = at_;
  at_ = after_comment(css_, at_);
  const std::string_view text = css_.substr(begin, at_ - begin);
  if (!text.ends_with("*/") || (!text.starts_with("/*#") && !text.starts_with("/*@"))) return std::nullopt;
  const std::string_view inside = trimmed(text.substr(opening, text.size() - std::min(text.size(), opening + 2)));
  if (!inside.starts_with(name)) return std::nullopt;
  const std::string_view url = inside.substr(name.size());
  if (url.empty() || url.find_first_of(white_space) != std::string_view::npos) return std::nullopt;
  const auto offset = static_cast<std::size_t>(url.data() - css_.data());
  return Url{offset, offset + url.size(), Url::Form::source_map};
}

/// A string that a line end breaks off is not a URL.
std::optional<Url> UrlScanner::string() {
  const auto [end, after, is_broken] = string_token(css_, at_);
  const Url url{at_ + 1, end, css_[at_] == '"' ? Url::Form::quotation_mark : Url::Form::apostrophe};
  at_ = after;
  return is_broken ? std::nullopt : std::optional(url);
}

/// The string that starts at `at`, if there is one.
std::optional<Url> UrlScanner::string_at(std::size_t at) {
  if (at >= css_.size() || !is_quote(css_[at])) return std::nullopt;
  at_ = at;
  return string();
}

/// The parenthesis after a function's name without escapes, or one without a name.
std::optional<Url> UrlScanner::parenthesis(std::size_t from) {
  if (at_ >= from + 2 && may_hold_urls(css_[at_ - 2], css_[at_ - 1]))
    return read_function(name_begin(css_, at_, from), from);
  bracket('(');
  return std::nullopt;
}

/// Called at the parenthesis after a name that may be that of a function (section 4.3.4).
std::optional<Url> UrlScanner::read_function(std::size_t begin, std::size_t from) {
  const bool marked = begin > from && css_[begin - 1] == '#';  // the name belongs to a hash token
  const std::string name = marked ? std::string() : decoded_name(css_.substr(begin, at_ - begin));
  if (is_name(name, "image-set") || is_name(name, "-webkit-image-set")) {
    ++at_;
    open_.push_back(Open::image_set);
    return std::nullopt;
  }
  const bool is_url = is_name(name, "url");
  const std::size_t argument = after_spaces(css_, at_ + 1);
  if (is_url && (argument == css_.size() || !is_quote(css_[argument]))) return unquoted();
  bracket('(');
  if (is_url) return string_at(argument);
  return is_name(name, "src") ? string_at(after_spaces_and_comments(css_, at_)) : std::nullopt;
}

std::optional<Url> UrlScanner::unquoted() {
  const auto [begin, end, after, is_bad] = url_token(css_, at_);
  at_ = after;
  return is_bad ? std::nullopt : std::optional(Url{begin, end, Url::Form::unquoted});
}

/// A backslash outside of strings: it may be part of a name (section 4.3.11).
std::optional<Url> UrlScanner::escape(std::size_t from) {
  if (!codec::is_css_escape(css_, at_)) {
    ++at_;
    return std::nullopt;
  }
  const std::size_t begin = name_begin(css_, at_, from);
  at_ = name_end(css_, begin);
  return at_ < css_.size() && css_[at_] == '(' ? read_function(begin, from) : std::nullopt;
}

/// An at-rule. There are none in brackets.
std::optional<Url> UrlScanner::at_rule() {
  const std::size_t begin = at_ + 1;
  at_ = name_end(css_, begin);
  if (!open_.empty()) return std::nullopt;
  const std::string name = decoded_name(css_.substr(begin, at_ - begin));
  if (is_name(name, "namespace")) open_.push_back(Open::namespace_rule);
  return is_name(name, "import") ? string_at(after_spaces_and_comments(css_, at_)) : std::nullopt;
}

/// Skips a bracket, or the `;` of a rule. Outside of the constructs that are followed, they have no meaning.
void UrlScanner::bracket(char c) {
  ++at_;
  if (open_.empty()) return;
  switch (c) {
    case '(': return open_.push_back(Open::parenthesis);
    case '[': return open_.push_back(Open::square_bracket);
    case '{': return open_.push_back(Open::brace);
    case ')': return close(is_open(Open::image_set) ? Open::image_set : Open::parenthesis);
    case ']': return close(Open::square_bracket);
    case '}': close(Open::brace); return close(Open::namespace_rule);  // closes its block, or the block that it is in
    default: return close(Open::namespace_rule);
  }
}

/// An end that closes nothing has no meaning.
void UrlScanner::close(Open open) {
  if (is_open(open)) open_.pop_back();
}

}  // namespace absolve::css
