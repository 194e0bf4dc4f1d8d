// What a module script imports. Imports only tracks the tokens of these statements:
//
//     import -+------------------------ "./a"
//             +- clause -- from ------- "./a"
//             +- ( -------------------- "./a"
//     export --- clause -- from ------- "./a"
//
// `a.import` and `...import` differ in the dots before the word. Everything that is found is left unchanged, and listed
// (finder.h). Linear.

#include "finder.h"

#include "tokens.h"

namespace absolve::javascript {
namespace {

/// Tracks the tokens of a script within an import.
///
///     import "./a"     import b, {c as d} from "./a"     export {e} from "./a"     import("./a")
class Imports {
 public:
  explicit Imports(std::string_view script) noexcept : script_(script) {}

  /// Takes a token. Returns the string of an import if the token completes one; otherwise nullopt.
  [[nodiscard]] std::optional<Token> consume(const Token& token) {
    const std::string_view text = script_.substr(token.begin, token.end - token.begin);
    const bool is_string = token.kind == Token::Kind::string;
    const bool is_word = token.kind == Token::Kind::word;
    const bool is_member = dots_ == 1;  // a property of an object, whatever its name is
    dots_ = !is_string && text == "." ? dots_ + 1 : 0;
    const After after = after_;
    after_ = After::other;
    if (is_word && !is_member && (text == "import" || text == "export")) {
      after_ = text == "import" ? After::import_word : After::export_word;
      return std::nullopt;
    }
    const bool begins_clause = !is_string && (text == "{" || text == "*");
    switch (after) {
      case After::import_word:
        if (is_string) return token;
        if (begins_clause || is_word) after_ = After::clause;
        if (text == "(") after_ = After::parenthesis;
        break;
      case After::export_word:
        if (begins_clause) after_ = After::clause;
        break;
      case After::from_word:
        if (is_string) return token;
        [[fallthrough]];
      case After::clause:
        if (begins_clause || is_word || is_string || text == "}" || text == ",") after_ = After::clause;
        if (is_word && text == "from") after_ = After::from_word;
        break;
      case After::parenthesis:
        if (is_string) return token;  // also if more is appended to it
        break;
      case After::other: break;
    }
    return std::nullopt;
  }

 private:
  /// The last token.
  enum class After : std::uint8_t {
    other,
    import_word,
    export_word,
    clause,  // in the names that are imported or exported
    from_word,
    parenthesis,  // after import(
  };

  std::string_view script_;
  After after_ = After::other;
  std::size_t dots_ = 0;  // directly before
};

bool is_relative(std::string_view specifier) noexcept {
  return specifier.starts_with("/") || specifier.starts_with("./") || specifier.starts_with("../");
}

}  // namespace

Finding find(std::string_view text, const Request&) {
  Finding finding;
  Imports imports(text);
  Tokens tokens(text);
  while (const auto token = tokens.next()) {
    const auto found = imports.consume(*token);
    if (!found || !is_relative(text.substr(found->begin, found->end - found->begin))) continue;
    finding.values.push_back(Value{.begin = found->begin, .end = found->end, .stays = Stays::script});
  }
  return finding;
}

}  // namespace absolve::javascript
