// How a value is read whose syntax is not simply a URL: by its format, by what it looks like, or by other attributes of
// its tag.
//
//     <meta content="0; url=x" http-equiv=refresh>      <param value="x.swf" name=movie>      <set to="x"
//     attributeName=href>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "../codec/markup/attributes.h"
#include "../codec/markup/character_references.h"
#include "../text/ascii.h"
#include "../text/markup.h"
#include "../url/schemes.h"
#include "../url/split.h"
#include "absolve/url.h"
#include "finder.h"
#include "lazy.h"
#include "meta.h"

namespace absolve::markup {
namespace {

constexpr Rule expect_rule{"link", "href", Against::document, Empty::no_fetch, FragmentAlone::stays};

/// How values of a syntax are read.
struct SyntaxRow {
  Syntax syntax;
  Format format;
  std::string_view signs;  // a value without any of these characters holds no reference; "" if any may hold one
};

/// In the order of the enumeration. In CSS, only a function, an at-rule or an escape can hold a reference, or a
/// character reference that stands for one of their characters; in a page, only a tag.
constexpr auto syntax_rows = std::to_array<SyntaxRow>({
    {Syntax::url, Format::url, ""},
    {Syntax::srcset, Format::srcset, ""},
    {Syntax::bgset, Format::bgset, ""},
    {Syntax::tokens, Format::tokens, ""},
    {Syntax::commas, Format::commas, ""},
    {Syntax::css, Format::css, "(@\\&"},
    {Syntax::html, Format::html, "<&"},
});

/// Whether a URL names a movie of Flash.
bool is_movie(std::string_view url) noexcept {
  return has_ending(trimmed(url.substr(0, url.find_first_of("?#"))), ".swf");
}

/// How an object element says that it is for Flash.
constexpr auto flash_types =
    std::to_array<std::string_view>({"application/futuresplash", "application/vnd.adobe.flash.movie",
                                     "application/x-shockwave-flash", "application/x-shockwave-flash2-preview"});
constexpr std::string_view flash_class = "clsid:d27cdb6e-ae6d-11cf-96b8-444553540000";

}  // namespace

/// Sets how a value is read that is not a URL. False: it holds no reference.
bool Finder::read_syntax(Value& value, Syntax syntax, std::size_t name_end) {
  if (syntax == Syntax::meta) return read_meta(value, name_end);
  if (syntax == Syntax::lazy || syntax == Syntax::path) return read_lazy(value, syntax);
  if (syntax == Syntax::iri) return read_iri(value);
  if (syntax == Syntax::link) return read_link(value, name_end);
  if (syntax == Syntax::param) return read_param(value, name_end);
  if (syntax == Syntax::animation) return read_animation(value, name_end);
  const SyntaxRow& row = syntax_rows[static_cast<std::size_t>(syntax)];
  const std::string_view raw = raw_of(value);
  value.format = row.format;
  if (row.signs.empty()) return !raw.empty();
  return std::ranges::any_of(row.signs, [&](char sign) { return raw.find(sign) != std::string_view::npos; });
}

/// Its content depends on other attributes of the tag, which may come after it.
bool Finder::read_meta(Value& value, std::size_t name_end) {
  const MetaRow* const row = find_meta_row(text_, name_end, references());
  if (row == nullptr) return false;
  if (!asked_for(row->rule->also)) {
    count_left(raw_of(value), *row->rule, Syntax::lazy);
    return false;
  }
  value.format = row->format;
  value.rule = row->rule;
  if (row->rule->also == &Also::social && row->format == Format::url) {
    std::string scratch;
    if (is_no_reference(codec::decode_attribute(raw_of(value), scratch, references()))) value.stays = Stays::value;
  }
  return row->keyword.empty() || !is_name(trimmed(raw_of(value)), row->keyword);
}

/// The decoded value of an attribute, without white space around it; "" if there is none.
std::string_view Finder::decoded(std::optional<Attribute> attribute, std::string& scratch) const {
  return attribute ? trimmed(codec::decode_attribute(attribute->value(text_), scratch, references())) : "";
}

/// A link of the type expect names an element of the document itself (HTML standard, section 4.6.8.10).
bool Finder::read_link(Value& value, std::size_t name_end) {
  const std::string_view raw = raw_of(value);
  const bool is_fragment = raw.substr(after_spaces(raw, 0)).starts_with('#');
  if (finding_.links_sheets && !is_fragment) return true;
  std::string scratch;
  const std::string_view rel = decoded(find_attribute(text_, name_end, "rel"), scratch);
  finding_.links_sheets = finding_.links_sheets || has_word(rel, "stylesheet");
  if (is_fragment && has_word(rel, "expect")) value.rule = &expect_rule;
  return true;
}

/// Flash reads its movie from `movie` or `src`, and resolves what the movie loads against `base`. The object element is
/// the innermost one around.
bool Finder::read_param(Value& value, std::size_t name_end) {
  std::string scratch;
  const std::string_view name = decoded(find_attribute(text_, name_end, "name"), scratch);
  constexpr auto names = std::to_array<std::string_view>({"base", "movie", "src"});
  if (!is_any_of(name, names)) return false;
  close_objects(text_.rfind('<', name_end));
  return !objects_.empty() && (objects_.back() || (!is_name(name, "base") && is_movie(raw_of(value))));
}

/// Forgets the object elements whose end tags are before `end`, where another tag begins.
void Finder::close_objects(std::size_t end) {
  const std::string_view text = text_.substr(0, end);
  std::size_t at = std::min(text.find('<', objects_end_), end);
  for (; !objects_.empty() && at < end; at = std::min(text.find('<', at), end)) {
    const bool is_end = text.substr(at + 1).starts_with('/');
    const std::size_t name_begin = at + (is_end ? 2 : 1);
    const std::size_t name_end = tag_name_end(text, name_begin);
    std::string_view name = text.substr(name_begin, name_end - name_begin);
    if (request_.is_xml) name.remove_prefix(after_last(name, ':'));
    if (name.starts_with("!--")) {
      at = after_comment(text, at);
    } else if (name.empty() || !is_letter(name.front())) {
      ++at;
    } else {
      at = read_attributes(text, name_end, [](const Attribute&) {});
      if (is_end && is_name(name, "object")) objects_.pop_back();
      else if (!is_end && is_name(name, "script")) at = find_ignoring_case(text, "</script", at);
    }
    at = std::min(at, end);
  }
  objects_end_ = end;
}

/// Whether an object element is for Flash: it says so itself, or names a movie, or one is named in it before another
/// object. Only the beginning is searched.
bool Finder::is_flash(const StartTag& object) const {
  std::string scratch;
  const std::string_view type = decoded(find_attribute(text_, object.name_end, "type"), scratch);
  if (is_any_of(type, flash_types)) return true;
  if (is_name(decoded(find_attribute(text_, object.name_end, "classid"), scratch), flash_class)) return true;
  if (is_movie(decoded(find_attribute(text_, object.name_end, "data"), scratch))) return true;
  constexpr std::size_t searched = 4096;
  std::string_view rest = text_.substr(object.name_end, searched);
  for (const std::string_view tag : {"<object", "</object"}) rest = rest.substr(0, find_ignoring_case(rest, tag));
  return find_ignoring_case(rest, ".swf") < rest.size();
}

/// An animation holds values of the attribute that it names (SVG Animations, level 2, sections 2.4 and 2.9.1), whose
/// name is case-sensitive. `values` is a list of them.
bool Finder::read_animation(Value& value, std::size_t name_end) const {
  std::string scratch;
  const std::string_view name = decoded(find_attribute(text_, name_end, "attributename"), scratch);
  const auto rows = name.empty() ? std::span<const UrlAttribute>() : rows_of(name);
  const UrlAttribute* const animated = find_row(rows, Namespace::svg, "*");
  if (animated == nullptr || animated->rule.attribute != name || name == "style") return false;
  const bool is_list = value.rule->attribute == "values";
  const bool is_css = animated->syntax == Syntax::css;
  if (is_css) value.format = is_list ? Format::css_values : Format::css;
  else value.format = is_list ? Format::semicolons : Format::url;
  return true;
}

bool Finder::read_lazy(Value& value, Syntax syntax) const {
  std::string scratch;
  const std::string_view text = codec::decode_attribute(raw_of(value), scratch, references());
  if (syntax == Syntax::path && !looks_like_url(text)) return false;
  const auto format = lazy_format(text);
  if (format) value.format = *format;
  return format.has_value();
}

/// A value that begins like a prefix and goes on without a slash may be a CURIE: `schema:Person`, or in brackets; `_:a`
/// is a blank node.
bool Finder::read_iri(const Value& value) const {
  std::string scratch;
  const std::string_view text = trimmed(codec::decode_attribute(raw_of(value), scratch, references()));
  if (text.starts_with('[') || text.starts_with("_:") || text.starts_with(':')) return false;
  return scheme_of(text).empty() || starts_with_scheme_and_slash(text);
}

}  // namespace absolve::markup
