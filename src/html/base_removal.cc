#include "base_removal.h"

#include "../codec/markup/attributes.h"
#include "../text/ascii.h"

namespace absolve::html {
namespace {

/// Longer than the name of any character reference. Numbers may be longer, with leading zeros that nobody writes.
constexpr std::size_t max_reference_size = 64;

}  // namespace

std::vector<Cut> cuts_for_removal(std::string_view text, const BaseElement& base) {
  bool others = false;
  std::vector<Cut> hrefs;
  markup::read_attributes(text, markup::tag_name_end(text, base.begin + 1), [&](const markup::Attribute& attribute) {
    if (!is_name(attribute.name(text), "href")) {
      others = true;
      return;
    }
    const bool quoted =
        attribute.coding == codec::Coding::quotation_mark || attribute.coding == codec::Coding::apostrophe;
    std::size_t begin = attribute.name_begin;
    const std::size_t end = attribute.value_end + (quoted ? 1 : 0);
    // The white space before is removed, too, unless what follows needs it: a slash would become part of an unquoted
    // value.
    const bool followed = !is_space(text[end]) && text[end] != '>';
    while (!followed && is_space(text[begin - 1])) --begin;
    if (!hrefs.empty() && hrefs.back().end == begin) hrefs.back().end = end;  // what is between two cuts stays
    else hrefs.push_back({begin, end});
  });
  if (!others) return {{base.begin, base.end}};
  return hrefs;
}

bool joins_into_markup(std::string_view text, const Cut& cut) noexcept {
  if (cut.begin == 0 || cut.end == text.size()) return false;
  const auto in_reference = [](char c) { return is_letter(c) || is_digit(c) || c == '#'; };
  std::size_t at = cut.begin - 1;
  while (at > 0 && in_reference(text[at]) && cut.begin - at < max_reference_size) --at;
  const bool may_end_section = text[cut.begin - 1] == ']' && (text[cut.end] == ']' || text[cut.end] == '>');
  return text[cut.begin - 1] == '<' || text[at] == '&' || may_end_section;
}

}  // namespace absolve::html
