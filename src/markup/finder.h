#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "../codec/markup/attributes.h"
#include "../codec/markup/character_references.h"
#include "../find/finding.h"
#include "url_attributes.h"

namespace absolve::markup {

inline constexpr std::string_view disqualified_outside_pages = "a base element counts only in a page";
inline constexpr std::string_view disqualified_in_template = "a base element inside a template doesn't count";

/// Adds a note about base elements outside of pages.
void note_ignored_bases(Finding& finding);

/// A start tag. Offsets are bytes of the text, from 0.
///
///     <svg:a href="x">
///     |    ||
///     |    |name_end
///     |    name: of the local name
///     begin
struct StartTag {
  std::size_t begin;
  std::size_t name;
  std::size_t name_end;
  Namespace space;
};

/// Collects references from the start tags of a page, or of XHTML, SVG and MathML in XML. A reader, which knows what is
/// a tag and what is text, passes it each tag. This is the interface between the readers and everything else.
class Finder {
 public:
  /// Both arguments must outlive it.
  Finder(std::string_view text, const Request& request) noexcept
      : text_(text),
        request_(request),
        notes_left_(request.options.remove_base_elements || request.options.headers),
        reads_wildcards_(request.options.also.amp || request.options.also.lazy) {}
  Finder(std::string_view text, Request&& request) = delete;

  /// Takes the start tag whose `<` is at `begin` and whose name ends at `name_end`. `disqualified` says in words why a
  /// base element in this place would have no effect; "" if it would have. An element that is not `in_tree` has no
  /// content: what follows its tag is read as if the tag weren't there. Returns the offset after the tag, or `unclosed`
  /// if the text ends within it: then nothing is taken.
  std::size_t start_tag(std::size_t begin, std::size_t name_end, Namespace space, std::string_view disqualified,
                        bool in_tree = true);

  // The same in steps, for readers of XML, which know which names in the table the attributes correspond to.

  void open(const StartTag& tag);
  /// Takes an attribute of the tag. `name` is its name in the table, in any case.
  void read_attribute(const StartTag& tag, const Attribute& attribute, std::string_view name);
  /// The same, if the user has said how it is read. False: the user has not.
  bool read_own(const StartTag& tag, const Attribute& attribute, std::string_view name);
  /// The tag ends after `end`.
  void close(const StartTag& tag, std::size_t end, std::string_view disqualified, bool has_content);

  /// What is found from now on belongs to this scope: index in Finding::scopes.
  void set_scope(std::uint32_t scope) noexcept { scope_ = scope; }

  /// What was found so far. Readers may add to it between two tags or attributes, in the order of the source.
  [[nodiscard]] Finding& finding() noexcept { return finding_; }

  /// Takes the comment [begin, end). If it is a conditional comment, its markup is read, but only listed if it was not
  /// requested. In a comment that delimits a block of WordPress, URLs are listed.
  void comment(std::size_t begin, std::size_t end) {
    if (text_.substr(begin).starts_with("<!--[")) conditional_comment(begin, end);
    else if (text_.substr(begin).starts_with("<!-- wp:")) block_comment(begin, end);
  }

  /// The number of base elements with an href so far.
  [[nodiscard]] std::size_t base_count() const noexcept { return finding_.base_elements.size(); }

  /// Makes the base element whose tag is at `begin` the first in document order: with foster parenting, the order in
  /// the tree is not that of the source.
  void base_comes_first(std::size_t begin);

  /// Makes all base elements have no effect.
  void disqualify_bases(std::string_view why) noexcept;

  /// All that was found. The tags must have been passed in the order of the source.
  [[nodiscard]] Finding finish() {
    note_left_values();
    return std::move(finding_);
  }

