#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "ascii.h"
#include "markup.h"

namespace absolve::inline detail {

/// The end of a document type declaration (XML 1.0, section 2.8): the first `>` or, after a `[`, the first `]>`.
///
///     <!DOCTYPE feed SYSTEM "a" [<!ENTITY b "c"> <!-- ]> --> ]>
///                               |                           ^ ends it
///                               the internal subset
///
/// The end can't be in a comment or a processing instruction. A literal that extends over a possible end is not treated
/// as one: otherwise a literal that is never closed would extend into the document, and the content of the document
/// would determine where it starts.
class DoctypeEnd {
 public:
  /// Whether the declaration ends at byte `at`. Must be called for consecutive bytes, from after `<!DOCTYPE` on.
  [[nodiscard]] bool is_at(std::string_view text, std::size_t at) noexcept {
    const char c = text[at];
    if (c == '[') in_subset_ = true;
    if (c == ']') subset_ended_ = in_subset_;
    else if (!is_space(c) && c != '>') subset_ended_ = false;
    return c == '>' && (!in_subset_ || subset_ended_);
  }

  [[nodiscard]] bool in_subset() const noexcept { return in_subset_; }

  /// The offset after the literal, comment or processing instruction at `at`; if there is none, after the byte there.
  /// Linear in what is skipped.
  [[nodiscard]] std::size_t after(std::string_view text, std::size_t at) const noexcept {
    const std::string_view rest = text.substr(at, 4);
    if (rest == "<!--") return after_xml_comment(text, at);
    if (rest.starts_with("<?")) return after_processing_instruction(text, at);
    if (!is_quote(rest.front())) return at + 1;
    const std::size_t close = text.find(rest.front(), at + 1);
    if (close == std::string_view::npos) return at + 1;
    DoctypeEnd inside = *this;
    for (std::size_t i = at + 1; i < close; ++i) {
      if (inside.is_at(text, i)) return at + 1;
    }
    return close + 1;
  }

 private:
  bool in_subset_ = false;
  bool subset_ended_ = false;  // by the last byte that is not white space
};

/// Reads the declaration whose `<!DOCTYPE` is at `at`, and calls `visit(at, in_subset)` for the first byte of each
/// comment, processing instruction and literal in it, and for each byte outside of them. Returns the offset after the
/// declaration; nullopt if it is not closed. Linear.
template <class Visit>
[[nodiscard]] std::optional<std::size_t> read_doctype(std::string_view text, std::size_t at, Visit&& visit) {
  DoctypeEnd end;
  for (at += std::string_view("<!DOCTYPE").size(); at < text.size(); at = end.after(text, at)) {
    if (end.is_at(text, at)) return at + 1;
    visit(at, end.in_subset());
  }
  return std::nullopt;
}

}  // namespace absolve::inline detail
