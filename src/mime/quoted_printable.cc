#include <algorithm>
#include <array>

#include "../splicing/lines.h"
#include "../url/ascii.h"
#include "transfer.h"

namespace absolve::mime {
namespace {

constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }

/// What stands at one place of an encoded body.
struct Token {
  enum class Kind : unsigned char {
    byte,       // one decoded byte: itself or =XX
    soft_end,   // = and a line end: nothing
    padding,    // blanks before a line end: nothing (RFC 2045, section 6.7, rule 3)
    malformed,  // a = before anything else
  };

  Kind kind;
  std::size_t length;
  char byte;
};

/// Reads the tokens of an encoded body, onwards. A run of blanks is looked through once.
class Tokens {
 public:
  explicit Tokens(std::string_view encoded) noexcept : encoded_(encoded) {}

  [[nodiscard]] Token at(std::size_t place) noexcept {
    const char c = encoded_[place];
    if (c == '=') return behind_equals_sign(place);
    if (!is_blank(c)) return {Token::Kind::byte, 1, c};
    if (place >= blanks_end_) blanks_end_ = end_of_blanks(place);
    if (!line_ends_at(blanks_end_)) return {Token::Kind::byte, 1, c};
    return {Token::Kind::padding, blanks_end_ - place, c};
  }

  /// Whether a line end, or the end of the body, stands there.
  [[nodiscard]] bool line_ends_at(std::size_t place) const noexcept {
    return place == encoded_.size() || encoded_[place] == '\n' || encoded_.substr(place, 2) == "\r\n";
  }

 private:
  [[nodiscard]] Token behind_equals_sign(std::size_t place) const noexcept {
    const std::string_view digits = encoded_.substr(place + 1, 2);
    if (digits.size() == 2 && digit_value(digits[0]) < 16 && digit_value(digits[1]) < 16) {
      return {Token::Kind::byte, 3, static_cast<char>(digit_value(digits[0]) * 16 + digit_value(digits[1]))};
    }
    const std::size_t end = end_of_blanks(place + 1);
    if (!line_ends_at(end)) return {Token::Kind::malformed, 1, '='};
    return {Token::Kind::soft_end, std::min(line_end(encoded_, end) + 1, encoded_.size()) - place, '='};
  }

  [[nodiscard]] std::size_t end_of_blanks(std::size_t place) const noexcept {
    while (place < encoded_.size() && is_blank(encoded_[place])) ++place;
    return place;
  }

  std::string_view encoded_;
  std::size_t blanks_end_ = 0;
};

void append_escape(std::string& out, char c) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out.append(1, '=').append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
}

void append_encoded(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c < ' ' || c > '~' || c == '=') {
      append_escape(out, c);
    } else {
      out += c;
    }
  }
}

constexpr std::size_t width_of_token(std::string_view encoded) noexcept { return encoded[0] == '=' ? 3 : 1; }

/// Appends what goes on in a line after `column` bytes and before `behind` others, broken softly where it is too long.
/// A line never starts like a delimiter or like the separator of a mailbox.
void append_wrapped(std::string& out, std::string_view text, std::size_t column, std::size_t behind,
                    std::string_view ending) {
  constexpr auto unsafe_starts = std::to_array<std::string_view>({"From ", "--"});
  for (;;) {
    const auto begins = [&](std::string_view start) { return text.starts_with(start); };
    if (column == 0 && std::ranges::any_of(unsafe_starts, begins)) {
      append_escape(out, text[0]);
      text.remove_prefix(1);
      column = 3;
    }
    if (column + text.size() + std::min(behind, longest_encoded_line) <= longest_encoded_line) {
      out += text;
      return;
    }
    std::size_t fitting = 0;
    while (fitting < text.size()) {
      const std::size_t next = fitting + width_of_token(text.substr(fitting));
      if (column + next >= longest_encoded_line) break;
      fitting = next;
    }
    out.append(text.substr(0, fitting)).append("=").append(ending);
    text.remove_prefix(fitting);
    column = 0;
  }
}

/// Walks through an encoded body beside the edits of the decoded one.
class Encoder {
 public:
  Encoder(std::string_view encoded, std::span<const Edit> edits, std::string_view ending, Strings& strings)
      : encoded_(encoded), tokens_(encoded), edits_(edits), strings_(strings), ending_(ending) {}

