// A declaration may begin at the start of the text, and after each `{`, `}` and `;` that is not in other brackets. If
// its name begins with `--`, all up to the `;` or `}` that ends it is its value, whatever is in it:
//
//     a { color: red; --x: {;} url(b) ; --y: var(--x) }
//         ^           ^----value-----^  ^
//         declarations
//
// Brackets are followed, as a value may hold any. Strings, comments and url() hide what is in them (tokens.h).

#include "custom_properties.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "../codec/css.h"
#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "tokens.h"

namespace absolve::css {
namespace {

constexpr std::string_view beginning = "--";  // of the name of a custom property

/// Whether a url() is read as a URL by the syntax of a registered property, and so resolved where it is declared: the
/// first alternative that fits counts. As an image, it is resolved where it is used, as browsers do.
///
///     <url>    <url>#    <color> | <url>+    not: <image>    <image> | <url>    *
bool takes_url(std::string_view syntax) noexcept {
  for (std::size_t at = 0; at < syntax.size();) {
    const std::size_t end = std::min(syntax.find('|', at), syntax.size());
    std::string_view one = trimmed(syntax.substr(at, end - at));
    if (one.ends_with('#') || one.ends_with('+')) one.remove_suffix(1);
    if (one == "<image>") return false;
    if (one == "<url>") return true;
    at = end + 1;
  }
  return false;
}

class Scanner {
 public:
  explicit Scanner(std::string_view css) noexcept : css_(css) {}

  CustomProperties properties() {
    while (at_ < css_.size()) {
      if (may_declare_) declaration();
      const std::size_t from = at_;
      at_ = find_in_set<BracketStops>(css_, at_);
      if (at_ < css_.size()) token(from);
    }
    end_value(css_.size());
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::string name_at(std::size_t begin, std::size_t end) const {
    return codec::decode_css(css_.substr(begin, end - begin));
  }

  /// Reads the name of a declaration and its colon, if there is one.
  void declaration() {
    may_declare_ = false;
    at_ = after_spaces_and_comments(css_, at_);
    const std::size_t end = name_end(css_, at_);
    const std::size_t colon = after_spaces_and_comments(css_, end);
    if (end == at_ || colon >= css_.size() || css_[colon] != ':') return;
    const bool may_matter = css_[at_] == '-' || css_[at_] == '\\' || !registered_.empty();
    if (!may_matter) {
      at_ = colon + 1;
      return;
    }
    const std::string name = name_at(at_, end);
    if (name.starts_with(beginning)) {
      value_ = CustomProperty{at_, end, colon + 1, css_.size()};
      depth_ = open_.size();
      name_ = name;
    } else if (!registered_.empty() && open_.size() == block_depth_) {
      descriptor(name, after_spaces_and_comments(css_, colon + 1));
    }
    at_ = colon + 1;
  }

  /// A descriptor of @property (CSS Properties and Values, level 1, section 2). Without these three, the rule has no
  /// effect.
  void descriptor(std::string_view name, std::size_t value) {
    if (is_name(name, "inherits")) has_inherits_ = true;
    if (is_name(name, "initial-value")) has_initial_value_ = true;
    if (!is_name(name, "syntax") || value >= css_.size() || !is_quote(css_[value])) return;
    is_url_ = takes_url(name_at(value + 1, string_token(css_, value).end));
  }

  void token(std::size_t from) {
    switch (const char c = css_[at_]) {
      case '"':
      case '\'': at_ = string_token(css_, at_).after; break;
      case '/': at_ = after_comment(css_, at_); break;
      case '@': at_rule(); break;
      case '\\': escape(from); break;
      case '(': read_function(name_begin(css_, at_, from)); break;
      case '[':
      case '{': open(c); break;
      case ';': semicolon(); break;
      default: close(c);
    }
  }

  /// An at-rule. Only @property matters.
  void at_rule() {
    const std::size_t begin = at_ + 1;
    at_ = name_end(css_, begin);
    registered_.clear();
    if (value_ || begin == css_.size() || (to_lower(css_[begin]) != 'p' && css_[begin] != '\\') ||
        !is_name(name_at(begin, at_), "property"))
      return;
    at_ = after_spaces_and_comments(css_, at_);
    const std::size_t end = name_end(css_, at_);
    registered_ = name_at(at_, end);
    block_depth_ = open_.size() + 1;
    at_ = end;
    is_url_ = has_inherits_ = has_initial_value_ = false;
  }

  void escape(std::size_t from) {
    if (!codec::is_css_escape(css_, at_)) {
      ++at_;
      return;
    }
    const std::size_t begin = name_begin(css_, at_, from);
    at_ = name_end(css_, begin);
    if (at_ < css_.size() && css_[at_] == '(') read_function(begin);
  }

  /// The parenthesis after the name of a function, or after nothing.
  void read_function(std::size_t begin) {
    constexpr std::size_t size = 3;  // of `url` and `var` without escapes
    const bool has_escape = css_.substr(begin, at_ - begin).find('\\') != std::string_view::npos;
    if (at_ - begin != size && !has_escape) return open('(');
    const std::string name = name_at(begin, at_);
    const std::size_t argument = after_spaces(css_, at_ + 1);
    if (is_name(name, "url") && (argument >= css_.size() || !is_quote(css_[argument]))) {
      at_ = url_token(css_, at_).after;
      return;
    }
    if (is_name(name, "var")) {
      const std::size_t property = after_spaces_and_comments(css_, at_ + 1);
      add_use(name_at(property, name_end(css_, property)), value_ ? name_ : std::string());
    }
    open('(');
  }

  void open(char bracket) {
    ++at_;
    open_.push_back(bracket);
    may_declare_ = bracket == '{' && !value_;
  }

  /// An end that closes nothing has no meaning.
  void close(char bracket) {
    const std::size_t end = at_++;
    const char opening = bracket == ')' ? '(' : bracket == ']' ? '[' : '{';
    if (open_.empty() || open_.back() != opening) return;
    if (bracket == '}') end_value(end);
    if (bracket == '}' && !registered_.empty() && open_.size() == block_depth_) {
      if (is_url_ && has_inherits_ && has_initial_value_) add_use(registered_, {});
      registered_.clear();
    }
    open_.pop_back();
    may_declare_ = bracket == '}' && !value_;
  }

  void semicolon() {
    end_value(at_++);
    may_declare_ = !value_ && (open_.empty() || open_.back() == '{');
    if (open_.size() < block_depth_) registered_.clear();
  }

  void end_value(std::size_t end) {
    const bool is_in_it = end < css_.size() && open_.size() > depth_;
    if (!value_ || is_in_it) return;
    value_->end = end;
    found_.declared.push_back(*value_);
    value_.reset();
  }

  void add_use(std::string name, std::string in) {
    if (name.starts_with(beginning)) found_.uses.push_back({std::move(name), std::move(in)});
  }

  std::string_view css_;
  std::size_t at_ = 0;
  bool may_declare_ = true;
  std::vector<char> open_;               // the brackets that are open
  std::optional<CustomProperty> value_;  // the one whose value is being read
  std::string name_;                     // its name
  std::size_t depth_ = 0;                // how many brackets are around it
  std::string registered_;               // the name in the current @property; "" if there is none
  std::size_t block_depth_ = 0;          // how many brackets are open in its block
  bool is_url_ = false;                  // the descriptors in it
  bool has_inherits_ = false;
  bool has_initial_value_ = false;
  CustomProperties found_;
};

}  // namespace

CustomProperties custom_properties(std::string_view css) { return Scanner(css).properties(); }

}  // namespace absolve::css
