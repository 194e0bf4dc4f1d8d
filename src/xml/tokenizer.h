#pragma once

#include <cstddef>
#include <string_view>

#include "../text/ascii.h"
#include "../text/find_byte.h"
#include "../text/markup.h"
#include "../text/xml_names.h"

namespace absolve::xml {

/// The tokens of XML over a text in memory, read as leniently as HTML: whatever is not a token is text, and a token
/// that is not closed extends to the end. Linear.
///
/// `Reader` derives from this. It has:
///
///     std::size_t start_tag(std::size_t at)   reads the tag whose `<` is at `at`; returns where to continue
///     std::size_t end_tag(std::size_t at)
///     std::size_t doctype(std::size_t at)
///     void processing_instruction(std::size_t at, std::size_t end)
///     void ends_nowhere(std::size_t at, std::string_view what)   nothing closes what begins at `at`
template <class Reader>
class Tokenizer {
 protected:
  explicit Tokenizer(std::string_view text) noexcept : text_(text) {}

  void read(std::size_t from = 0) {
    for (std::size_t at = find_byte(text_, from, '<'); at < text_.size(); at = find_byte(text_, at, '<'))
      at = token(at);
  }

  [[nodiscard]] char peek(std::size_t at) const noexcept { return at < text_.size() ? text_[at] : '\0'; }

  std::string_view text_;

 private:
  Reader& reader() noexcept { return static_cast<Reader&>(*this); }

  std::size_t token(std::size_t at) {
    const char c = peek(at + 1);
    if (starts_xml_name(c)) return reader().start_tag(at);
    if (c == '/') return reader().end_tag(at);
    if (c == '!') return declaration(at);
    return c == '?' ? processing_instruction(at) : at + 1;
  }

  std::size_t declaration(std::size_t at) {
    const std::string_view rest = text_.substr(at + 2);
    if (rest.starts_with("--")) return after_end(at, 4, "-->", "a comment");
    if (rest.starts_with("[CDATA[")) return after_end(at, 9, "]]>", "a CDATA section");
    if (is_name(rest.substr(0, 7), "doctype")) return reader().doctype(at);
    return at + 2;
  }

  std::size_t processing_instruction(std::size_t at) {
    const std::size_t end = after_end(at, 2, "?>", "a processing instruction");
    reader().processing_instruction(at, end);
    return end;
  }

  /// The offset after `mark`, which ends the token that begins at `at`. The first `start` bytes of the token are
  /// skipped in the search.
  std::size_t after_end(std::size_t at, std::size_t start, std::string_view mark, std::string_view what) {
    const std::size_t end = text_.find(mark, at + start);
    if (end != std::string_view::npos) return end + mark.size();
    reader().ends_nowhere(at, what);
    return text_.size();
  }
};

}  // namespace absolve::xml