  std::vector<Edit> all() {
    while (!edits_.empty()) rewrite_line();
    return std::move(result_);
  }

 private:
  using Kind = Token::Kind;

  /// Passes over one token.
  void step() noexcept {
    const Token token = tokens_.at(at_);
    at_ += token.length;
    if (token.kind == Kind::byte) ++decoded_;
    if (encoded_[at_ - 1] == '\n') line_ = at_;
  }

  /// To the byte at which the next edit begins.
  void find_edit() noexcept {
    while (at_ < encoded_.size()) {
      const bool here = decoded_ == edits_.front().offset;
      if (here && tokens_.at(at_).kind != Kind::soft_end) return;
      if (here && edits_.front().length == 0 && at_ > line_) return;
      step();
    }
  }

  /// From the next edit to the end of its line; the edits on the way are carried out.
  void rewrite_line() {
    find_edit();
    std::size_t begin = at_;
    const std::size_t line = line_;
    std::string text;
    bool hard_end = true;
    for (;;) {
      while (!edits_.empty() && edits_.front().offset == decoded_) replace(text);
      if (tokens_.line_ends_at(at_)) break;
      const Token token = tokens_.at(at_);
      hard_end = token.kind != Kind::soft_end;
      if (token.kind != Kind::byte) break;
      text.append(encoded_.substr(at_, token.length));
      step();
    }
    take_back(begin, line, text, hard_end);
    std::string wrapped;
    append_wrapped(wrapped, text, begin - line, line_at(encoded_, at_).size(), ending_);
    result_.push_back({begin, at_ - begin, strings_.keep(wrapped)});
  }

  /// Carries out the next edit: passes over what it takes away.
  void replace(std::string& text) {
    const Edit edit = edits_.front();
    edits_ = edits_.subspan(1);
    append_encoded(text, edit.text);
    const std::size_t until = decoded_ + edit.length;
    while (decoded_ < until && at_ < encoded_.size()) step();
  }

  /// Draws kept bytes into the new text where the line needs it: a blank would stand at its end and be lost, or
  /// there is no room for the `=` of a soft line end. A line that starts like the separator of a mailbox is drawn in
  /// whole, as what comes behind it now might make it one.
  void take_back(std::size_t& begin, std::size_t line, std::string& text, bool hard_end) const {
    if (text.empty() && hard_end && begin > line && is_blank(encoded_[begin - 1])) text += encoded_[--begin];
    if (hard_end && !text.empty() && is_blank(text.back())) {
      const char blank = text.back();
      text.pop_back();
      append_escape(text, blank);
    }
    if (encoded_.substr(line, begin - line).starts_with("From ")) {
      text.insert(0, encoded_.substr(line, begin - line));
      begin = line;
    }
    while (!text.empty() && begin - line == longest_encoded_line) {
      const std::size_t width = begin - line >= 3 && encoded_[begin - 3] == '=' ? 3 : 1;
      begin -= width;
      text.insert(0, encoded_.substr(begin, width));
    }
  }

  std::string_view encoded_;
  Tokens tokens_;
  std::span<const Edit> edits_;
  Strings& strings_;
  std::string_view ending_;
  std::vector<Edit> result_;
  std::size_t at_ = 0;       // in the encoded body
  std::size_t decoded_ = 0;  // the decoded bytes before it
  std::size_t line_ = 0;     // where the encoded line starts
};

}  // namespace

std::optional<std::string> decode_quoted_printable(std::string_view encoded) {
  Tokens tokens(encoded);
  std::string decoded;
  decoded.reserve(encoded.size());
  for (std::size_t at = 0; at < encoded.size();) {
    const std::size_t plain = std::min(encoded.find_first_of("= \t", at), encoded.size());
    decoded.append(encoded.substr(at, plain - at));
    at = plain;
    if (at == encoded.size()) break;
    const Token token = tokens.at(at);
    if (token.kind == Token::Kind::malformed) return std::nullopt;
    if (token.kind == Token::Kind::byte) decoded += token.byte;
    at += token.length;
  }
  return decoded;
}

std::vector<Edit> encode_quoted_printable(std::string_view encoded, std::span<const Edit> edits,
                                          std::string_view ending, Strings& strings) {
  return Encoder(encoded, edits, ending, strings).all();
}

}  // namespace absolve::mime
