#include "literals.h"

#include <algorithm>
#include <array>

#include "../text/ascii.h"
#include "tokens.h"

namespace absolve::javascript {
namespace {

/// The keywords of ECMAScript (section 12.7.2), and the words that are keywords only in some places, or are reserved.
constexpr auto keywords = std::to_array<std::string_view>({
    "as",      "async",   "await",      "break",  "case",   "catch",      "class",     "const",  "continue", "default",
    "delete",  "do",      "else",       "enum",   "export", "extends",    "finally",   "for",    "from",     "function",
    "get",     "if",      "implements", "import", "in",     "instanceof", "interface", "let",    "new",      "of",
    "package", "private", "protected",  "public", "return", "set",        "static",    "switch", "throw",    "try",
    "typeof",  "var",     "void",       "while",  "with",   "yield",
});

static_assert(std::ranges::is_sorted(keywords));

/// Tracks the tokens of a text, and whether they can be those of a script.
///
///     var a = '<b>'; // c      words and strings side by side: only `var a`, beside a keyword
///     |literal ---^  ^-- ^     comments are between tokens
class Script {
 public:
  Script(std::string_view text, bool cut) : text_(text), cut_(cut) {}

  std::optional<std::vector<Literal>> literals() {
    Tokens tokens(text_);
    while (const auto token = tokens.next()) {
      if (!consume(*token)) return std::nullopt;
    }
    const std::size_t comment = text_.find("/*", end_);
    const bool is_open = comment != std::string_view::npos && text_.find("*/", comment) == std::string_view::npos;
    add_comment(text_.size());
    if (!has_sign_ || (is_open && !cut_)) return std::nullopt;
    return std::move(literals_);
  }

 private:
  enum class Kind { other, name, keyword, string };

  /// False: this can't be a script.
  bool consume(const Token& token) {
    const Token whole = with_quotes(token);
    const std::string_view text = text_.substr(whole.begin, whole.end - whole.begin);
    const bool is_template = text.starts_with('`') || (text.starts_with('}') && text.size() > 1);
    const bool is_literal = token.kind == Token::Kind::string || is_template || is_quote(text.front());
    if (is_broken(token, text)) return false;
    add_comment(whole.begin);
    const bool is_expression = token.kind == Token::Kind::other && text.front() == '/' && text.size() > 1;
    if (is_literal || is_expression) literals_.push_back({whole.begin, whole.end});
    const Kind kind = is_template                        ? Kind::other  // it may stand after the name of a function
                      : is_literal                       ? Kind::string
                      : token.kind == Token::Kind::other ? Kind::other
                      : is_keyword(text)                 ? Kind::keyword
                                                         : Kind::name;
    const auto stands_alone = [](Kind one) { return one == Kind::name || one == Kind::string; };
    const std::string_view between = text_.substr(end_, whole.begin - end_);
    if (stands_alone(before_) && stands_alone(kind) && between.find_first_of("\n\r") == std::string_view::npos)
      return false;
    const bool ends_reference = text == ";" && before_ == Kind::name && begin_ > 0 && text_[begin_ - 1] == '&';
    const bool is_sign = kind == Kind::other && (text == "=" || text == "(" || (text == ";" && !ends_reference));
    const bool names_member = text == ":" && before_ == Kind::string;  // {"a": 1}
    has_sign_ = has_sign_ || kind == Kind::keyword || is_sign || names_member;
    before_ = kind;
    begin_ = whole.begin;
    end_ = whole.end;
    return true;
  }

  [[nodiscard]] Token with_quotes(const Token& token) const noexcept {
    return token.kind == Token::Kind::string ? Token{token.kind, token.begin - 1, token.end + 1} : token;
  }

  /// Whether a string or a template is not closed, though the text goes on after it or is whole.
  [[nodiscard]] bool is_broken(const Token& token, std::string_view text) const noexcept {
    if (token.kind != Token::Kind::other) return false;
    const bool is_open_string = is_quote(text.front());
    const bool is_piece = text.front() == '`' || (text.front() == '}' && text.size() > 1);
    const bool ends = text.size() > 1 && (text.ends_with('`') || text.ends_with("${"));
    const bool may_end_later = cut_ && token.end == text_.size();
    return (is_open_string || (is_piece && !ends)) && !may_end_later;
  }

  /// Text between two tokens that is not white space is a comment.
  void add_comment(std::size_t end) {
    if (text_.substr(end_, end - end_).find('/') != std::string_view::npos) literals_.push_back({end_, end});
  }

  std::string_view text_;
  bool cut_;
  std::vector<Literal> literals_;
  Kind before_ = Kind::other;  // the last token
  std::size_t begin_ = 0;      // of it
  std::size_t end_ = 0;
  bool has_sign_ = false;  // of a script
};

}  // namespace

bool is_keyword(std::string_view word) noexcept { return std::ranges::binary_search(keywords, word); }

std::optional<std::vector<Literal>> literals_of(std::string_view text, bool cut) {
  return Script(text, cut).literals();
}

}  // namespace absolve::javascript
