// From tags to values. The readers know what is a tag (HTML by tokens or by a tree, XML); only this file knows which
// attributes and contents hold references.
//
//     open()          read_attribute(), for each one      close()
//     ends content    the user's rows, then the table    content of style and script, base elements, codebase
//     around the tag
//
// Content extends up to an end tag, and is taken before the tags in it are met. If the reader then finds a tag in it,
// the text was markup after all, and open() drops the content. In content that may have child elements, open() and
// close() end it before a child that holds references, or before an element that is not a child. Values are added in
// the order of the source, as the offsets in a finding must be sorted. If the text ends within a tag, it is not a tag,
// and its values are removed. Linear.

#include "finder.h"

#include <algorithm>
#include <array>

#include "../codec/markup/attributes.h"
#include "../codec/markup/character_references.h"
#include "../codec/markup/element_content.h"
#include "../text/ascii.h"
#include "../text/counted.h"
#include "../text/json.h"
#include "../url/schemes.h"
#include "../url/split.h"
#include "absolve/url.h"
#include "lazy.h"

namespace absolve::markup {
namespace {

// Rules for contents of elements that hold references.
constexpr Rule style_rule{"style", "", Against::document, Empty::resolve, FragmentAlone::stays};
constexpr Rule script_rule{"script", ""};
constexpr Rule comment_rule{"comment", ""};
constexpr Rule block_rule{.element = "comment", .attribute = "", .kept = Reason::comment};

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

constexpr std::uint16_t element_length(const StartTag& tag) noexcept {
  return static_cast<std::uint16_t>(std::min<std::size_t>(tag.name_end - tag.name, UINT16_MAX));
}

/// The content of a conditional comment, which is passed from its `<!--[` to after its `-->`; empty if it holds no tag.
///
///     <!--[if mso]> <v:fill src="x"> <![endif]-->
///                  |-----------------|
std::string_view conditional_content(std::string_view comment) noexcept {
  if (!is_name(comment.substr(after_spaces(comment, 5), 2), "if")) return {};
  for (const std::string_view end : {"-->", "--!>"}) {
    if (comment.ends_with(end)) comment.remove_suffix(end.size());
  }
  const std::size_t condition_end = comment.find("]>");
  if (condition_end == std::string_view::npos) return {};
  std::string_view content = comment.substr(condition_end + 2);
  constexpr std::string_view end = "<![endif]";
  if (has_ending(content, end)) content.remove_suffix(end.size());
  for (std::size_t at = content.find('<'); at != std::string_view::npos; at = content.find('<', at + 1)) {
    if (at + 1 < content.size() && is_letter(content[at + 1])) return content;
  }
  return {};
}

/// The kinds of attributes that are recognized by their names alone, so that counting them costs next to nothing.
struct CountedKind {
  bool Also::*also;
  std::string_view name;
};

constexpr auto counted_kinds = std::to_array<CountedKind>({
    {&Also::lazy, "lazy"},
    {&Also::amp, "amp"},
    {&Also::custom, "custom"},
});

/// Whether a value, as written, is a relative reference that begins with a path (RFC 1808, section 2.2).
bool begins_as_path(std::string_view raw) noexcept {
  raw = raw.substr(after_spaces(raw, 0));
  return raw.starts_with('/') || raw.starts_with("./") || raw.starts_with("../");
}

/// Elements that show something, and whose attributes scripts set: what the attributes for them hold is a reference.
/// Attributes with the same names in other elements often hold a text.
bool shows_media(std::string_view element) noexcept {
  constexpr auto names = std::to_array<std::string_view>({"iframe", "image", "img", "input", "source", "video"});
  return is_any_of(element, names);
}

/// The content of a script element of one type.
struct ScriptType {
  std::string_view name;  // a media type may have parameters
  Format format;
  bool Also::*also;  // nullptr if it is always read
};

constexpr auto script_types = std::to_array<ScriptType>({
    {"application/ld+json", Format::linked_data, &Also::ld_json},
    {"importmap", Format::import_map, nullptr},
    {"module", Format::module_script, nullptr},
    {"speculationrules", Format::speculation_rules, nullptr},
});

/// The content of the script element whose name ends at `name_end`; nullptr if it has none that is read. An element
/// with a src attribute has its content ignored (HTML standard, 4.12.1.1); so has one with a href in SVG.
const ScriptType* script_type(std::string_view text, std::size_t name_end, Namespace space,
                              codec::ReferenceIn references) {
  const auto type = find_attribute(text, name_end, "type");
  if (!type) return nullptr;
  std::string scratch;
  const std::string_view value = trimmed(codec::decode_attribute(type->value(text), scratch, references));
  const std::string_view essence = trimmed(value.substr(0, value.find(';')));
  const auto row = std::ranges::find_if(script_types, [&](const ScriptType& one) {
    return is_name(one.name.find('/') == std::string_view::npos ? value : essence, one.name);
  });
  if (row == script_types.end()) return nullptr;
  return find_attribute(text, name_end, space == Namespace::html ? "src" : "href") ? nullptr : &*row;
}

}  // namespace

void note_ignored_bases(Finding& finding) {
  const auto is_ignored = [](const BaseElement& one) { return one.disqualified == disqualified_outside_pages; };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(finding.base_elements, is_ignored));
  if (count == 0) return;
  const std::size_t first = std::ranges::find_if(finding.base_elements, is_ignored)->begin;
  finding.notes.push_back({NoteCode::base_element_ignored,
                           Note::Severity::notice,
                           {counted(count, "base element", "base elements")},
                           first});
}

