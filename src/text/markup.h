#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "ascii.h"
#include "xml_names.h"

namespace absolve::inline detail {

// Where markup that is not text ends. A comment, a processing instruction or a CDATA section that is not closed extends
// to the end of the text.

/// The offset after the first `mark` from `at` on; if there is none, the size. Linear.
[[nodiscard]] inline std::size_t after_mark(std::string_view text, std::string_view mark, std::size_t at) noexcept {
  const std::size_t found = text.find(mark, at);
  return found == std::string_view::npos ? text.size() : found + mark.size();
}

/// The offset of the first tag, comment or doctype, by how it begins (HTML standard, section 13.2.5.6); if there is
/// none, the size. An address in angle brackets is no tag: `<a@b.example>`, `<http://a.example>`, `<a.html>`. What has
/// attributes or an end tag is one: `<Foo.Bar href="x">`, `<motion.div></motion.div>`. Linear.
[[nodiscard]] constexpr std::size_t find_tag(std::string_view text) noexcept {
  const auto is_start_tag = [](std::string_view inside) {
    const std::size_t end = std::min(inside.find_first_of(" \t\n\f\r/<>"), inside.size());
    const std::string_view name = inside.substr(0, end);
    const std::string_view rest = inside.substr(end);
    const bool is_file = rest.starts_with('>') && name.find('.') < std::min(name.find('-'), name.size() - 1);
    const bool is_url = name.ends_with(':') && rest.starts_with("//");
    return !is_file && !is_url && name.find('@') == std::string_view::npos;
  };
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    const std::string_view inside = text.substr(at + 1);
    const std::string_view name = inside.substr(inside.starts_with('/') ? 1 : 0);
    const bool is_named = !name.empty() && is_letter(name.front());
    if (inside.starts_with('!') || (is_named && (name.size() < inside.size() || is_start_tag(name)))) return at;
  }
  return text.size();
}

/// The offset after the bogus comment, or the doctype, that contains `at` (HTML standard, section 13.2.5.41). Linear.
[[nodiscard]] inline std::size_t after_bogus_comment(std::string_view text, std::size_t at) noexcept {
  return after_mark(text, ">", at);
}

/// The offset after the HTML comment whose `<!--` is at `at` (sections 13.2.5.43 to 13.2.5.52). Linear.
///
///     <!-- a -->    <!-- b --!>    <!-->    <!--->
///     at        ^   at         ^   at   ^   at    ^
[[nodiscard]] inline std::size_t after_comment(std::string_view text, std::size_t at) noexcept {
  const auto is_at = [&](std::size_t place, char c) { return place < text.size() && text[place] == c; };
  at += 4;
  if (is_at(at, '>')) return at + 1;
  if (is_at(at, '-') && is_at(at + 1, '>')) return at + 2;
  for (at = text.find("--", at); at != std::string_view::npos; at = text.find("--", at + 1)) {
    if (is_at(at + 2, '>')) return at + 3;
    if (is_at(at + 2, '!') && is_at(at + 3, '>')) return at + 4;
  }
  return text.size();
}

/// The offset after the XML comment whose `<!--` is at `at` (XML 1.0, section 2.5). Linear.
[[nodiscard]] inline std::size_t after_xml_comment(std::string_view text, std::size_t at) noexcept {
  return after_mark(text, "-->", at + 4);
}

/// The offset after the processing instruction whose `<?` is at `at` (section 2.6). Linear.
[[nodiscard]] inline std::size_t after_processing_instruction(std::string_view text, std::size_t at) noexcept {
  return after_mark(text, "?>", at + 2);
}

/// The offset after a start or end tag, given the end of its name, if HTML and XML read it in the same way: each
/// attribute has a value in quotes. npos for any other tag. Linear.
///
///     <g title=">" id='a'/>    <g title=a>    <g ="b">
///       at                 ^     npos           npos
[[nodiscard]] inline std::size_t after_plain_tag(std::string_view text, std::size_t at) noexcept {
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '>') return at + 1;
    if (c == '<' || c == '"' || c == '\'') break;
    if (c != '=') continue;
    const char quote = at + 1 < text.size() ? text[at + 1] : '\0';
    if (!is_in_xml_name(text[at - 1]) || (quote != '"' && quote != '\'')) break;
    at = text.find(quote, at + 2);
    if (at == std::string_view::npos) break;
  }
  return std::string_view::npos;
}

}  // namespace absolve::inline detail
