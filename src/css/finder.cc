// Style sheets, and the declarations of style attributes. UrlScanner (urls.h) recognizes URLs; here each becomes a
// value with the codec for its form:
//
//     url(x.png)   css_url        url("x.png")   css_quotation_mark        url('x.png')   css_apostrophe
//
// There are no elements: the page around the style tells where it is. Linear. The charset is only declared by an
// @charset that is, byte for byte, the first thing in the sheet.

#include "finder.h"

#include <algorithm>
#include <array>

#include "../find/formats.h"
#include "../text/byte_sets.h"
#include "custom_properties.h"
#include "tokens.h"
#include "urls.h"

namespace absolve::css {
namespace {

constexpr Rule url_rule{"", "", Against::document, Empty::no_fetch, FragmentAlone::stays};
constexpr Rule property_rule{.element = "",
                             .attribute = "",
                             .empty = Empty::no_fetch,
                             .fragment_alone = FragmentAlone::stays,
                             .kept = Reason::custom_property};
constexpr Rule source_map_rule{.element = "", .attribute = "", .kept = Reason::comment};

codec::Coding coding_of(Url::Form form) noexcept {
  switch (form) {
    case Url::Form::quotation_mark: return codec::Coding::css_quotation_mark;
    case Url::Form::apostrophe: return codec::Coding::css_apostrophe;
    case Url::Form::unquoted: break;
    case Url::Form::source_map: return codec::Coding::identity;
  }
  return codec::Coding::css_url;
}

/// Whether a URL is none of the absolute ones, or fragments, that are usual in sheets, and that no base changes.
bool may_be_relative(std::string_view url) noexcept {
  constexpr auto usual = std::to_array<std::string_view>({"data:", "http:", "https:", "#"});
  return std::ranges::none_of(usual, [&](std::string_view beginning) { return url.starts_with(beginning); });
}

/// Whether an escape of a hyphen begins at a backslash: `\-`, `\2d`, `\00002D`.
bool is_escaped_hyphen(std::string_view text, std::size_t backslash) noexcept {
  const std::string_view rest = text.substr(backslash + 1, 7);
  const std::size_t digits = std::min(rest.find_first_not_of('0'), rest.size());
  return rest.starts_with('-') || is_name(rest.substr(digits, 2), "2d");
}

/// Whether a text may declare a custom property: most don't, though many have two hyphens within a name.
///
///     .block--small {}   <!--   var(--x)    none of these      --x: y   this one
bool may_declare_property(std::string_view text) noexcept {
  using Hyphen = Bytes<'-'>;
  for (std::size_t at = find_pair<Hyphen, Hyphen>(text, 0); at < text.size();
       at = find_pair<Hyphen, Hyphen>(text, at + 2)) {
    const char before = at == 0 ? ' ' : text[at - 1];
    if (!is_name_character(before) && before != '(' && before != '!') return true;
  }
  for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 2)) {
    if (is_escaped_hyphen(text, at)) return true;
  }
  return false;
}

/// Gives the URLs in custom properties their rule; `element` is where the name of the property is.
void mark_custom_properties(std::vector<Value>& values, std::string_view text) {
  auto value = values.begin();
  for (const CustomProperty& property : custom_properties(text).declared) {
    while (value != values.end() && value->begin < property.begin) ++value;
    for (; value != values.end() && value->begin < property.end; ++value) {
      if (value->rule != &url_rule) continue;
      value->rule = &property_rule;
      value->element = property.name_begin;
      value->element_length =
          static_cast<std::uint16_t>(std::min<std::size_t>(property.name_end - property.name_begin, UINT16_MAX));
    }
  }
}

}  // namespace

Finding find(std::string_view text, const Request& request) {
  Finding finding;
  if (request.wants_property_uses) {
    finding.property_uses = custom_properties(text).uses;
    return finding;
  }
  UrlScanner urls(text);
  std::size_t relative_end = 0;  // of the last URL that a custom property would change
  while (const auto url = urls.next()) {
    finding.values.push_back(Value{.begin = url->begin,
                                   .end = url->end,
                                   .element = url->begin,
                                   .rule = url->form == Url::Form::source_map ? &source_map_rule : &url_rule,
                                   .coding = coding_of(url->form)});
    if (may_be_relative(text.substr(url->begin, url->end - url->begin))) relative_end = url->end;
  }
  const std::string_view searched = text.substr(0, relative_end);
  if (may_declare_property(searched)) mark_custom_properties(finding.values, searched);
  return finding;
}

Finding find_in_values(std::string_view text, const Request& request) {
  Finding finding;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(';', at), text.size());
    for (Value& value : find(text.substr(at, end - at), request).values) {
      value.begin += at;
      value.end += at;
      value.element += at;
      finding.values.push_back(value);
    }
    at = end + 1;
  }
  return finding;
}

DeclaredCharset declared_charset(std::string_view bytes) {
  constexpr std::string_view begin = "@charset \"";
  bytes = bytes.substr(0, prescanned_bytes);
  if (!bytes.starts_with(begin)) return {};
  const std::string_view rest = bytes.substr(begin.size());
  const std::size_t end = rest.find('"');
  const bool ends = end != std::string_view::npos && rest.substr(end).starts_with("\";");
  return {ends ? std::string(rest.substr(0, end)) : std::string()};
}

}  // namespace absolve::css
