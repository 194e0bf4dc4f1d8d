// XML documents. A start tag is read in this order, as each step needs the results of those before it:
//
//     attributes -> namespaces declared -> vocabulary -> places -> xml:base -> values -> content
//
// Attributes are collected first, as a prefix may be declared by a later attribute of the same tag. XHTML, SVG and
// MathML are read by the table for pages (markup/finder.cc), everything else by that of vocabularies.cc. Markup that is
// not well-formed is read nevertheless, as feed readers do; a value that contains an entity declared by the document is
// not changed. Linear.

#include "finder.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "../codec/codec.h"
#include "../codec/markup/attributes.h"
#include "../codec/markup/character_references.h"
#include "../codec/markup/element_content.h"
#include "../find/formats.h"
#include "../markup/finder.h"
#include "../text/ascii.h"
#include "absolve/url.h"
#include "counted_places.h"
#include "doctype.h"
#include "elements.h"
#include "feed_entry.h"
#include "output_before.h"
#include "text_types.h"
#include "tokenizer.h"

namespace absolve::xml {
namespace {

using markup::Attribute;
using Severity = Note::Severity;

constexpr std::string_view dropped = "browsers no longer support xml:base";

constexpr Rule base_rule{"*", "xml:base"};
constexpr Rule no_base_rule{"base", "href"};  // of a base element without effect
constexpr Rule link_rule{"*", "xlink:href", Against::document, Empty::no_fetch, FragmentAlone::stays};
constexpr Rule style_sheet_rule{"xml-stylesheet", "href", Against::retrieval, Empty::no_fetch, FragmentAlone::stays};

std::optional<markup::Namespace> space_of(Vocabulary vocabulary) noexcept {
  switch (vocabulary) {
    case Vocabulary::html: return markup::Namespace::html;
    case Vocabulary::svg: return markup::Namespace::svg;
    case Vocabulary::mathml: return markup::Namespace::mathml;
    default: return std::nullopt;
  }
}

class XmlFinder : public Tokenizer<XmlFinder> {
 public:
  XmlFinder(std::string_view text, const Request& request)
      : Tokenizer(text), request_(as_xml(request)), finder_(text, request_) {}

  Finding find() {
    read(size_of_output(text_));
    if (entry_.is_open()) end_entry();
    add_notes();
    return finder_.finish();
  }

 private:
  friend Tokenizer;

  static Request as_xml(Request request) {
    request.is_xml = true;
    return request;
  }

  [[nodiscard]] Finding& finding() noexcept { return finder_.finding(); }
  [[nodiscard]] std::vector<Value>& values() noexcept { return finding().values; }

  /// Whether browsers show the document as a page.
  [[nodiscard]] bool is_page() const noexcept { return root_ == Vocabulary::html || root_ == Vocabulary::svg; }
  [[nodiscard]] bool knows_xml_base() const noexcept { return !is_page() || knows_codebase(); }
  [[nodiscard]] bool knows_codebase() const noexcept { return request_.options.resolver != Resolver::whatwg; }

  std::size_t start_tag(std::size_t at);
  std::size_t end_tag(std::size_t at);
  void ends_nowhere(std::size_t at, std::string_view what) {
    finding().leaves_references = true;
    finding().notes.push_back({NoteCode::unclosed_markup, Severity::notice, {std::string(what)}, at});
  }
  std::size_t doctype(std::size_t at) {
    const bool is_first = !has_root_ && doctype_end_ == 0;
    if (!is_first) return after_bogus_comment(text_, at);
    // If it is not closed, XML processors stop with an error: then a URL that is inserted could close it.
    const auto end = doctype_.read(text_, at);
    if (!end) ends_nowhere(at, "a document type declaration");
    return doctype_end_ = end.value_or(text_.size());
  }
  void processing_instruction(std::size_t at, std::size_t end);

