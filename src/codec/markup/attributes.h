#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "../../text/ascii.h"
#include "../codec.h"

namespace absolve::markup {

/// An attribute in a tag; offsets are bytes of the text, from 0.
///
///     <a href = "x" download>
///        name    ^value
struct Attribute {
  std::size_t name_begin;
  std::size_t name_end;
  std::size_t value_begin;  // without quotes; if there is no value, where one would be inserted
  std::size_t value_end;
  codec::Coding coding;

  [[nodiscard]] std::string_view name(std::string_view text) const noexcept {
    return text.substr(name_begin, name_end - name_begin);
  }
  [[nodiscard]] std::string_view value(std::string_view text) const noexcept {
    return text.substr(value_begin, value_end - value_begin);
  }
};

inline constexpr std::size_t unclosed = std::string_view::npos;

namespace detail {

enum : unsigned char { ends_tag_name = 1, ends_attribute_name = 2, ends_unquoted = 4, skipped_before_name = 8 };

/// The classes of bytes that end or separate the parts of a tag, by tokenizer state.
inline constexpr auto classes = [] {
  std::array<unsigned char, 256> table{};
  for (const char space : {' ', '\n', '\t', '\r', '\f'}) {
    table[static_cast<unsigned char>(space)] =
        ends_tag_name | ends_attribute_name | ends_unquoted | skipped_before_name;
  }
  table['/'] = ends_tag_name | ends_attribute_name | skipped_before_name;
  table['>'] = ends_tag_name | ends_attribute_name | ends_unquoted;
  table['='] = ends_attribute_name;
  return table;
}();

[[nodiscard]] inline std::size_t find_class(std::string_view text, std::size_t at, unsigned char wanted) noexcept {
  while (at < text.size() && (classes[static_cast<unsigned char>(text[at])] & wanted) == 0) ++at;
  return at;
}

[[nodiscard]] inline std::size_t skip_class(std::string_view text, std::size_t at, unsigned char wanted) noexcept {
  while (at < text.size() && (classes[static_cast<unsigned char>(text[at])] & wanted) != 0) ++at;
  return at;
}

}  // namespace detail

/// Tag name state: the end of the name that starts at `at`.
[[nodiscard]] inline std::size_t tag_name_end(std::string_view text, std::size_t at) noexcept {
  return detail::find_class(text, at, detail::ends_tag_name);
}

/// Reads the attributes of a tag, from after its name on, as the tokenizer of the HTML standard does (section 13.2.5.32
/// and on). Calls `visit` with each one, duplicates included. Returns the offset after the `>`, or `unclosed` if the
/// text ends first: then it is not a tag, and its attributes must be ignored.
template <class Visit>
std::size_t read_attributes(std::string_view text, std::size_t at, Visit&& visit) {
  using namespace detail;
  const std::size_t size = text.size();
  for (;;) {
    at = skip_class(text, at, skipped_before_name);  // before attribute name, self-closing start tag
    if (at >= size) return unclosed;
    if (text[at] == '>') return at + 1;

    Attribute attribute{};
    attribute.name_begin = at;
    at = find_class(text, at + 1, ends_attribute_name);  // an equals sign may be the first character of a name
    attribute.name_end = at;
    while (at < size && is_space(text[at])) ++at;  // after attribute name
    if (at >= size) return unclosed;
    if (text[at] != '=') {
      attribute.value_begin = attribute.value_end = attribute.name_end;
      attribute.coding = codec::Coding::absent;
      visit(attribute);
      continue;
    }

    const std::size_t after_equals = ++at;
    while (at < size && is_space(text[at])) ++at;  // before attribute value
    if (at >= size) return unclosed;
    switch (const char first = text[at]) {
      case '"':
      case '\'': {
        const std::size_t close = text.find(first, at + 1);
        if (close == std::string_view::npos) return unclosed;
        attribute.value_begin = at + 1;
        attribute.value_end = close;
        attribute.coding = first == '"' ? codec::Coding::quotation_mark : codec::Coding::apostrophe;
        at = close + 1;
        break;
      }
      case '>':
        attribute.value_begin = attribute.value_end = after_equals;
        attribute.coding = codec::Coding::missing;
        break;
      default:
        attribute.value_begin = at;
        attribute.value_end = at = find_class(text, at, ends_unquoted);
        attribute.coding = codec::Coding::unquoted;
        if (at >= size) return unclosed;
    }
    visit(attribute);
  }
}

/// Whether the slash before the `>` of a tag that ends at `end` makes it self-closing in foreign content. In `<a b=c/>`
/// it is part of the value.
[[nodiscard]] inline bool is_self_closing(std::string_view text, std::size_t name_end, std::size_t end) {
  if (text[end - 2] != '/') return false;
  bool part_of_value = false;
  read_attributes(text, name_end, [&](const Attribute& attribute) {
    part_of_value = attribute.coding == codec::Coding::unquoted && attribute.value_end == end - 1;
  });
  return !part_of_value;
}

/// The first attribute with a name (in lower case) in the tag whose name ends at `name_end`; nullopt if it has none.
[[nodiscard]] inline std::optional<Attribute> find_attribute(std::string_view text, std::size_t name_end,
                                                             std::string_view name) {
  std::optional<Attribute> found;
  read_attributes(text, name_end, [&](const Attribute& attribute) {
    if (!found && is_name(attribute.name(text), name)) found = attribute;
  });
  return found;
}

}  // namespace absolve::markup