std::size_t Finder::start_tag(std::size_t begin, std::size_t name_end, Namespace space, std::string_view disqualified,
                              bool in_tree) {
  step(request_.options);
  const StartTag tag{begin, begin + 1, name_end, space};
  open(tag);
  const std::size_t end = read_attributes(
      text_, name_end, [&](const Attribute& attribute) { read_attribute(tag, attribute, attribute.name(text_)); });
  if (end == unclosed) {
    finding_.values.resize(first_of_tag_);
    return end;
  }
  if (request_.wants_tags) finding_.tags.push_back(name_end);
  // What follows a tag that is not in the tree is ordinary markup.
  close(tag, end, disqualified, in_tree && (is_raw_text(space) || !is_self_closing(text_, name_end, end)));
  last_tag_ = tag;
  last_tag_end_ = end;
  return end;
}

void Finder::open(const StartTag& tag) {
  if (tag.begin <= content_end_ && content_end_ != 0) end_content(tag);
  first_of_tag_ = finding_.values.size();
  first_seen_ = nullptr;
  seen_.clear();
}

void Finder::read_attribute(const StartTag& tag, const Attribute& attribute, std::string_view name) {
  if (!request_.attributes.empty() && read_own(tag, attribute, name)) return;
  const auto rows = rows_of(name);
  const bool may_be_wildcard = tag.space == Namespace::html && may_match_wildcard(name);
  if (rows.empty() && !may_be_wildcard) return;
  const UrlAttribute* row = rows.empty() ? nullptr : find_row(rows, tag.space, element_of(tag));
  if (may_be_wildcard) row = with_wildcards(tag, name, row);
  if (row == nullptr) return;
  if (row->rule.also != nullptr) {
    const std::string_view raw = attribute.value(text_);
    if (!asked_for(row->rule.also) && !notes_left_ && !begins_as_path(raw)) return;
    if (row->syntax != Syntax::css && may_be_text(tag, *row)) {
      std::string scratch;
      std::string_view text = trimmed(codec::decode_attribute(raw, scratch, references()));
      const bool is_list = row->syntax == Syntax::srcset || row->syntax == Syntax::bgset;
      if (is_list) text = text.substr(0, text.find_first_of(" \t\n\f\r,"));
      if (!text.empty() && !reads_as_path(text)) return;
    }
    if (!asked_for(row->rule.also)) return count_left(raw, row->rule, row->syntax);
  }
  add_attribute(tag, attribute, row->rule, row->syntax);
}

/// Whether an attribute for lazy loading may hold a text in this element. `data-src-*` may be the name of anything.
/// Syntax::path demands more already.
bool Finder::may_be_text(const StartTag& tag, const UrlAttribute& row) const noexcept {
  if (row.rule.also != &Also::lazy || row.syntax == Syntax::path) return false;
  return row.rule.attribute.ends_with('*') || !shows_media(element_of(tag));
}

