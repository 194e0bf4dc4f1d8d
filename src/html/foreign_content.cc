#include "foreign_content.h"

#include <algorithm>
#include <array>
#include <string>

#include "../codec/markup/attributes.h"
#include "../codec/markup/character_references.h"
#include "../text/ascii.h"
#include "../text/limits.h"
#include "elements.h"

namespace absolve::html {
namespace {

bool says_html(const SeenTag& annotation) {
  const auto attribute = markup::find_attribute(annotation.text, annotation.name_end, "encoding");
  if (!attribute) return false;
  std::string scratch;
  const std::string_view encoding = codec::decode_attribute(attribute->value(annotation.text), scratch);
  return is_name(encoding, "text/html") || is_name(encoding, "application/xhtml+xml");
}

}  // namespace

bool breaks_out_of_foreign_content(const SeenTag& tag) {
  if ((tag.traits & font) == 0) return (tag.traits & breaks_out) != 0;
  constexpr auto names = std::to_array<std::string_view>({"color", "face", "size"});
  return std::ranges::any_of(
      names, [&](std::string_view name) { return markup::find_attribute(tag.text, tag.name_end, name).has_value(); });
}

bool is_html_integration_point(const SeenTag& tag, Namespace space) {
  if (space == Namespace::svg) return (tag.traits & svg_integration) != 0;
  return space == Namespace::mathml && (tag.traits & annotation_xml) != 0 && says_html(tag);
}

bool takes_html(std::uint64_t traits, Namespace space, bool html_inside, const SeenTag& tag) noexcept {
  if (space == Namespace::html || html_inside) return true;
  if (space == Namespace::svg) return false;
  if ((traits & mathml_text) != 0) return (tag.traits & mathml_glyph) == 0;
  return (traits & annotation_xml) != 0 && tag.tag == "svg"_tag;
}

void ForeignContent::break_out() noexcept {
  while (!stack_.empty() && !stops_breakout(stack_.back().traits, stack_.back().space, stack_.back().html_inside))
    stack_.pop_back();
}

Namespace ForeignContent::enter_followed(const SeenTag& tag) {
  if (!stack_.empty() && !takes_html(stack_.back().traits, stack_.back().space, stack_.back().html_inside, tag)) {
    if (!breaks_out_of_foreign_content(tag)) return stack_.back().space;
    break_out();
  }
  if ((tag.traits & foreign_root) == 0) return Namespace::html;
  return tag.tag == "svg"_tag ? Namespace::svg : Namespace::mathml;
}

bool ForeignContent::open(const SeenTag& tag, Namespace space, std::size_t end) {
  if (space == Namespace::html) {
    const bool in_table = stack_.back().space == Namespace::html && (stack_.back().traits & holds_table_parts) != 0;
    if ((tag.traits & table_part) != 0 && !in_table) return false;
    if ((tag.traits & (dropped_at_times | mathml_glyph)) != 0) return false;
    if ((tag.traits & (is_void | raw_text | script | plaintext)) != 0) return true;  // never stays open
  } else if (markup::is_self_closing(tag.text, tag.name_end, end)) {
    return true;
  }
  if (stack_.size() == limits::element_levels) return false;
  stack_.push_back({tag.name(), tag.traits, space, is_html_integration_point(tag, space)});
  return true;
}

bool ForeignContent::close(const SeenTag& tag) {
  const auto is_it = [&](const Open& one) { return equal_ignoring_case(tag.name(), one.name); };
  if (stack_.back().space != Namespace::html && (tag.tag == "p"_tag || tag.tag == "br"_tag)) {
    break_out();
    return stack_.empty();  // otherwise HTML in an integration point has to handle it
  }
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
