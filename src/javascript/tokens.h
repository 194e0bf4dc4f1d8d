#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace absolve::javascript {

/// A piece of a script. Offsets are bytes of the text, from 0.
///
///     import a from "./b.js"; `c${ d }e`
///     ^word             ^ string without its quotes
struct Token {
  enum class Kind : std::uint8_t {
    word,    // an identifier, a keyword, a number
    string,  // as it is written, without its quotes; a template without a substitution, too
    other,   // a byte of a punctuator, a piece of a template, a regular expression
  };

  Kind kind;
  std::size_t begin;
  std::size_t end;
};

/// Goes over the tokens of a script (ECMAScript, section 12), without its comments. Whether a `/` divides or starts a
/// regular expression is judged by the token before it. Total and linear; memory is that of the braces that are open.
class Tokens {
 public:
  /// The text must outlive this.
  explicit Tokens(std::string_view script) noexcept : script_(script) {}

  /// The next token; nullopt: there are no more.
  [[nodiscard]] std::optional<Token> next();

 private:
  [[nodiscard]] Token word();
  [[nodiscard]] Token string();
  [[nodiscard]] Token piece_of_template();
  [[nodiscard]] Token end_of_template(std::size_t at);
  [[nodiscard]] Token slash();
  [[nodiscard]] Token punctuator();
  [[nodiscard]] std::optional<std::size_t> after_regular_expression() const noexcept;
  [[nodiscard]] std::size_t after_escape(std::size_t at) const noexcept;
  [[nodiscard]] std::size_t line_end(std::size_t at) const noexcept;
  [[nodiscard]] Token take(Token::Kind kind, std::size_t end, bool ends_value) noexcept;
  bool skip_space() noexcept;

  std::string_view script_;
  std::size_t at_ = 0;
  bool ends_value_ = false;        // the last token can: a `/` behind it divides
  std::size_t divided_until_ = 0;  // a regular expression that began before had no end on its line
  std::string open_;               // braces: `{`, or `$` in a template
};

}  // namespace absolve::javascript
