#include "css_tokens.h"

#include <cstdint>
#include <optional>
#include <string>

#include "../../src/codec/css.h"
#include "../../src/text/ascii.h"

namespace absolve::test {
namespace {

enum class Type : std::uint8_t { space, string, bad_string, url, bad_url, function, at_keyword, other, delimiter };

struct Token {
  Type type;
  std::string name = {};      // of a function, an at-keyword
  char delimiter = '\0';      // a bracket, a semicolon, ...
  css::Url url = {0, 0, {}};  // what a string or a url holds
};

constexpr bool is_name_start(char c) noexcept {
  return is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80 || c == '\0';
}
constexpr bool is_name(char c) noexcept { return is_name_start(c) || is_digit(c) || c == '-'; }

/// Each function consumes what the section of its name does.
class Lexer {
 public:
  explicit Lexer(std::string_view sheet) : sheet_(sheet) {}

  std::optional<Token> next() {
    while (rest().starts_with("/*")) {
      const std::size_t end = sheet_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? sheet_.size() : end + 2;
    }
    if (at_ == sheet_.size()) return std::nullopt;
    const char c = sheet_[at_];
    if (absolve::is_space(c)) {
      while (is_space(at_)) ++at_;
      return Token{Type::space};
    }
    if (c == '"' || c == '\'') return string();
    if (c == '#' && at_ + 1 < sheet_.size() && (is_name(sheet_[at_ + 1]) || is_escape(at_ + 1))) {
      ++at_;
      name();
      return Token{Type::other};
    }
    if (starts_number(at_)) return numeric();
    if (rest().starts_with("-->") || rest().starts_with("<!--")) {
      at_ += c == '-' ? 3 : 4;
      return Token{Type::other};
    }
    if (c == '@' && starts_identifier(at_ + 1)) {
      ++at_;
      return Token{Type::at_keyword, name()};
    }
    if (starts_identifier(at_)) return identifier_like();
    ++at_;
    return Token{Type::delimiter, {}, c};
  }

 private:
  [[nodiscard]] std::string_view rest() const { return sheet_.substr(at_); }
  [[nodiscard]] bool is_space(std::size_t at) const { return at < sheet_.size() && absolve::is_space(sheet_[at]); }
  [[nodiscard]] bool is_quote(std::size_t at) const {
    return at < sheet_.size() && (sheet_[at] == '"' || sheet_[at] == '\'');
  }
  [[nodiscard]] bool is_digit(std::size_t at) const { return at < sheet_.size() && absolve::is_digit(sheet_[at]); }
  [[nodiscard]] bool is_escape(std::size_t at) const {
    if (at >= sheet_.size() || sheet_[at] != '\\') return false;
    return at + 1 == sheet_.size() || std::string_view("\n\r\f").find(sheet_[at + 1]) == std::string_view::npos;
  }
  [[nodiscard]] bool starts_identifier(std::size_t at) const {
    if (at >= sheet_.size()) return false;
    if (sheet_[at] != '-') return is_name_start(sheet_[at]) || is_escape(at);
    ++at;
    return (at < sheet_.size() && (is_name_start(sheet_[at]) || sheet_[at] == '-')) || is_escape(at);
  }
  [[nodiscard]] bool starts_number(std::size_t at) const {
    if (at < sheet_.size() && (sheet_[at] == '+' || sheet_[at] == '-')) ++at;
    return is_digit(at) || (at < sheet_.size() && sheet_[at] == '.' && is_digit(at + 1));
  }

  void escape() {
    ++at_;
    std::size_t digits = 0;
    while (digits < 6 && at_ < sheet_.size() && digit_value(sheet_[at_]) < 16) {
      ++digits;
      ++at_;
    }
    if (digits == 0) {
      if (at_ < sheet_.size()) ++at_;
    } else if (rest().starts_with("\r\n")) {
      at_ += 2;
    } else if (is_space(at_)) {
      ++at_;
    }
  }

  std::string name() {
    const std::size_t begin = at_;
    for (;;) {
      if (at_ < sheet_.size() && is_name(sheet_[at_])) ++at_;
      else if (is_escape(at_)) escape();
      else break;
    }
    return lower_case(codec::decode_css(sheet_.substr(begin, at_ - begin)));
  }

  Token string() {
    const char quote = sheet_[at_++];
    Token token{
        Type::string, {}, '\0', {at_, at_, quote == '"' ? css::Url::Form::quotation_mark : css::Url::Form::apostrophe}};
    for (; at_ < sheet_.size(); token.url.end = at_) {
      const char c = sheet_[at_];
      if (c == quote) {
        ++at_;
        return token;
      }
      if (c == '\n' || c == '\r' || c == '\f') return Token{Type::bad_string};
      if (c == '\\' && at_ + 1 == sheet_.size()) {
        ++at_;
        return token;
      }
      if (is_escape(at_)) escape();
      else if (rest().starts_with("\\\r\n")) at_ += 3;
      else at_ += c == '\\' ? 2 : 1;
    }
    return token;
  }

