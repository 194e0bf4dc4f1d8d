#include "media_type.h"

#include <algorithm>
#include <array>
#include <map>

#include "../text/ascii.h"
#include "../text/numbers.h"
#include "../text/percent.h"
#include "grammar.h"

namespace absolve::mime {
namespace {

/// Reads the grammar of structured fields, from left to right.
class Lexer {
 public:
  explicit Lexer(std::string_view text) noexcept : text_(text) {}

  /// Skips white space and comments, which may be nested.
  void skip_blanks() noexcept {
    while (at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == '(')) {
      at_ = text_[at_] == '(' ? std::min(after_comment(text_, at_), text_.size()) : at_ + 1;
    }
  }

  [[nodiscard]] bool at_end() noexcept {
    skip_blanks();
    return at_ == text_.size();
  }

  [[nodiscard]] bool accept(char c) noexcept {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  /// The text up to white space or one of `ends`.
  [[nodiscard]] std::string_view word(std::string_view ends) noexcept {
    skip_blanks();
    const std::size_t begin = at_;
    const auto ends_here = [&](char c) { return is_space(c) || std::ranges::find(ends, c) != ends.end(); };
    while (at_ < text_.size() && !ends_here(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  /// A quoted string, otherwise the text up to the next semicolon or white space.
  [[nodiscard]] std::string value() {
    if (!accept('"')) return std::string(word(";("));
    std::string result;
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      result += text_[at_];
    }
    if (at_ < text_.size()) ++at_;
    return result;
  }

  /// Skips the text up to and including the next semicolon; false if there is none.
  [[nodiscard]] bool next_parameter() {
    while (at_ < text_.size()) {
      if (accept(';')) return true;
      if (at_ < text_.size() && text_[at_] == '"') {
        static_cast<void>(value());
      } else if (at_ < text_.size()) {
        ++at_;
      }
    }
    return false;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// Decodes percent-encoded text, without the charset and the language at the start of the first piece.
std::string from_percent_notation(std::string_view text, bool first) {
  if (first) {
    const std::size_t charset_end = text.find('\'');
    const std::size_t language_end =
        charset_end == std::string_view::npos ? charset_end : text.find('\'', charset_end + 1);
    if (language_end != std::string_view::npos) text.remove_prefix(language_end + 1);
  }
  return percent_decoded(text);
}

/// A parameter's name in the notation of RFC 2231: name, name*, name*0, name*0*.
struct ExtendedName {
  std::string name;
  std::size_t piece = 0;
  bool in_pieces = false;
  bool percent = false;
};

ExtendedName read_name(std::string_view text) {
  ExtendedName result;
  const std::size_t star = text.find('*');
  result.name = lower_case(text.substr(0, star));
  if (star == std::string_view::npos) return result;
  text.remove_prefix(star + 1);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto piece = digits < 6 ? read_number<std::size_t>(text.substr(0, digits)) : std::nullopt;
  result.in_pieces = piece.has_value();
  result.piece = piece.value_or(0);
  result.percent = digits == 0 || text.ends_with('*');
  return result;
}

/// Reads the parameters after a type or a disposition. The first semicolon may be missing.
Parameters read_parameters(Lexer& lexer) {
  struct Piece {
    std::string text;
    bool percent;
  };
  Parameters parameters;
  std::map<std::string, std::map<std::size_t, Piece>> pieces;
  for (bool more = lexer.accept(';') || !lexer.at_end(); more; more = lexer.next_parameter()) {
    const std::string_view word = lexer.word("=;");
    if (word.empty() || !lexer.accept('=')) continue;
    ExtendedName name = read_name(word);
    std::string text = lexer.value();
    if (name.in_pieces) {
      pieces[name.name].try_emplace(name.piece, Piece{std::move(text), name.percent});
    } else {
      parameters.emplace_back(std::move(name.name), name.percent ? from_percent_notation(text, true) : std::move(text));
    }
  }
  for (const auto& [name, parts] : pieces) {
    std::string whole;
    std::size_t expected = 0;
    for (const auto& [number, piece] : parts) {
      if (number != expected++) break;  // RFC 2231 section 3: numbered from 0, without gaps
      whole += piece.percent ? from_percent_notation(piece.text, number == 0) : piece.text;
    }
    parameters.emplace_back(name, std::move(whole));
  }
  return parameters;
}

}  // namespace

std::string_view parameter(const Parameters& parameters, std::string_view name) noexcept {
  const auto found = std::ranges::find(parameters, name, &Parameters::value_type::first);
  return found == parameters.end() ? std::string_view() : std::string_view(found->second);
}

bool MediaType::is_message() const noexcept {
  constexpr auto messages = std::to_array<std::string_view>({"message/rfc822", "message/global", "message/news"});
  return std::ranges::find(messages, name) != messages.end();
}

MediaType read_media_type(std::string_view value) {
  MediaType result;
  Lexer lexer(value);
  const std::string type = lower_case(lexer.word("/;("));
  const std::string subtype = lexer.accept('/') ? lower_case(lexer.word(";(")) : "";
  if (type.empty() || subtype.empty()) return result;
  result.name = type + "/" + subtype;
  result.parameters = read_parameters(lexer);
  return result;
}

namespace {

std::string parameter_of_disposition(std::string_view disposition, std::string_view name) {
  Lexer lexer(disposition);
  static_cast<void>(lexer.word(";("));  // inline, attachment or form-data
  return std::string(parameter(read_parameters(lexer), name));
}

}  // namespace

std::string file_name_of(std::string_view disposition) { return parameter_of_disposition(disposition, "filename"); }
std::string field_name_of(std::string_view disposition) { return parameter_of_disposition(disposition, "name"); }

TransferEncoding read_transfer_encoding(std::string_view value) {
  struct Row {
    std::string_view name;
    TransferEncoding encoding;
  };
  constexpr auto names = std::to_array<Row>({
      {"", TransferEncoding::identity},
      {"7bit", TransferEncoding::identity},
      {"7-bit", TransferEncoding::identity},
      {"7 bit", TransferEncoding::identity},
      {"7bits", TransferEncoding::identity},
      {"8bit", TransferEncoding::identity},
      {"8-bit", TransferEncoding::identity},
      {"8 bit", TransferEncoding::identity},
      {"8bits", TransferEncoding::identity},
      {"binary", TransferEncoding::identity},
      {"quoted-printable", TransferEncoding::quoted_printable},
      {"base64", TransferEncoding::base64},
  });
  const auto encoding_named = [&](std::string_view name) {
    const auto row = std::ranges::find_if(names, [&](const Row& one) { return equal_ignoring_case(one.name, name); });
    return row == names.end() ? TransferEncoding::unknown : row->encoding;
  };
  const TransferEncoding alone = encoding_named(value);  // nearly always there is nothing but the name
  if (alone != TransferEncoding::unknown) return alone;
  Lexer lexer(value);
  std::string name;
  while (!lexer.at_end() && !lexer.accept(';')) {
    if (name.empty()) name = lexer.value();
    else name.append(" ").append(lexer.value());
  }
  return encoding_named(name);
}

codec::Coding coding_of(TransferEncoding encoding) noexcept {
  switch (encoding) {
    case TransferEncoding::quoted_printable: return codec::Coding::quoted_printable;
    case TransferEncoding::base64: return codec::Coding::base64;
    case TransferEncoding::identity:
    case TransferEncoding::unknown: break;
  }
  return codec::Coding::identity;
}

}  // namespace absolve::mime
