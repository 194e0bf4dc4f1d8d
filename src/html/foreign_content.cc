#include "foreign_content.h"

#include <algorithm>
#include <array>
#include <string>

#include "../url/ascii.h"
#include "attributes.h"
#include "character_references.h"
#include "elements.h"

namespace absolve::html {
namespace {

/// A few MB at the most, and more than any page that means it.
constexpr std::size_t deepest = 1 << 16;

bool breaks_out_of_foreign_content(const SeenTag& tag) {
  if ((tag.traits & font) == 0) return (tag.traits & breaks_out) != 0;
  constexpr auto names = std::to_array<std::string_view>({"color", "face", "size"});
  return std::ranges::any_of(
      names, [&](std::string_view name) { return find_attribute(tag.text, tag.name_end, name).has_value(); });
}

bool says_html(const SeenTag& annotation) {
  const auto attribute = find_attribute(annotation.text, annotation.name_end, "encoding");
  if (!attribute) return false;
  std::string scratch;
  const std::string_view encoding = decode_attribute(attribute->value(annotation.text), scratch);
  return is_name(encoding, "text/html") || is_name(encoding, "application/xhtml+xml");
}

/// Whether the slash before the `>` closes the element; in `<a b=c/>` it is part of the value.
bool is_self_closing(const SeenTag& tag, std::size_t end) {
  if (tag.text[end - 2] != '/') return false;
  bool part_of_value = false;
  read_attributes(tag.text, tag.name_end, [&](const Attribute& attribute) {
    part_of_value = attribute.quoting == Quoting::unquoted && attribute.value_end == end - 1;
  });
  return !part_of_value;
}

}  // namespace

bool ForeignContent::takes_html(const SeenTag& tag) const noexcept {
  const Open& current = stack_.back();
  if (current.space == Namespace::html || current.html_inside) return true;
  if (current.space == Namespace::svg) return false;
  if ((current.traits & mathml_text) != 0) return (tag.traits & mathml_glyph) == 0;
  return (current.traits & annotation_xml) != 0 && is_name(tag.name(), "svg");
}

Namespace ForeignContent::enter(const SeenTag& tag) {
  if (!stack_.empty() && !takes_html(tag)) {
    if (!breaks_out_of_foreign_content(tag)) return stack_.back().space;
    const auto stays = [](const Open& one) {
      const bool text = one.space == Namespace::mathml && (one.traits & mathml_text) != 0;
      return one.space == Namespace::html || one.html_inside || text;
    };
    while (!stack_.empty() && !stays(stack_.back())) stack_.pop_back();
  }
  if ((tag.traits & foreign_root) == 0) return Namespace::html;
  return is_name(tag.name(), "svg") ? Namespace::svg : Namespace::mathml;
}

bool ForeignContent::open(const SeenTag& tag, Namespace space, std::size_t end) {
  if (space == Namespace::html) {
    const bool in_table = stack_.back().space == Namespace::html && (stack_.back().traits & holds_table_parts) != 0;
    if ((tag.traits & table_part) != 0 && !in_table) return false;
    if ((tag.traits & (dropped_at_times | mathml_glyph)) != 0) return false;
    if ((tag.traits & (is_void | raw_text | script | plaintext)) != 0) return true;  // closed when its text is read
  } else if (is_self_closing(tag, end)) {
    return true;
  }
  if (stack_.size() == deepest) return false;
  const bool html_inside = (space == Namespace::svg && (tag.traits & svg_integration) != 0) ||
                           (space == Namespace::mathml && (tag.traits & annotation_xml) != 0 && says_html(tag));
  stack_.push_back({tag.name(), tag.traits, space, html_inside});
  return true;
}

bool ForeignContent::close(std::string_view name) {
  const auto is_it = [&](const Open& one) { return equal_ignoring_case(name, one.name); };
  if (stack_.back().space == Namespace::html) {
    if (!is_it(stack_.back())) return false;
    stack_.pop_back();
    return true;
  }
  for (auto one = stack_.rbegin(); one != stack_.rend() && one->space != Namespace::html; ++one) {
    if (!is_it(*one)) continue;
    stack_.erase(std::prev(one.base()), stack_.end());
    return true;
  }
  return false;
}

}  // namespace absolve::html