/// The row for an attribute whose name may match a pattern, or nullptr. `row` is that of the name itself.
const UrlAttribute* Finder::with_wildcards(const StartTag& tag, std::string_view name,
                                           const UrlAttribute* row) const noexcept {
  if (row != nullptr && (!reads_wildcards_ || asked_for(row->rule.also))) return row;
  const UrlAttribute* const wildcard = find_wildcard_row(name, element_of(tag));
  return wildcard == nullptr ? row : wildcard;
}

void Finder::close(const StartTag& tag, std::size_t end, std::string_view disqualified, bool has_content) {
  if (finding_.values.size() > first_of_tag_ && tag.begin < content_end_) {
    Value& around = finding_.values[first_of_tag_ - 1];
    cut_content(around, tag.begin);
    mark_as_staying(around);
  }
  const std::string_view element = element_of(tag);
  if (has_content && tag.space == Namespace::html && is_name(element, "object")) {
    close_objects(tag.begin);
    objects_.push_back(is_flash(tag));
  }
  if (has_content && is_name(element, "style")) {
    read_content(tag, content_of("style", tag.space, end, style_end_), style_rule, Format::css);
  } else if (has_content && is_name(element, "script")) {
    const ScriptType* const type = script_type(text_, tag.name_end, tag.space, references());
    const bool is_read = type != nullptr && asked_for(type->also) &&
                         (type->also == nullptr || !(request_.options.except_also.*type->also));
    if (type != nullptr && !is_read) finding_.leaves_references = true;
    if (is_read) {
      read_content(tag, content_of("script", tag.space, end, script_end_), script_rule, type->format);
    }
  }
  if (finding_.values.size() == first_of_tag_) return;
  for (std::size_t i = first_of_tag_; i < finding_.values.size(); ++i) {
    const Rule& rule = *finding_.values[i].rule;
    if (rule.element != "base" || rule.against != Against::retrieval) continue;  // others may be the user's
    finding_.base_elements.push_back(
        {tag.begin, end, static_cast<std::uint32_t>(i), disqualified, keeps_line_break(tag, end)});
  }
  tie_to_codebase();
}

/// Whether a base element is between the start tag of an element and a line break that would be dropped if it came
/// right after that tag (HTML standard, section 13.2.6.4.7), even if it is written as a character reference.
///
///     <pre><base href=a><base href=b>\n
bool Finder::keeps_line_break(const StartTag& base, std::size_t end) const noexcept {
  if (request_.is_xml || last_tag_end_ != base.begin) return false;
  const std::string_view before = element_of(last_tag_);
  if (!is_name(before, "pre") && !is_name(before, "listing") && !is_name(before, "base")) return false;
  std::string next;
  if (end < text_.size()) codec::decode_unit(text_, end, next, codec::ReferenceIn::text);
  return next == "\n";  // once line ends are normalized
}

/// Reads an attribute as --attribute says. False: that says nothing about it. If the table has the
/// same syntax, its other properties apply, too; and the href of a base element remains the base.
bool Finder::read_own(const StartTag& tag, const Attribute& attribute, std::string_view name) {
  const std::string_view element = element_of(tag);
  const OwnAttribute* const own = find_own(request_.attributes, name, element);
  if (own == nullptr) return false;
  const Syntax syntax = syntax_of(own->syntax);
  const UrlAttribute* const row = find_row(rows_of(name), tag.space, element);
  const bool uses_row = row != nullptr && (row->syntax == syntax || row->rule.element == "base");
  if (uses_row) add_attribute(tag, attribute, row->rule, row->syntax);
  else add_attribute(tag, attribute, own->rule, syntax);
  return true;
}

void Finder::add_attribute(const StartTag& tag, const Attribute& attribute, const Rule& rule, Syntax syntax) {
  const bool is_wildcard = rule.attribute.find('*') != std::string_view::npos;  // for several attributes of a tag
  if (is_wildcard) {
    if (attribute.value_begin == attribute.value_end) return;  // it may have no `=` (see plan/resolve.cc)
  } else {
    if (first_seen_ == &rule || std::ranges::find(seen_, &rule) != seen_.end()) return;
    if (first_seen_ == nullptr) first_seen_ = &rule;
    else seen_.push_back(&rule);
  }
  Value value{
      .begin = attribute.value_begin,
      .end = attribute.value_end,
      .element = tag.name,
      .rule = &rule,
      .scope = scope_,
      .element_length = element_length(tag),
      .coding = request_.is_xml ? codec::in_xml(attribute.coding) : attribute.coding,
  };
  if (syntax == Syntax::url || read_syntax(value, syntax, tag.name_end)) finding_.values.push_back(value);
}

