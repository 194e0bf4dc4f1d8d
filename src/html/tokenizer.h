#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "../codec/markup/attributes.h"
#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "../text/find_byte.h"
#include "../text/markup.h"
#include "foreign_content.h"

namespace absolve::html {

/// The tokenizer of the HTML standard (section 13.2.5) over a text in memory. The states have the names of the
/// standard; each takes the offset where it starts and returns the offset where the data state continues.
///
/// Everything that depends on the tree is left to `Reader`, which derives from this class. It has:
///
///     std::size_t start_tag(std::size_t at)   reads the tag whose `<` is at `at`, and its text if it holds text
///     std::size_t end_tag(std::size_t at)
///     std::size_t no_text(std::size_t at, std::size_t end)   a comment, a doctype, `</>`; returns `end`, or the text's
///                                                            size to end the reading
///     std::size_t cdata_section(std::size_t at, std::size_t end)   likewise
///     bool takes_cdata(std::size_t at)        whether the current node is foreign, so that there is one at `at`
template <class Reader>
class Tokenizer {
 protected:
  explicit Tokenizer(std::string_view text) noexcept : text_(text) {}

  void data() {
    for (std::size_t at = find_byte(text_, 0, '<'); at < text_.size(); at = find_byte(text_, at, '<'))
      at = tag_open(at);
  }

  /// What follows the start tag of an HTML element with these traits, which ends at `end`: markup, or text.
  [[nodiscard]] std::size_t content(const SeenTag& tag, std::size_t end) const {
    if ((tag.traits & raw_text) != 0) return raw_text_content(end, tag.name());
    if ((tag.traits & script) != 0) return script_data(end);
    return (tag.traits & plaintext) != 0 ? text_.size() : end;
  }

  [[nodiscard]] SeenTag seen_tag(std::size_t at) const noexcept {
    const std::size_t name_end = markup::tag_name_end(text_, at + 1);
    const std::size_t number = elements.number_of(text_.substr(at + 1, name_end - at - 1));
    return {text_, at, name_end, number == 0 ? 0 : elements[number].traits, {static_cast<std::uint8_t>(number)}};
  }

  /// The offset after the tag whose name ends at `name_end`, or `unclosed`.
  [[nodiscard]] std::size_t tag_end(std::size_t name_end) const {
    if (peek(name_end) == '>') return name_end + 1;
    return markup::read_attributes(text_, name_end, [](const markup::Attribute&) {});
  }

  [[nodiscard]] char peek(std::size_t at) const noexcept { return at < text_.size() ? text_[at] : '\0'; }

  std::string_view text_;

 private:
  Reader& reader() noexcept { return static_cast<Reader&>(*this); }

  std::size_t tag_open(std::size_t at) {
    const char c = peek(at + 1);
    if (is_letter(c)) return reader().start_tag(at);
    if (c == '/') return end_tag_open(at);
    if (c == '!') return markup_declaration_open(at);
    if (c == '?') return bogus_comment(at);
    return at + 1;
  }

  std::size_t end_tag_open(std::size_t at) {
    const char c = peek(at + 2);
    if (is_letter(c)) return reader().end_tag(at);
    if (c == '>') return reader().no_text(at, at + 3);
    return at + 2 < text_.size() ? bogus_comment(at) : text_.size();
  }

  std::size_t markup_declaration_open(std::size_t at) {
    const std::string_view rest = text_.substr(at + 2);
    if (rest.starts_with("--")) return reader().no_text(at, after_comment(text_, at));
    if (rest.starts_with("[CDATA[") && reader().takes_cdata(at))
      return reader().cdata_section(at, after_mark(text_, "]]>", at + 9));
    return bogus_comment(at);  // a doctype ends where a bogus comment would
  }

  std::size_t bogus_comment(std::size_t at) { return reader().no_text(at, after_bogus_comment(text_, at)); }

  /// RAWTEXT and RCDATA states: text up to the appropriate end tag.
  [[nodiscard]] std::size_t raw_text_content(std::size_t at, std::string_view name) const {
    for (at = less_than_sign(at); at < text_.size(); at = less_than_sign(at + 1)) {
      if (ends(at, name)) return after_attributes(at + 2 + name.size());
    }
    return text_.size();
  }

  /// Script data, script data escaped and script data double escaped states, with those between them.
  [[nodiscard]] std::size_t script_data(std::size_t at) const {
    enum class State { script_data, escaped, double_escaped };
    State state = State::script_data;
    for (;;) {
      at = state == State::script_data ? less_than_sign(at)
                                       : find_in_set<Bytes<'-', '<'>>(text_, std::min(at, text_.size()));
      if (at >= text_.size()) return text_.size();
      const std::string_view rest = text_.substr(at, 4);
      if (state != State::double_escaped && ends(at, "script")) return after_attributes(at + 8);
      if (state == State::script_data && rest == "<!--") {
        state = State::escaped;
        at += 2;  // its dashes may belong to a `-->`
      } else if (state != State::script_data && rest.starts_with("-->")) {
        state = State::script_data;
        at += 3;
      } else if (state == State::escaped && rest.starts_with('<') && is_tag_name(at + 1, "script")) {
        state = State::double_escaped;
        at += 7;
      } else if (state == State::double_escaped && ends(at, "script")) {
        state = State::escaped;
        at += 8;
      } else {
        ++at;
      }
    }
  }

  [[nodiscard]] std::size_t less_than_sign(std::size_t at) const noexcept { return find_byte(text_, at, '<'); }

  /// Whether an appropriate end tag starts at `at`.
  [[nodiscard]] bool ends(std::size_t at, std::string_view name) const noexcept {
    return peek(at) == '<' && peek(at + 1) == '/' && is_tag_name(at + 2, name);
  }

  /// Whether `name` (in any case) is at `at`, and is followed by the end of a tag name.
  [[nodiscard]] bool is_tag_name(std::size_t at, std::string_view name) const noexcept {
    if (at + name.size() >= text_.size()) return false;
    const char next = text_[at + name.size()];
    return (is_space(next) || next == '/' || next == '>') && equal_ignoring_case(text_.substr(at, name.size()), name);
  }

  [[nodiscard]] std::size_t after_attributes(std::size_t at) const {
    return std::min(markup::read_attributes(text_, at, [](const markup::Attribute&) {}), text_.size());
  }
};

}  // namespace absolve::html
