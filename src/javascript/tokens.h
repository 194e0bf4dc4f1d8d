#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace absolve::javascript {

/// A token of a script. Offsets are bytes of the text, from 0.
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

/// Iterates over the tokens of a script (ECMAScript, section 12), without comments. Whether a `/` is a division or
/// starts a regular expression is guessed from the token before it. Any text can be read, in linear time; memory is
/// proportional to the open braces.
class Tokens {
 public:
  /// The text must outlive this.
  explicit Tokens(std::string_view script) noexcept : script_(script) {}

  /// The next token; nullopt if there are no more.
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
  [[nodiscard]] Token end_token(Token::Kind kind, std::size_t end, bool ends_value) noexcept;
  bool skip_space() noexcept;

  std::string_view script_;
  std::size_t at_ = 0;
  bool ends_value_ = false;        // the last token can end a value: a `/` after it divides
  std::size_t divided_until_ = 0;  // up to here, a `/` divides, since a regular expression was not closed on its line
  std::string open_;               // open braces: `{`, or `$` in a template
};

}  // namespace absolve::javascript