/// Counts a value that was left because it is only read on request. It may need a base element that is to be removed.
void Finder::count_left(std::string_view raw, const Rule& rule, Syntax syntax) {
  const auto kind = std::ranges::find(counted_kinds, rule.also, &CountedKind::also);
  if (kind != counted_kinds.end() && !(request_.options.except_also.*rule.also) && begins_as_path(raw)) {
    ++left_values_[static_cast<std::size_t>(kind - counted_kinds.begin())];
  }
  if (!notes_left_ || finding_.leaves_references) return;
  std::string scratch;
  const std::string_view text = trimmed(codec::decode_attribute(raw, scratch, references()));
  const bool is_relative = !text.empty() && scheme_of(text).empty();
  finding_.leaves_references =
      is_relative && (syntax == Syntax::path ? looks_like_url(text) : lazy_format(text).has_value());
}

void Finder::note_left_values() {
  static_assert(counted_kinds.size() == std::tuple_size_v<decltype(left_values_)>);
  std::size_t count = 0;
  std::string kinds;
  for (std::size_t i = 0; i < counted_kinds.size(); ++i) {
    if (left_values_[i] == 0) continue;
    count += left_values_[i];
    kinds.append(kinds.empty() ? "" : ", ").append(counted_kinds[i].name).append(" ");
    kinds.append(std::to_string(left_values_[i]));
  }
  if (count == 0) return;
  const std::string_view are = count == 1 ? " was" : " were";
  finding_.notes.push_back({.code = NoteCode::values_left,
                            .severity = Note::Severity::detail,
                            .words = {counted(count, "relative value", "relative values") +
                                          " that scripts or other programs read" + std::string(are),
                                      std::move(kinds)},
                            .at_end = true});
}

/// Attributes of WordPress' blocks that hold URLs, as the editor reads them.
///
///     <!-- wp:image {"id":5,"url":"/a.png"} -->
///                                  ^----^
void Finder::block_comment(std::size_t begin, std::size_t end) {
  if (begin < std::max(style_end_, script_end_)) return;
  const std::string_view comment = text_.substr(begin, end - begin);
  const std::size_t object = std::min(comment.find('{'), comment.size());
  constexpr auto names = std::to_array<std::string_view>({"href", "mediaLink", "poster", "src", "url"});
  json::Reader reader(comment.substr(object));
  bool is_named = false;
  while (const auto token = reader.next()) {
    const std::string_view text = comment.substr(object + token->begin, token->end - token->begin);
    if (token->kind == json::Token::Kind::string && is_named) {
      finding_.values.push_back(Value{.begin = offset_of(text),
                                      .end = offset_of(text) + text.size(),
                                      .element = begin,
                                      .rule = &block_rule,
                                      .scope = scope_,
                                      .coding = codec::Coding::json_string});
    }
    is_named = token->kind == json::Token::Kind::key && std::ranges::find(names, text) != names.end();
  }
}

void Finder::conditional_comment(std::size_t begin, std::size_t end) {
  if (begin < std::max(style_end_, script_end_)) return;  // it is in a style sheet or a script in foreign content
  const std::string_view content = conditional_content(text_.substr(begin, end - begin));
  const bool is_excepted = request_.options.except_also.conditional;
  const bool is_read = !is_excepted && (request_.in_message || request_.options.also.conditional);
  add_content(content, Value{.begin = 0,
                             .end = 0,
                             .element = begin,
                             .rule = &comment_rule,
                             .coding = codec::Coding::comment,
                             .format = Format::html,
                             .stays = is_read ? Stays::no : Stays::conditional});
}

/// The content of an element whose start tag ends at `at`: in foreign elements and XML this is their text, also after
/// child elements (HTML standard, section 4.2.6). If the tag is in the content of another element, which ends at
/// `taken`, it is not searched again: in foreign content and framesets, thousands of elements may share one end tag.
std::string_view Finder::content_of(std::string_view name, Namespace space, std::size_t at, std::size_t& taken) {
  if (at < taken) return {};
  const std::string_view content = is_raw_text(space) ? text_content(text_, at, name) : markup_content(at, space);
  taken = at + content.size();
  return content;
}

