#include "finder.h"

#include <algorithm>
#include <array>

#include "../codec/character_references.h"
#include "../text/ascii.h"
#include "attributes.h"

namespace absolve::html {
namespace {

// The contents of elements that hold references.
constexpr Rule style_rule{"style", "", Against::document, Empty::resolve, FragmentAlone::stays};
constexpr Rule script_rule{"script", ""};

/// The text from `at` up to the end tag of an element.
std::string_view text_content(std::string_view text, std::size_t at, std::string_view name) noexcept {
  const auto ends = [&](std::string_view rest) {
    const std::size_t size = 2 + name.size();
    return rest.size() > size && rest[1] == '/' && is_name(rest.substr(2, name.size()), name) &&
           (is_space(rest[size]) || rest[size] == '/' || rest[size] == '>');
  };
  std::size_t end = text.find('<', at);
  while (end != std::string_view::npos && !ends(text.substr(end, 3 + name.size()))) end = text.find('<', end + 1);
  return text.substr(at, std::min(end, text.size()) - at);
}

constexpr std::string_view cdata_begin = "<![CDATA[";
constexpr std::string_view cdata_end = "]]>";

/// The text from `at` up to the first tag, with the comments and CDATA sections in it.
std::string_view foreign_content(std::string_view text, std::size_t at) noexcept {
  std::size_t end = text.find('<', at);
  while (end != std::string_view::npos) {
    if (text.substr(end).starts_with("<!--")) end = text.find("-->", end + 2);
    else if (text.substr(end).starts_with(cdata_begin)) end = text.find(cdata_end, end);
    else break;
    end = text.find('<', end);
  }
  return text.substr(at, std::min(end, text.size()) - at);
}

/// Signs of a reference in CSS: a function, an at-rule, an escape, a character reference that may stand for one.
constexpr std::string_view signs_of_css_urls = "(@\\&";

constexpr std::uint16_t element_length(std::size_t begin, std::size_t name_end) noexcept {
  return static_cast<std::uint16_t>(std::min<std::size_t>(name_end - begin - 1, UINT16_MAX));
}

/// Whether the tag whose name ends at `name_end` has an attribute with one of the values, in any case.
template <std::size_t N>
bool has_value(std::string_view text, std::size_t name_end, std::string_view name,
               const std::array<std::string_view, N>& values) {
  bool found = false;
  std::string scratch;
  read_attributes(text, name_end, [&](const Attribute& attribute) {
    if (!is_name(attribute.name(text), name)) return;
    const std::string_view value = trimmed(codec::decode_attribute(attribute.value(text), scratch));
    found = found || std::ranges::any_of(values, [&](std::string_view one) { return is_name(value, one); });
  });
  return found;
}

constexpr std::array<std::string_view, 1> refresh = {"refresh"};

/// What a script element holds, by its type.
struct ScriptType {
  std::array<std::string_view, 1> name;
  Format format;
  bool Also::*also;  // nullptr: always read
};

constexpr auto script_types = std::to_array<ScriptType>({
    {{"application/ld+json"}, Format::linked_data, &Also::ld_json},
    {{"importmap"}, Format::import_map, nullptr},
    {{"module"}, Format::module_script, nullptr},
    {{"speculationrules"}, Format::speculation_rules, nullptr},
});

}  // namespace

std::size_t Finder::start_tag(std::size_t begin, std::size_t name_end, Namespace space, std::string_view disqualified) {
  const std::string_view element = text_.substr(begin + 1, name_end - begin - 1);
  const std::size_t first_of_tag = finding_.values.size();
  seen_.clear();

  const std::size_t end = read_attributes(text_, name_end, [&](const Attribute& attribute) {
    if (!request_.attributes.empty() && take_own(attribute, space, begin, name_end)) return;
    const auto rows = rows_of(attribute.name(text_));
    if (rows.empty()) return;
    const UrlAttribute* row = find_row(rows, space, element);
    if (row == nullptr || !asked_for(*row)) return;
    take(attribute, row->rule, row->syntax, begin, name_end);
  });

  if (end == unclosed) {
    finding_.values.resize(first_of_tag);
    return end;
  }
  if (is_name(element, "style") && (space == Namespace::html || !is_self_closing(text_, name_end, end))) {
    take_style(content_of("style", space, end, style_end_), space, begin, name_end);
  } else if (is_name(element, "script")) {
    for (const ScriptType& type : script_types) {
      if (type.also != nullptr && !(request_.options.also.*type.also)) continue;
      if (!has_value(text_, name_end, "type", type.name)) continue;
      take_script(content_of("script", Namespace::html, end, script_end_), type.format, begin, name_end);
    }
  }
  if (finding_.values.size() == first_of_tag) return end;
  for (std::size_t i = first_of_tag; i < finding_.values.size(); ++i) {
    const Rule& rule = *finding_.values[i].rule;
    if (rule.element != "base" || rule.against != Against::retrieval) continue;  // other attributes may be the user's
    finding_.base_elements.push_back({begin, end, static_cast<std::uint32_t>(i), disqualified});
  }
  tie_to_codebase(first_of_tag);
  return end;
}

/// Takes an attribute as the user says that it is read. False: they say nothing of it. Where THE table says the same,
/// all else that it says counts, too; and the href of a base element stays the base.
bool Finder::take_own(const Attribute& attribute, Namespace space, std::size_t begin, std::size_t name_end) {
  const std::string_view name = attribute.name(text_);
  const std::string_view element = text_.substr(begin + 1, name_end - begin - 1);
  const OwnAttribute* const own = find_own(request_.attributes, name, element);
  if (own == nullptr) return false;
  const Syntax syntax = syntax_of(own->syntax);
  const UrlAttribute* const row = find_row(rows_of(name), space, element);
  const bool stays = row != nullptr && (row->syntax == syntax || row->rule.element == "base");
  if (stays) take(attribute, row->rule, row->syntax, begin, name_end);
  else take(attribute, own->rule, syntax, begin, name_end);
  return true;
}

void Finder::take(const Attribute& attribute, const Rule& rule, Syntax syntax, std::size_t begin,
                  std::size_t name_end) {
  if (std::ranges::find(seen_, &rule) != seen_.end()) return;
  seen_.push_back(&rule);
  Value value{
      .begin = attribute.value_begin,
      .end = attribute.value_end,
      .element = begin + 1,
      .rule = &rule,
      .element_length = element_length(begin, name_end),
      .coding = attribute.coding,
  };
  if (syntax == Syntax::url || take_syntax(value, syntax, name_end)) finding_.values.push_back(value);
}

/// Says how a value is read that is no URL. False: it holds no reference.
bool Finder::take_syntax(Value& value, Syntax syntax, std::size_t name_end) const {
  const std::string_view raw = text_.substr(value.begin, value.end - value.begin);
  switch (syntax) {
    case Syntax::url: return true;
    case Syntax::srcset: value.format = Format::srcset; return !raw.empty();
    case Syntax::tokens: value.format = Format::tokens; return !raw.empty();
    case Syntax::commas: value.format = Format::commas; return !raw.empty();
    case Syntax::html: value.format = Format::html; return raw.find_first_of("<&") != std::string_view::npos;
    case Syntax::css: value.format = Format::css; return raw.find_first_of(signs_of_css_urls) != std::string_view::npos;
    case Syntax::meta: value.format = Format::refresh; return has_value(text_, name_end, "http-equiv", refresh);
  }
  return false;
}

/// The content of an element whose start tag ends at `at`. Where the tag stands in the content of another one, as far
/// as `taken`, it has been looked into: in foreign content and framesets, thousands of them may share one end tag.
std::string_view Finder::content_of(std::string_view name, Namespace space, std::size_t at, std::size_t& taken) {
  if (at < taken) return {};
  const bool has_end_tag = space == Namespace::html;
  const std::string_view content = has_end_tag ? text_content(text_, at, name) : foreign_content(text_, at);
  taken = at + content.size();
  return content;
}

void Finder::take_style(std::string_view content, Namespace space, std::size_t begin, std::size_t name_end) {
  take_content(content,
               Value{.begin = 0,
                     .end = 0,
                     .element = begin + 1,
                     .rule = &style_rule,
                     .element_length = element_length(begin, name_end),
                     .coding = space == Namespace::html ? codec::Coding::identity : codec::Coding::foreign_content,
                     .format = Format::css});
}

void Finder::take_script(std::string_view content, Format format, std::size_t begin, std::size_t name_end) {
  take_content(content, Value{.begin = 0,
                              .end = 0,
                              .element = begin + 1,
                              .rule = &script_rule,
                              .element_length = element_length(begin, name_end),
                              .format = format});
}

void Finder::take_content(std::string_view content, const Value& value) {
  if (content.empty()) return;
  Value& taken = finding_.values.emplace_back(value);
  taken.begin = offset_of(content);
  taken.end = taken.begin + content.size();
}

void Finder::tie_to_codebase(std::size_t first_of_tag) {
  const auto of_tag = std::span(finding_.values).subspan(first_of_tag);
  const auto codebase =
      std::ranges::find_if(of_tag, [](const Value& one) { return one.rule->attribute == "codebase"; });
  if (codebase == of_tag.end()) return;
  const auto index = static_cast<std::uint32_t>(first_of_tag + static_cast<std::size_t>(codebase - of_tag.begin()));
  for (Value& one : of_tag) {
    if (one.rule->against == Against::codebase) one.linked = index;
  }
}

void Finder::base_comes_first(std::size_t begin) {
  auto& bases = finding_.base_elements;
  const auto found = std::ranges::find(bases, begin, &BaseElement::begin);
  if (found != bases.end()) std::rotate(bases.begin(), found, std::next(found));
}

void Finder::disqualify_bases(std::string_view why) noexcept {
  for (BaseElement& one : finding_.base_elements) {
    if (one.disqualified.empty()) one.disqualified = why;
  }
}

}  // namespace absolve::html
