#pragma once

#include <cstddef>
#include <string_view>

// The parts of Markdown's grammar that are recognized from their first byte on: destinations, titles, raw HTML. Where
// CommonMark leaves a choice, and where it differs from GitHub's renderer, they are read as that does (GFM 0.29).
// Offsets are bytes of the text. Unless something else is said, a function returns the offset after what it recognized,
// or `none`. All are linear in what they look at.

namespace absolve::markdown {

inline constexpr std::size_t none = std::string_view::npos;

/// A destination, without its angle brackets.
///
///     ](  <a b>  "title")      ](a(b)c)
///          | |    |            ||     |
///      begin end  after        |begin end, after
struct Destination {
  std::size_t begin;
  std::size_t end;
  std::size_t after;  // `none` if there is no destination
  bool in_brackets;
};

/// The byte at an offset; a line end after the text.
[[nodiscard]] inline char byte_at(std::string_view text, std::size_t at) noexcept {
  return at < text.size() ? text[at] : '\n';
}

/// The destination at `at` (section 6.3). A text may end with a bare one only if it is that of a definition.
[[nodiscard]] Destination destination_at(std::string_view text, std::size_t at) noexcept;

/// A title in quotation marks, apostrophes or parentheses.
[[nodiscard]] std::size_t after_title(std::string_view text, std::size_t at) noexcept;

/// The offset after white space, which may include line ends.
[[nodiscard]] std::size_t after_white_space(std::string_view text, std::size_t at) noexcept;

/// The same without line ends.
[[nodiscard]] std::size_t after_blanks(std::string_view text, std::size_t at) noexcept;

/// The label from its `[` on, in which brackets are escaped, up to its `]` (section 4.7).
[[nodiscard]] std::size_t after_label(std::string_view text, std::size_t at) noexcept;

/// An autolink from its `<` on (section 6.5): `<https://a/b>`, `<a@b.example>`.
[[nodiscard]] std::size_t after_autolink(std::string_view text, std::size_t at) noexcept;

/// A tag, a comment, a processing instruction, a declaration or a CDATA section from its `<` on (section 6.6).
/// `looked_at` is how far the text was read, whether there is one or not.
[[nodiscard]] std::size_t after_raw_html(std::string_view text, std::size_t at, std::size_t& looked_at) noexcept;

/// The marker of a list item from the first byte of a line on that is no blank (section 5.2). In a paragraph it must be
/// followed by text, and be a bullet or a 1.
[[nodiscard]] std::size_t after_item_marker(std::string_view line, bool in_paragraph) noexcept;

/// What a footnote begins with, from the same byte on: `[^label]:`.
[[nodiscard]] std::size_t after_footnote_label(std::string_view line) noexcept;

/// The kind of HTML block, from 1 to 7, that a line begins whose first byte that is no blank is its `<` (section 4.6);
/// 0 if there is none. Kind 7 can't interrupt a paragraph.
[[nodiscard]] int html_block_begin(std::string_view line, bool in_paragraph) noexcept;

/// Whether a line ends an HTML block of the kinds 1 to 5.
[[nodiscard]] bool ends_html_block(std::string_view line, int kind) noexcept;

}  // namespace absolve::markdown