  struct Tag {
    std::size_t begin;
    Name name;
    std::size_t end;
    bool is_root;
    bool is_empty;  // it is an empty-element tag
    bool says_xml;  // it may declare a namespace, or have an xml:base
    OpenElement element;
    Vocabulary vocabulary;
    const Attribute* base;  // its xml:base attribute; nullptr if it has none
    std::size_t first_value;
    std::span<const Place> places;
  };

  [[nodiscard]] bool read_tag(std::size_t at, Tag& tag);
  void start_root(Tag& tag);
  void enter_scope(Tag& tag);
  void read_attributes(Tag& tag);
  void read_attribute(const Tag& tag, const markup::StartTag& start, const Attribute& attribute);
  void read_url(const Tag& tag, const Attribute& attribute, const Rule& rule, std::uint32_t scope,
                Format format = Format::url);
  std::size_t read_content(Tag& tag);
  void count_unread(const Tag& tag, std::string_view value);
  void read_text(const Tag& tag, const Place& place, std::size_t begin, std::size_t end);
  [[nodiscard]] TextType text_type_of(const Place& place) const;
  [[nodiscard]] const Attribute* find_attribute(std::string_view name) const;
  [[nodiscard]] std::string decoded(const Attribute* attribute) const;
  [[nodiscard]] bool leads_to_entry() const;
  [[nodiscard]] static Value value_of(const Tag& tag, const Rule& rule, std::size_t begin, std::size_t end);
  void begin_entry(Tag& tag);
  void end_entry() { entry_.end(finding(), request_.options.feed_base); }
  void mark_entities(const Tag& tag);
  void close_elements(std::size_t count);
  [[nodiscard]] std::size_t with_end_tag(const Tag& tag) const noexcept;
  void add_notes();

  Request request_;
  markup::Finder finder_;
  Doctype doctype_;
  Namespaces namespaces_;
  OpenElements open_;
  OpenElement after_root_;  // what surrounds elements after the end of the root, where none are allowed
  FeedEntry entry_;
  std::vector<Attribute> attributes_;  // of the current tag

  std::size_t doctype_end_ = 0;  // 0 if there is no doctype
  bool has_root_ = false;
  Vocabulary root_ = Vocabulary::other;
  std::string_view root_name_;