 private:
  void add_attribute(const StartTag& tag, const Attribute& attribute, const Rule& rule, Syntax syntax);
  [[nodiscard]] std::string_view element_of(const StartTag& tag) const noexcept {
    return text_.substr(tag.name, tag.name_end - tag.name);
  }
  [[nodiscard]] bool read_syntax(Value& value, Syntax syntax, std::size_t name_end);
  [[nodiscard]] bool read_meta(Value& value, std::size_t name_end);
  [[nodiscard]] bool read_lazy(Value& value, Syntax syntax) const;
  [[nodiscard]] bool read_link(Value& value, std::size_t name_end);
  [[nodiscard]] bool read_param(Value& value, std::size_t name_end);
  [[nodiscard]] bool read_animation(Value& value, std::size_t name_end) const;
  [[nodiscard]] bool may_be_text(const StartTag& tag, const UrlAttribute& row) const noexcept;
  [[nodiscard]] bool is_flash(const StartTag& object) const;
  void close_objects(std::size_t end);
  [[nodiscard]] std::string_view decoded(std::optional<Attribute> attribute, std::string& scratch) const;
  [[nodiscard]] bool read_iri(const Value& value) const;
  [[nodiscard]] const UrlAttribute* with_wildcards(const StartTag& tag, std::string_view name,
                                                   const UrlAttribute* row) const noexcept;
  [[nodiscard]] std::string_view raw_of(const Value& value) const noexcept {
    return text_.substr(value.begin, value.end - value.begin);
  }
  [[nodiscard]] bool asked_for(bool Also::*also) const noexcept {
    return also == nullptr || request_.options.also.*also;
  }
  [[nodiscard]] bool is_raw_text(Namespace space) const noexcept {
    return space == Namespace::html && !request_.is_xml;
  }
  [[nodiscard]] codec::Coding content_coding(Namespace space) const noexcept {
    if (is_raw_text(space)) return codec::Coding::identity;
    return request_.is_xml ? codec::Coding::xml_content : codec::Coding::foreign_content;
  }
  [[nodiscard]] codec::ReferenceIn references() const noexcept {
    return request_.is_xml ? codec::ReferenceIn::xml : codec::ReferenceIn::attribute;
  }
  void count_left(std::string_view raw, const Rule& rule, Syntax syntax);
  void note_left_values();
  [[nodiscard]] std::string_view content_of(std::string_view name, Namespace space, std::size_t at, std::size_t& taken);
  [[nodiscard]] std::string_view markup_content(std::size_t at, Namespace space);
  void read_content(const StartTag& tag, std::string_view content, const Rule& rule, Format format);
  void add_content(std::string_view content, const Value& value);
  [[nodiscard]] std::size_t offset_of(std::string_view content) const noexcept {
    return static_cast<std::size_t>(content.data() - text_.data());
  }
  [[nodiscard]] bool ends_surely(std::size_t end) const noexcept;
  void end_content(const StartTag& tag);
  void cut_content(Value& content, std::size_t end);
  void mark_as_staying(Value& content) noexcept;
  void conditional_comment(std::size_t begin, std::size_t end);
  void block_comment(std::size_t begin, std::size_t end);
  void tie_to_codebase();
  [[nodiscard]] bool keeps_line_break(const StartTag& base, std::size_t end) const noexcept;

  std::string_view text_;
  const Request& request_;
  bool notes_left_;       // whether it matters that references are left unchanged
  bool reads_wildcards_;  // attributes whose names are matched by a pattern; if not, they are only counted
  Finding finding_;
  std::uint32_t scope_ = Value::none;
  StartTag last_tag_{};  // the tag before the current one
  std::size_t last_tag_end_ = 0;
  std::size_t first_of_tag_ = 0;              // index of the first value of the current tag
  std::size_t style_end_ = 0;                 // where the last content of a style element ends
  std::size_t script_end_ = 0;                // where the last content of a script ends
  std::size_t content_end_ = 0;               // where the last value ends, if it is the content of an element
  std::size_t looked_through_ = 0;            // bytes that were searched for the ends of contents with child elements
  std::vector<bool> objects_;                 // the object elements that are open, and whether each is for Flash
  std::size_t objects_end_ = 0;               // their end tags were looked for up to here
  std::array<std::size_t, 3> left_values_{};  // how many values were left, by kind (finder.cc)
  // Rules met in the current tag, as of duplicate attributes the first is used. Most tags have one: it takes no memory.
  const Rule* first_seen_ = nullptr;
  std::vector<const Rule*> seen_;
};

}  // namespace absolve::markup
