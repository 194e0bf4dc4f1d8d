#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "ascii.h"
#include "markup.h"

namespace absolve::inline detail {

/// The end of a document type declaration (XML 1.0, section 2.8): the first `>`, or behind a `[` the first `]>`.
///
///     <!DOCTYPE feed SYSTEM "a" [<!ENTITY b "c"> <!-- ]> --> ]>
///                               |                           ^ ends it
///                               the internal subset
///
/// In comments and processing instructions nothing ends it, but a literal that crosses a possible end counts as none:
/// otherwise one that is never closed would run on into the document, and what the document holds would say where it
/// starts.
class DoctypeEnd {
 public:
  /// Whether the declaration ends at byte `at`. Bytes are asked for in turn, from after `<!DOCTYPE` on.
  [[nodiscard]] bool is_at(std::string_view text, std::size_t at) noexcept {
    const char c = text[at];
    if (c == '[') in_subset_ = true;
    if (c == ']') subset_ended_ = in_subset_;
    else if (!is_space(c) && c != '>') subset_ended_ = false;
    return c == '>' && (!in_subset_ || subset_ended_);
  }

  [[nodiscard]] bool in_subset() const noexcept { return in_subset_; }

  /// The offset after a literal, a comment or a processing instruction at `at`, or else after the byte
  /// there. Linear in what it passes.
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
  bool subset_ended_ = false;  // by the last byte but white space
};

/// Goes over the declaration whose `<!DOCTYPE` is at `at`, and calls `visit(at, in_subset)` with the first byte of
/// each comment, processing instruction and literal in it, and with each byte outside of them. Returns the offset after
/// the declaration; nullopt: nothing ends it. Linear.
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