  CountedPlaces relative_ids_;
  CountedPlaces unread_places_;  // places of known vocabularies, in no table, that seem to hold a reference
};

std::size_t XmlFinder::start_tag(std::size_t at) {
  Tag tag;
  if (!read_tag(at, tag)) {
    ends_nowhere(at, "a tag");
    return text_.size();
  }
  if (request_.wants_tags) finding().tags.push_back(markup::tag_name_end(text_, at + 1));
  tag.element = open_.empty() ? after_root_ : open_.back();
  tag.element.name = tag.name.whole(text_);
  tag.element.prefixes = namespaces_.mark();
  tag.element.takes_html = tag.element.is_entry = false;
  const bool in_html = !open_.empty() && open_.back().takes_html;
  if (in_html) tag.element.unprefixed = Vocabulary::html;
  if (tag.says_xml) {
    for (const Attribute& one : attributes_) {
      namespaces_.declare(one.name(text_), one.value(text_), tag.element.unprefixed);
    }
  }
  tag.is_root = !has_root_;
  if (tag.is_root) start_root(tag);
  tag.vocabulary = tag.name.has_prefix() ? namespaces_.find(tag.name.prefix(text_)) : tag.element.unprefixed;
  tag.places = places_of(tag.vocabulary, tag.name.local_name(text_));
  const bool is_template = tag.vocabulary == Vocabulary::html && is_name(tag.name.local_name(text_), "template");
  tag.element.in_template = tag.element.in_template || is_template;
  enter_scope(tag);
  read_attributes(tag);
  const std::size_t next = read_content(tag);
  mark_entities(tag);
  if (tag.is_empty) {
    namespaces_.go_back(tag.element.prefixes);
    if (tag.element.is_entry) end_entry();
  } else {
    open_.push(tag.element);
  }
  return next;
}

/// Reads the attributes of a tag. False: the text ends in it, so it is not a tag.
bool XmlFinder::read_tag(std::size_t at, Tag& tag) {
  const std::size_t name_end = markup::tag_name_end(text_, at + 1);
  tag.begin = at;
  tag.name = name_at(text_, at + 1, name_end);
  tag.says_xml = false;
  attributes_.clear();
  const auto take = [&](const Attribute& attribute) {
    attributes_.push_back(attribute);
    tag.says_xml = tag.says_xml || text_[attribute.name_begin] == 'x';
  };
  tag.end = peek(name_end) == '>' ? name_end + 1 : markup::read_attributes(text_, name_end, take);
  if (tag.end == markup::unclosed) return false;
  const bool is_of_value = !attributes_.empty() && attributes_.back().coding == codec::Coding::unquoted &&
                           attributes_.back().value_end == tag.end - 1;
  tag.is_empty = text_[tag.end - 2] == '/' && !is_of_value;
  return true;
}

void XmlFinder::start_root(Tag& tag) {
  has_root_ = true;
  root_name_ = tag.name.local_name(text_);
  root_ = namespaces_.start_root(tag.name.prefix(text_), root_name_, request_.media_type, tag.element.unprefixed);
  finding().media_type = media_type_of(root_, root_name_);
  after_root_.unprefixed = tag.element.unprefixed;
}

/// Sets the scope of an element: its xml:base is the innermost, and covers its own attributes, too.
void XmlFinder::enter_scope(Tag& tag) {
  tag.base = tag.says_xml ? find_attribute("xml:base") : nullptr;
  if (tag.base != nullptr) {
    const auto scope = static_cast<std::uint32_t>(finding().scopes.size());
    FoundScope& added = finding().scopes.emplace_back();
    added.candidate.from = BaseFrom::xml_base;
    if (!knows_xml_base()) added.candidate.disqualified = dropped;
    added.around = tag.element.scope;
    if (tag.is_root) finding().root_scope = scope;
    tag.element.scope = scope;
  }
  finder_.set_scope(tag.element.scope);
}

void XmlFinder::read_attributes(Tag& tag) {
  const auto space = space_of(tag.vocabulary);
  const std::size_t name = space ? tag.name.local : tag.name.begin;
  const markup::StartTag start{tag.begin, name, tag.name.end, space.value_or(markup::Namespace::html)};
  finder_.open(start);  // may end the content of the element around it
  tag.first_value = values().size();
  for (const Attribute& attribute : attributes_) read_attribute(tag, start, attribute);
  if (!space) return;
  const std::size_t bases = finder_.base_count();
  const std::string_view disqualified = !is_page()                ? markup::disqualified_outside_pages
                                        : tag.element.in_template ? markup::disqualified_in_template
                                                                  : std::string_view();
  finder_.close(start, tag.end, disqualified, !tag.is_empty);
  if (finder_.base_count() > bases) {
    BaseElement& base = finding().base_elements.back();
    base.end = with_end_tag(tag);
    if (!is_page()) values()[base.value].rule = &no_base_rule;
  }
  if (!entry_.is_open()) return;
  for (std::size_t i = tag.first_value; i < values().size(); ++i) {
    // xml:base and codebase are not resolved against the entry's own link.
    const std::string_view attribute = values()[i].rule->attribute;
    if (attribute != base_rule.attribute && attribute != "codebase") entry_.add_html(i);
  }
}

void XmlFinder::read_attribute(const Tag& tag, const markup::StartTag& start, const Attribute& attribute) {
  const Name name = name_at(text_, attribute.name_begin, attribute.name_end);
  const std::string_view local = name.local_name(text_);
  const bool has_prefix = name.has_prefix();
  const Vocabulary vocabulary = has_prefix ? namespaces_.find(name.prefix(text_)) : Vocabulary::other;
  if (&attribute == tag.base) {
    FoundScope& scope = finding().scopes[tag.element.scope];
    scope.value = static_cast<std::uint32_t>(values().size());
    read_url(tag, attribute, base_rule, scope.around);
    if (!knows_xml_base()) values().back().stays = Stays::base;
    return;
  }
  const bool is_rdf = vocabulary == Vocabulary::rdf;
  const std::string_view wanted = is_rdf && local == "resource" ? "rdf:resource" : local;
  const auto place = std::ranges::find_if(tag.places, [&](const Place& one) { return one.rule.attribute == wanted; });
  const bool is_place = place != tag.places.end() && (!has_prefix || is_rdf);
  const std::size_t first = values().size();
  const bool is_own = !request_.attributes.empty() && finder_.read_own(start, attribute, attribute.name(text_));
  if (!is_own && is_place) {
    const Format format = place->holds == Holds::srcset ? Format::srcset : Format::url;
    read_url(tag, attribute, place->rule, tag.element.scope, format);
  }
  const bool is_link_of_entry = is_place && place->holds == Holds::entry_link && values().size() > first;
  if (is_link_of_entry && leads_to_entry()) entry_.set_link(first);
  if (is_own || is_place) return;
  const bool is_markup = space_of(tag.vocabulary).has_value();
  const bool is_link = vocabulary == Vocabulary::xlink && local == "href";
  if (is_markup && !has_prefix) return finder_.read_attribute(start, attribute, local);
  if (is_link && is_markup && tag.vocabulary != Vocabulary::html)
    return finder_.read_attribute(start, attribute, "xlink:href");
  if (is_link) return read_url(tag, attribute, link_rule, tag.element.scope);
  if (may_be_path(attribute.value(text_))) count_unread(tag, attribute.value(text_));
}

/// Counts a value that looks like a reference, in a place that no table lists as one.
void XmlFinder::count_unread(const Tag& tag, std::string_view value) {
  if (tag.vocabulary == Vocabulary::other || space_of(tag.vocabulary) || !looks_relative(value)) return;
  unread_places_.add(static_cast<std::size_t>(value.data() - text_.data()));
}

void XmlFinder::read_url(const Tag& tag, const Attribute& attribute, const Rule& rule, std::uint32_t scope,
                         Format format) {
  const auto of_tag = std::span(values()).subspan(tag.first_value);
  if (std::ranges::find(of_tag, &rule, &Value::rule) != of_tag.end()) return;  // of duplicates the first is used
  Value value = value_of(tag, rule, attribute.value_begin, attribute.value_end);
  value.scope = scope;
  value.coding = codec::in_xml(attribute.coding);
  value.format = format;
  values().push_back(value);
}

/// A value in the content of an element, or in its tag.
Value XmlFinder::value_of(const Tag& tag, const Rule& rule, std::size_t begin, std::size_t end) {
  const std::size_t length = tag.name.end - tag.name.begin;
  return Value{.begin = begin,
               .end = end,
               .element = tag.name.begin,
               .rule = &rule,
               .scope = tag.element.scope,
               .element_length = static_cast<std::uint16_t>(std::min<std::size_t>(length, UINT16_MAX)),
               .coding = codec::Coding::xml_content};
}

/// Takes the content of an element up to its end tag. Returns the offset where reading continues.
std::size_t XmlFinder::read_content(Tag& tag) {
  const auto place = std::ranges::find_if(tag.places, [](const Place& one) { return one.rule.attribute.empty(); });
  if (tag.is_empty) return tag.end;
  if (place == tag.places.end()) {
    if (may_be_path(text_.substr(tag.end)))
      count_unread(tag, text_.substr(tag.end, text_.find('<', tag.end) - tag.end));
    return tag.end;
  }
  if (place->holds == Holds::entry) {
    begin_entry(tag);
    return tag.end;
  }
  const std::size_t end = tag.end + codec::size_of_xml_text(text_.substr(tag.end));
  if (end == text_.size()) ends_nowhere(tag.begin, "an element");
  const bool is_text = end == text_.size() || peek(end + 1) == '/';
  if (is_text) read_text(tag, *place, tag.end, end);
  else tag.element.takes_html = text_type_of(*place) != TextType::text;
  return end;
}

/// An entry that was not closed ends where the next one begins.
void XmlFinder::begin_entry(Tag& tag) {
  if (entry_.is_open()) end_entry();
  tag.element.is_entry = true;
  entry_.begin(tag.end);
}

/// The type of the text in a place, by its definition or by the attributes of its tag.
TextType XmlFinder::text_type_of(const Place& place) const {
  switch (place.holds) {
    case Holds::html: return TextType::html;
    case Holds::typed: return text_type(decoded(find_attribute("type")), decoded(find_attribute("mode")));
    case Holds::url:
    case Holds::srcset:
    case Holds::entry_link:
    case Holds::id:
    case Holds::permalink:
    case Holds::entry: break;
  }
  return TextType::text;
}

void XmlFinder::read_text(const Tag& tag, const Place& place, std::size_t begin, std::size_t end) {
  const std::string_view content = text_.substr(begin, end - begin);
  if (trimmed(content).empty()) return;
  if (place.holds == Holds::id || place.holds == Holds::permalink) {
    const Id id = id_of(content);
    const bool is_link = place.holds == Holds::permalink && id.is_url &&
                         decoded(find_attribute("isPermaLink")) != "false" && entry_.opens(values().size(), text_);
    if (place.holds == Holds::id ? !id.is_relative : !is_link) return;
    if (id.is_relative) relative_ids_.add(begin);
    values().push_back(value_of(tag, place.rule, begin, end));
    return;
  }
  Format format = Format::url;
  if (place.holds == Holds::html || place.holds == Holds::typed) {
    const TextType type = text_type_of(place);
    if (type == TextType::text || type == TextType::markup) return;
    if (type == TextType::html && !may_hold_tag(content)) return;
    format = type == TextType::html ? Format::html_fragment : Format::base64_html;
    if (entry_.is_open()) entry_.add_html(values().size());
  } else if (place.holds == Holds::entry_link && leads_to_entry()) {
    entry_.set_link(values().size());
  }
  values().push_back(value_of(tag, place.rule, begin, end));
  values().back().format = format;
}

/// The first attribute of the current tag with this name; nullptr if there is none.
const Attribute* XmlFinder::find_attribute(std::string_view name) const {
  const auto found = std::ranges::find_if(attributes_, [&](const Attribute& one) { return one.name(text_) == name; });
  return found == attributes_.end() ? nullptr : &*found;
}

/// The decoded value of an attribute, without white space around it; "" if there is none.
std::string XmlFinder::decoded(const Attribute* attribute) const {
  if (attribute == nullptr) return {};
  std::string scratch;
  return std::string(trimmed(codec::decode_attribute(attribute->value(text_), scratch, codec::ReferenceIn::xml)));
}

/// Whether the current link leads to the subject of the entry (RFC 4287, section 4.2.7.2). It must be a child of the
/// entry, not of the source in it, which has a link of its own.
bool XmlFinder::leads_to_entry() const {
  if (open_.empty() || !open_.back().is_entry || !entry_.is_open() || entry_.has_link()) return false;
  const std::string rel = decoded(find_attribute("rel"));
  return rel.empty() || is_name(rel, "alternate") || rel == "http://www.iana.org/assignments/relation/alternate";
}

/// Marks values that contain an entity: they are left unchanged; a document is only listed as a whole. So are values
/// that are relative to a codebase which contains one.
void XmlFinder::mark_entities(const Tag& tag) {
  if (!doctype_.declares()) return;
  const auto of_tag = std::span(values()).subspan(tag.first_value);
  bool codebase_is_unknown = false;
  for (Value& value : of_tag) {
    const std::string_view raw = text_.substr(value.begin, value.end - value.begin);
    const bool is_content = value.coding == codec::Coding::xml_content;
    if (!(is_content ? doctype_.is_used_in_content(raw) : doctype_.is_used_in_value(raw))) continue;
    value.stays = Stays::entity;
    if (facts_of(value.format).is_document) value.format = Format::url;
    const bool is_codebase = knows_codebase() && value.rule->attribute == "codebase";
    codebase_is_unknown = codebase_is_unknown || is_codebase;
  }
  for (Value& value : of_tag) {
    if (codebase_is_unknown && value.rule->against == Against::codebase) value.stays = Stays::entity;
  }
}

std::size_t XmlFinder::end_tag(std::size_t at) {
  const std::size_t name_end = markup::tag_name_end(text_, at + 2);
  const std::size_t end = peek(name_end) == '>' ? name_end + 1 : after_bogus_comment(text_, name_end);
  close_elements(open_.closed_by(text_.substr(at + 2, name_end - at - 2)));
  return end;
}

void XmlFinder::close_elements(std::size_t count) {
  for (; count > 0; --count) {
    if (open_.back().is_entry) end_entry();
    const Prefixes::Mark mark = open_.back().prefixes;
    open_.pop();
    // Declarations of the root remain in effect: the root may have been closed by an end tag without a start tag, or be
    // the first of several.
    if (!open_.empty()) namespaces_.go_back(mark);
  }
}

/// Where an element without child elements ends: `<base></base>`.
std::size_t XmlFinder::with_end_tag(const Tag& tag) const noexcept {
  if (tag.is_empty) return tag.end;
  const std::size_t at = tag.end + codec::size_of_xml_text(text_.substr(tag.end));
  const std::string_view name = tag.name.whole(text_);
  const bool ends = text_.substr(at).starts_with("</") && text_.substr(at + 2).starts_with(name);
  const std::size_t close = ends ? after_spaces(text_, at + 2 + name.size()) : text_.size();
  return peek(close) == '>' ? close + 1 : tag.end;
}

/// A style sheet that is named in the prolog. No xml:base covers it (Associating Style Sheets with XML documents).
void XmlFinder::processing_instruction(std::size_t at, std::size_t end) {
  constexpr std::string_view target = "xml-stylesheet";
  const std::size_t target_end = at + 2 + target.size();
  const bool is_it = !has_root_ && text_.substr(at + 2).starts_with(target) && is_space(peek(target_end));
  if (!is_it) return;
  bool met = false;
  markup::read_attributes(text_.substr(0, end), target_end, [&](const Attribute& attribute) {
    if (met || attribute.name(text_) != "href" || !codec::is_quoted(attribute.coding)) return;
    met = true;
    finding().links_sheets = true;
    values().push_back(Value{.begin = attribute.value_begin,
                             .end = attribute.value_end,
                             .element = at + 2,
                             .rule = &style_sheet_rule,
                             .element_length = static_cast<std::uint16_t>(target.size()),
                             .coding = codec::in_xml(attribute.coding)});
  });
}

void XmlFinder::add_notes() {
  auto& notes = finding().notes;
  if (has_root_ && root_ == Vocabulary::other) {
    const std::string root = "the root element '" + std::string(root_name_.substr(0, 40)) + "'";
    const bool may_be_page = !request_.input.is_in_book && find_ignoring_case(text_, "href=") < text_.size();
    const std::string_view hint = may_be_page ? " (--type html reads it as a page)" : "";
    const Severity severity = request_.in_message ? Severity::detail : Severity::notice;
    notes.push_back({NoteCode::unknown_vocabulary, severity, {root, std::string(hint)}});
  }
  markup::note_ignored_bases(finding());
  if (doctype_.declares() && doctype_.is_used_in_content(text_.substr(doctype_end_))) {
    finding().leaves_references = true;
    notes.push_back({NoteCode::entities_unread, Severity::notice, {}});
  }
  relative_ids_.add_note(notes, NoteCode::relative_id, Severity::notice, "id is", "ids are");
  unread_places_.add_note(notes, NoteCode::places_unread, Severity::detail, "value looks", "values look");
}

}  // namespace

Finding find(std::string_view text, const Request& request) { return XmlFinder(text, request).find(); }

}  // namespace absolve::xml
