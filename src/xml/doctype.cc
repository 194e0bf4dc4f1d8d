#include "doctype.h"

#include <algorithm>
#include <array>

#include "../codec/character_references.h"
#include "../text/ascii.h"
#include "../text/doctype.h"
#include "../text/markup.h"

namespace absolve::xml {
namespace {

/// The name that stands behind white space at `at`.
std::string_view name_behind(std::string_view text, std::size_t at) noexcept {
  const std::size_t begin = after_spaces(text, at);
  if (begin == at) return {};
  const std::size_t end = std::min(text.find_first_of(" \t\r\n\"'>%", begin), text.size());
  return text.substr(begin, end - begin);
}

}  // namespace

std::size_t Doctype::read(std::string_view text, std::size_t at) {
  constexpr std::string_view entity = "<!ENTITY";
  const std::size_t begin = at + std::string_view("<!DOCTYPE").size();
  DoctypeEnd end;
  for (at = begin; at < text.size(); at = end.after(text, at)) {
    const char c = text[at];
    if (end.is_at(text, at)) return at + 1;
    if (!end.in_subset() && is_quote(c)) has_outside_ = true;  // a public or system identifier
    if (end.in_subset() && c == '%') has_outside_ = true;      // a parameter entity
    if (c != '<' || !text.substr(at).starts_with(entity)) continue;
    const std::string_view name = name_behind(text, at + entity.size());
    if (!name.empty()) names_.insert(name);
  }
  return after_bogus_comment(text, begin);
}

bool Doctype::declares(std::string_view entity) const {
  constexpr auto predefined = std::to_array<std::string_view>({"amp", "apos", "gt", "lt", "quot"});
  if (std::ranges::find(predefined, entity) != predefined.end()) return false;
  return names_.contains(entity) || (has_outside_ && !codec::is_known_entity(entity));
}

}  // namespace absolve::xml
