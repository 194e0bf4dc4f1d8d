#include "finder.h"

#include <algorithm>

#include "../url/ascii.h"
#include "attributes.h"
#include "character_references.h"

namespace absolve::html {
namespace {

/// Whether a style sheet may hold a URL; a backslash may hide one (`u\72l(x)`).
bool may_hold_url(std::string_view css) noexcept {
  if (css.find('\\') != std::string_view::npos) return true;
  for (std::size_t at = 0; (at = css.find('(', at)) != std::string_view::npos; ++at) {
    const std::string_view before = css.substr(0, at);
    for (const std::string_view function : {"url", "src", "image-set"}) {
      if (before.size() >= function.size() && is_name(before.substr(before.size() - function.size()), function))
        return true;
    }
  }
  for (std::size_t at = 0; (at = css.find('@', at)) != std::string_view::npos; ++at) {
    if (is_name(css.substr(at, 7), "@import")) return true;
  }
  return false;
}

/// The text of a style element whose start tag ends at `at`: up to its end tag, or in SVG to what may be another tag.
std::string_view style_text(std::string_view text, std::size_t at, Namespace space) noexcept {
  std::size_t end = text.find('<', at);
  if (space != Namespace::html) {
    if (end != std::string_view::npos && text.substr(end).starts_with("<![CDATA[")) end = text.find("]]>", end);
    return text.substr(at, end - at);
  }
  const auto ends = [&](std::string_view rest) {
    return rest.size() > 7 && is_name(rest.substr(0, 7), "</style") &&
           (is_space(rest[7]) || rest[7] == '/' || rest[7] == '>');
  };
  while (end != std::string_view::npos && !ends(text.substr(end, 8))) end = text.find('<', end + 1);
  return text.substr(at, end - at);
}

/// Whether the tag whose name ends at `name_end` has an attribute with one of the values, in any case.
template <std::size_t N>
bool has_value(std::string_view text, std::size_t name_end, std::string_view name,
               const std::array<std::string_view, N>& values) {
  bool found = false;
  std::string scratch;
  read_attributes(text, name_end, [&](const Attribute& attribute) {
    if (!is_name(attribute.name(text), name)) return;
    const std::string_view value = trimmed(decode_attribute(attribute.value(text), scratch));
    found = found || std::ranges::any_of(values, [&](std::string_view one) { return is_name(value, one); });
  });
  return found;
}

constexpr std::array<std::string_view, 1> refresh = {"refresh"};
constexpr std::array<std::string_view, 2> url_maps = {"importmap", "speculationrules"};

}  // namespace

std::size_t Finder::start_tag(std::size_t begin, std::size_t name_end, Namespace space, std::string_view base_barred) {
  const std::string_view element = text_.substr(begin + 1, name_end - begin - 1);
  const std::size_t first_of_tag = finding_.references.size();
  unread_in_tag_.clear();
  seen_.clear();

  const std::size_t end = read_attributes(text_, name_end, [&](const Attribute& attribute) {
    const auto rows = rows_of(attribute.name(text_));
    if (rows.empty()) return;
    const UrlAttribute* row = find_row(rows, space, element);
    if (row == nullptr || std::ranges::find(seen_, row) != seen_.end()) return;
    seen_.push_back(row);
    take(attribute, *row, begin, name_end);
  });

  if (end == unclosed) {
    finding_.references.resize(first_of_tag);
    return end;
  }
  for (const Syntax syntax : unread_in_tag_) ++unread_[static_cast<std::size_t>(syntax)];
  if (is_name(element, "style") && may_hold_url(style_text(text_, end, space))) {
    ++unread_[static_cast<std::size_t>(Syntax::css)];
  } else if (is_name(element, "script") && has_value(text_, name_end, "type", url_maps)) {
    ++unread_[static_cast<std::size_t>(Syntax::json)];
  }
  if (finding_.references.size() == first_of_tag) return end;
  for (std::size_t i = first_of_tag; i < finding_.references.size(); ++i) {
    if (finding_.references[i].rule->element != "base") continue;
    finding_.base_elements.push_back({begin, end, static_cast<std::uint32_t>(i), base_barred});
  }
  tie_to_codebase(first_of_tag);
  return end;
}

void Finder::take(const Attribute& attribute, const UrlAttribute& row, std::size_t begin, std::size_t name_end) {
  if (row.syntax == Syntax::url) {
    finding_.references.push_back({
        .begin = attribute.value_begin,
        .end = attribute.value_end,
        .element = begin + 1,
        .rule = &row.rule,
        .element_length = static_cast<std::uint16_t>(std::min<std::size_t>(name_end - begin - 1, UINT16_MAX)),
        .quoting = attribute.quoting,
    });
    return;
  }
  std::string scratch;
  const std::string_view value = decode_attribute(attribute.value(text_), scratch);
  const bool counts = row.syntax == Syntax::css       ? may_hold_url(value)
                      : row.syntax == Syntax::refresh ? has_value(text_, name_end, "http-equiv", refresh)
                                                      : !value.empty();
  if (counts) unread_in_tag_.push_back(row.syntax);
}

void Finder::tie_to_codebase(std::size_t first_of_tag) {
  const auto of_tag = std::span(finding_.references).subspan(first_of_tag);
  const auto codebase =
      std::ranges::find_if(of_tag, [](const Reference& one) { return one.rule->attribute == "codebase"; });
  if (codebase == of_tag.end()) return;
  const auto index = static_cast<std::uint32_t>(first_of_tag + static_cast<std::size_t>(codebase - of_tag.begin()));
  for (Reference& one : of_tag) {
    if (one.rule->against == Against::codebase) one.codebase = index;
  }
}

void Finder::base_comes_first(std::size_t begin) {
  auto& bases = finding_.base_elements;
  const auto found = std::ranges::find(bases, begin, &BaseElement::begin);
  if (found != bases.end()) std::rotate(bases.begin(), found, std::next(found));
}

void Finder::bar_bases(std::string_view why) noexcept {
  for (BaseElement& one : finding_.base_elements) {
    if (one.barred.empty()) one.barred = why;
  }
}

Finding Finder::finish() {
  for (std::size_t i = 0; i < syntax_count; ++i) {
    if (unread_[i] > 0) finding_.unread.push_back({name_of(static_cast<Syntax>(i)), unread_[i]});
  }
  return std::move(finding_);
}

}  // namespace absolve::html