  Token numeric() {
    if (sheet_[at_] == '+' || sheet_[at_] == '-') ++at_;
    while (is_digit(at_)) ++at_;
    if (rest().starts_with('.') && is_digit(at_ + 1)) ++at_;
    while (is_digit(at_)) ++at_;
    if (rest().starts_with('e') || rest().starts_with('E')) {
      const std::size_t sign = at_ + 1 < sheet_.size() && (sheet_[at_ + 1] == '+' || sheet_[at_ + 1] == '-') ? 1 : 0;
      if (is_digit(at_ + 1 + sign)) at_ += 1 + sign;
      while (is_digit(at_)) ++at_;
    }
    if (starts_identifier(at_)) name();
    else if (rest().starts_with('%')) ++at_;
    return Token{Type::other};
  }

  Token identifier_like() {
    const std::string text = name();
    if (!rest().starts_with('(')) return Token{Type::other};
    ++at_;
    if (text != "url") return Token{Type::function, text};
    while (is_space(at_) && is_space(at_ + 1)) ++at_;
    if (is_quote(at_) || (is_space(at_) && is_quote(at_ + 1))) return Token{Type::function, text};
    return url();
  }

  Token url() {
    while (is_space(at_)) ++at_;
    Token token{Type::url, {}, '\0', {at_, at_, css::Url::Form::unquoted}};
    for (; at_ < sheet_.size(); token.url.end = at_) {
      const char c = sheet_[at_];
      if (is_space(at_)) {
        while (is_space(at_)) ++at_;
        if (at_ < sheet_.size() && sheet_[at_] != ')') return bad_url();
        if (at_ < sheet_.size()) ++at_;
        return token;
      }
      if (c == ')') {
        ++at_;
        return token;
      }
      const bool non_printable =
          (c > '\0' && c <= '\x08') || c == '\x0B' || (c >= '\x0E' && c <= '\x1F') || c == '\x7F';
      if (is_quote(at_) || c == '(' || non_printable || (c == '\\' && !is_escape(at_))) return bad_url();
      if (c == '\\') escape();
      else ++at_;
    }
    return token;
  }

  Token bad_url() {
    while (at_ < sheet_.size() && sheet_[at_] != ')') {
      if (is_escape(at_)) escape();
      else ++at_;
    }
    if (at_ < sheet_.size()) ++at_;
    return Token{Type::bad_url};
  }

  std::string_view sheet_;
  std::size_t at_ = 0;
};

/// What ends each open bracket: ')' of an image-set() is an 'i' here, that of an @namespace an 'n'.
class Reader {
 public:
  explicit Reader(std::string_view sheet) : lexer_(sheet) {}

  std::vector<css::Url> all() {
    for (token_ = lexer_.next(); token_;) consume();
    return std::move(urls_);
  }

 private:
  void consume() {
    const Token token = *token_;
    const bool right_in_image_set = !open_.empty() && open_.back() == 'i';
    token_ = lexer_.next();
    switch (token.type) {
      case Type::url: return add(token);
      case Type::string:
        if (right_in_image_set) add(token);
        return;
      case Type::function: return function(token.name);
      case Type::at_keyword:
        if (open_.empty() && token.name == "import") consume_string();
        else if (open_.empty() && token.name == "namespace") open_ += 'n';
        return;
      case Type::delimiter: return delimiter(token.delimiter);
      default: return;
    }
  }

  void function(const std::string& name) {
    if (name == "image-set" || name == "-webkit-image-set") {
      open_ += 'i';
      return;
    }
    delimiter('(');
    if (name == "url" || name == "src") consume_string();
  }

  /// The string that comes next, if one does.
  void consume_string() {
    while (token_ && token_->type == Type::space) token_ = lexer_.next();
    if (!token_ || token_->type != Type::string) return;
    add(*token_);
    token_ = lexer_.next();
  }

  void delimiter(char c) {
    if (open_.empty()) return;
    const auto close = [&](char end) {
      if (!open_.empty() && open_.back() == end) open_.pop_back();
    };
    if (c == '(') open_ += ')';
    else if (c == '[') open_ += ']';
    else if (c == '{') open_ += '}';
    else if (c == ')') close(open_.back() == 'i' ? 'i' : ')');
    else if (c == ']' || c == '}') close(c);
    if (c == ';' || c == '}') close('n');
  }

  void add(const Token& token) {
    if (!open_.starts_with('n')) urls_.push_back(token.url);
  }

  Lexer lexer_;
  std::optional<Token> token_;
  std::string open_;
  std::vector<css::Url> urls_;
};

}  // namespace

std::vector<css::Url> urls_by_tokens(std::string_view sheet) { return Reader(sheet).all(); }

}  // namespace absolve::test