/// The same for an element that may have child elements. A reader may find further such elements in the bytes that were
/// searched for its end, if it reads these differently. The total of all searches is limited to a few times the text.
std::string_view Finder::markup_content(std::size_t at, Namespace space) {
  constexpr std::size_t most_times = 8;
  const std::string_view rest = text_.substr(at);
  const bool may_look = looked_through_ / most_times <= text_.size();
  const auto [size, looked] = may_look ? codec::extent_of_content(content_coding(space), rest) : codec::ContentExtent{};
  looked_through_ += looked;
  const bool starts_child = size < rest.size() && !rest.substr(size).starts_with("</");
  if (size == 0 && starts_child) finding_.leaves_references = true;
  return rest.substr(0, size);
}

/// Takes the content of an element.
void Finder::read_content(const StartTag& tag, std::string_view content, const Rule& rule, Format format) {
  add_content(content, Value{.begin = 0,
                             .end = 0,
                             .element = tag.name,
                             .rule = &rule,
                             .scope = scope_,
                             .element_length = element_length(tag),
                             .coding = content_coding(tag.space),
                             .format = format});
  if (!content.empty() && !is_raw_text(tag.space) && !ends_surely(content_end_))
    mark_as_staying(finding_.values.back());
}

/// Whether content that extends up to `end` is known to be complete: its own end tag follows, or the end of all foreign
/// content. (If a start tag follows, open() decides.)
bool Finder::ends_surely(std::size_t end) const noexcept {
  const std::string_view rest = text_.substr(end);
  if (!rest.starts_with("</")) return true;
  const std::string_view name = rest.substr(2, tag_name_end(rest, 2) - 2);
  const auto is_it = [&](std::string_view one) { return is_name(name.substr(name.find(':') + 1), one); };
  return is_it("style") || is_it("script") || is_it("svg") || is_it("math");
}

void Finder::add_content(std::string_view content, const Value& value) {
  if (content.empty()) return;
  Value& added = finding_.values.emplace_back(value);
  added.begin = offset_of(content);
  content_end_ = added.end = added.begin + content.size();
}

/// Called when there is a tag within the content of an element, or at its end.
void Finder::end_content(const StartTag& tag) {
  Value& content = finding_.values.back();
  const bool is_in_it = tag.begin < content_end_;
  if (!codec::is_content(content.coding)) {
    if (!is_in_it) return;
    finding_.values.pop_back();  // the reader did not keep the element: its content is markup
    content_end_ = 0;
    return;
  }
  if (is_in_it && tag.space != Namespace::html) return;  // a child element
  cut_content(content, tag.begin);
  // HTML ends foreign content, except in a child element that may contain HTML.
  const std::string_view raw = raw_of(content);
  const bool is_whole = tag.space == Namespace::html && !request_.is_xml &&
                        codec::extent_of_content(content.coding, raw).size == raw.size();
  if (!is_whole) mark_as_staying(content);
}

void Finder::cut_content(Value& content, std::size_t end) {
  content.end = content_end_ = end;
  style_end_ = std::min(style_end_, end);
  script_end_ = std::min(script_end_, end);
}

/// Leaves content unchanged if it continues after its end: what is there may end a URL that begins before it.
void Finder::mark_as_staying(Value& content) noexcept {
  if (content.stays == Stays::no) content.stays = Stays::syntax;
  finding_.leaves_references = true;
}

/// Browsers no longer support the codebase attribute: for them, the attributes next to it mean what they would mean
/// without it.
void Finder::tie_to_codebase() {
  if (request_.options.resolver == Resolver::whatwg) return;
  const auto of_tag = std::span(finding_.values).subspan(first_of_tag_);
  const auto codebase =
      std::ranges::find_if(of_tag, [](const Value& one) { return one.rule->attribute == "codebase"; });
  if (codebase == of_tag.end()) return;
  const auto scope = static_cast<std::uint32_t>(finding_.scopes.size());
  const auto value = first_of_tag_ + static_cast<std::size_t>(codebase - of_tag.begin());
  finding_.scopes.push_back({.around = scope_, .value = static_cast<std::uint32_t>(value), .is_layer = false});
  for (Value& one : of_tag) {
    if (one.rule->against == Against::codebase) one.scope = scope;
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

}  // namespace absolve::markup
