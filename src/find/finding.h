#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../codec/codec.h"
#include "../text/lines.h"
#include "absolve/input.h"
#include "absolve/link.h"
#include "absolve/options.h"
#include "parts.h"

namespace absolve::inline detail {

/// What is in a text, or in a value of it. The facts about each format are in formats.h.
enum class Format : std::uint8_t {
  url,         // one reference; white space around it does not belong to it
  srcset,      // image candidates
  bgset,       // the same for several screens, between |
  tokens,      // references between white space
  commas,      // references between commas
  semicolons,  // references between semicolons
  refresh,     // a time, and the reference to load then
  task,        // fields between semicolons, two of which are references: action-uri, icon-uri
  css,         // a style sheet, or the declarations of a style attribute
  css_values,  // values of a property, between semicolons
  import_map,
  speculation_rules,
  linked_data,    // JSON-LD
  module_script,  // JavaScript
  html,
  html_fragment,  // as feeds hold it: markup, but not a page of its own
  base64_html,    // a fragment in base64, as Atom 0.3 may hold
  xml,
  json,         // JSON Feed, or a web app manifest
  playlist,     // M3U, HLS
  uris,         // one reference in each line
  pairs,        // a base, a tab and a reference in each line
  json_lines,   // a JSON object in each line, with a base and a reference
  table,        // rows with fields: CSV
  mime,         // a message
  fields,       // a header block of a message
  http_fields,  // header blocks of a response
  http,         // a saved response: its header block and its body
  har,          // an HTTP Archive: saved responses in JSON
  warc,         // a record of an archive
  markdown,
};

/// Which base a reference is resolved against.
enum class Against : std::uint8_t {
  document,   // the base of the document
  retrieval,  // the base around the document's own base elements: the document's own URL
  images,     // Input::image_url, where that counts; otherwise as `document`: what it leads to is shown in place
  codebase,   // the codebase attribute of the same tag, or else that of the document: Value::scope
};

/// How an empty reference is treated.
enum class Empty : std::uint8_t {
  resolve,
  no_fetch,  // kept: it names nothing; resolved, it would fetch the document as an image, a script, ...
  document,  // it means the document's own URL, whatever its base elements say
};

/// How a reference that is only a fragment is treated.
enum class FragmentAlone : std::uint8_t {
  resolve,
  stays,  // kept: it points into the document itself
};

/// What a format says about a place that holds references.
struct Rule {
  std::string_view element;  // "*": any; "v:*": any that starts with "v:"; "*-*": custom elements; "" if there are none
  std::string_view attribute;  // "data-*-src": any that starts and ends like this; "" if the format has no attributes
  Against against = Against::document;
  Empty empty = Empty::resolve;
  FragmentAlone fragment_alone = FragmentAlone::resolve;
  bool names_part = false;  // it names a part of the message; other references lead to that part by this name
  bool is_exact = false;    // it is no markup: control characters in it are part of the reference
  bool (*is_escaped)(char) noexcept = nullptr;  // white space, and what else would end a URL there or make it a text:
                                                // it is written as escapes; nullptr if there is nothing
  bool Also::*also = nullptr;                   // read only if this is asked for; nullptr means always
  Reason kept = Reason::none;                   // why what stands there is always kept; none if it is not
};

/// Whether the place holds the URL of a base, of a document or of a part of it.
[[nodiscard]] constexpr bool names_base(const Rule& rule) noexcept {
  return rule.element == "base" || rule.attribute == "xml:base";
}

/// The same, or the base of what stands beside it in its tag.
[[nodiscard]] constexpr bool is_base(const Rule& rule) noexcept {
  return names_base(rule) || rule.attribute == "codebase";
}

/// Why a value is left unchanged, and is only listed.
enum class Stays : std::uint8_t {
  no,
  syntax,       // it, or what it holds, is in a syntax that is not read
  script,       // it is in a script, which may do anything with it
  entity,       // it holds an entity that is not expanded
  base,         // it is an xml:base that has no effect
  conditional,  // it is a conditional comment, and reading it was not requested
  value,        // a reference is expected, but it is a text, a host name or something else
};

/// One place that holds a reference, several references, or a document. All offsets are bytes of the text that was
/// read, from 0.
///
///     <td style="background: url(x.png)">      format css, coding quotation_mark
///      |         |                     |
///      element   begin                 end
struct Value {
  static constexpr std::uint32_t none = UINT32_MAX;

  std::size_t begin;  // as written, without its quotes
  std::size_t end;
  std::size_t element = 0;     // where the name of the element is
  const Rule* rule = nullptr;  // nullptr means the rule of the value around it
  std::uint32_t scope = none;  // index in Finding::scopes; none means the scope that covers the whole text
  std::uint16_t element_length = 0;
  codec::Coding coding = codec::Coding::identity;
  Format format : 5 = Format::url;
  Stays stays : 3 = Stays::no;
};

/// A base element with an href attribute.
struct BaseElement {
  std::size_t begin;  // the tag, from its `<` to after its `>`
  std::size_t end;
  std::uint32_t value;            // index of its href
  std::string_view disqualified;  // why it is not used, in words; "" if it may be
  bool keeps_line_break = false;  // in HTML it is between <pre> and a line break that would be dropped without it
};

/// A candidate in a text that covers a part of the text, and the scope around it.
struct FoundScope {
  Candidate candidate = {};            // its offset is one in the text
  std::uint32_t around = Value::none;  // index; none means the scope that covers the whole text
  std::uint32_t value = Value::none;   // index of the value that holds it; none if the candidate already has its text
  bool is_layer = true;                // a layer of section 3; false for a codebase
};

/// What an entity of a message says about a value in it: its body, or its header.
struct PartContext {
  std::string part;                             // number of the document
  std::string number;                           // of the entity, for notes
  std::string charset = {};                     // as declared; "" if the document declares it
  std::string type = {};                        // media type
  std::size_t header;                           // where the entity starts; notes point to it
  std::uint32_t around = Value::none;           // index of the innermost multipart around it in Finding::multiparts
  std::uint32_t related = Value::none;          // index of the innermost multipart/related in Finding::related
  std::size_t level = 0;                        // how deep it is nested in its message
  bool in_digest = false;                       // it is a part of a multipart/digest
  bool is_archived = false;                     // its message says at which URL, and nobody has named that field
  LineLimits lines = {};                        // if nothing encodes it
  std::vector<codec::Coding> codings = {};      // codings of the value, the outermost first; if empty, Value::coding
  std::size_t max_size = SIZE_MAX;              // in bytes; a larger one is not read
  std::optional<std::string> detected_by = {};  // the URL with which its type was detected; nullopt if it is declared
  std::optional<std::pair<std::size_t, std::size_t>> size_at = {};  // from, to: the digits of its size, in bytes
};

/// A multipart. Its delimiters end the parts in it.
struct Multipart {
  std::string boundary;
  std::uint32_t around;  // index of the multipart that it is in
};

/// A multipart/related, whose parts may refer to one another by their Content-Location (RFC 2557, section 8).
struct RelatedGroup {
  std::uint32_t around;  // index of the group that it is in
};

/// A Content-Location in a multipart/related.
struct Location {
  std::uint32_t group;
  std::string url;      // as written, decoded
  std::uint32_t scope;  // the one that it is resolved in: index in Finding::scopes
  bool stays;           // nothing in its part is rewritten
};

/// A statement about bytes that is wrong once they have changed: a signature, a digest, a length.
struct DependentStatement {
  std::string name;                                         // of the header field, or whatever makes the statement
  std::string_view what;                                    // what has become of it then, in words
  std::vector<std::pair<std::size_t, std::size_t>> ranges;  // of the text: from, to
  std::size_t header;                                       // where it is made: offset, and number of the entity
  std::string part = {};
  bool counts_lines = false;  // it remains right as long as the number of lines doesn't change
};

/// A note about a text.
struct FoundNote {
  NoteCode code;
  Note::Severity severity;
  std::vector<std::string> words;          // words for the wording of the note
  std::optional<std::size_t> offset = {};  // where it points to; nullopt if it is about the whole text
  std::string part = {};
  std::size_t order = 0;     // its place among the notes on nested texts: before those on what begins here
  bool at_end = false;       // it comes after all of them
  std::size_t count = 1;     // Note::count
  std::size_t selector = 0;  // Note::selector
};

/// What a finder found in a message besides the documents in it.
struct EntityFinding {
  std::vector<PartContext> contexts = {};  // one for each value
  std::vector<Multipart> multiparts = {};
  std::vector<RelatedGroup> related = {};
  std::vector<Location> locations = {};
  std::vector<Part> parts = {};
  std::optional<RecordName> record = {};       // if it is a record of an archive
  std::vector<Candidate> retrieved_from = {};  // retrieval URLs that are in the message itself, in order of preference;
                                               // their offsets are offsets in the text
};

/// An entry of a list whose answer is not just the reference in absolute form. Offsets are bytes of the text, from 0.
///
///     http://a/b/c\t../g        {"reference": "../g", "absolve": {"url": "old"}, "n": 1 }
///     |             |   |       |              |    |-----------cut-----------|        | |
///     begin         value end   begin          value                           answer_at end
struct ListEntry {
  static constexpr std::size_t no_array = 0;  // each is in an object

  std::size_t begin;
  std::size_t end;                       // without the line end
  std::size_t answer_at = 0;             // in an object: where the answer goes, after the last member that is left
  std::uint32_t value = Value::none;     // index of its reference, or of the first of several
  std::size_t array = no_array;          // in an object: where the array of its references begins
  std::uint32_t cuts = 0;                // how many of ListFinding::cuts are in it
  std::string_view named_base = "base";  // the name of the member or column that names its base
};

/// What a finder found in a list besides references and bases.
struct ListFinding {
  std::vector<ListEntry> entries = {};                         // the entries that are answered
  std::vector<std::pair<std::size_t, std::size_t>> cuts = {};  // from, to: earlier answers
};

/// That a style sheet uses a custom property: by var(), or by registering it as a URL (@property), as it is then
/// resolved where it is declared.
struct PropertyUse {
  std::string name;
  std::string in;  // the custom property in whose value it is used: then it counts only if that one does; else ""
};

/// HTML in an entry of a feed, and the link of that entry: indices of values.
struct EntryHtml {
  std::uint32_t value;
  std::uint32_t link;
};

/// What a finder found in one text besides its values, as far as it is needed after the text was read: in most texts,
/// nothing.
struct FoundText {
  std::vector<BaseElement> base_elements = {};  // in document order
  std::vector<FoundScope> scopes = {};          // each after the one that encloses it
  std::uint32_t root_scope = Value::none;  // the scope that covers all of the text except its prolog; none if there is
                                           // no such scope
  std::string_view media_type = {};        // the type that the text turned out to have; "" means that of its format
  std::unique_ptr<EntityFinding> entity = {};  // nullptr if the text is not an entity
  std::unique_ptr<ListFinding> list = {};      // nullptr if each reference is answered in its place
  std::vector<codec::OuterRange> ranges = {};  // of the only value whose coding is `ranges`
  std::vector<EntryHtml> entry_html = {};      // where FeedBase::document is the base; sorted
  std::vector<DependentStatement> dependent_statements = {};
  bool links_sheets = false;       // it links style sheets, which may use its custom properties
  bool leaves_references = false;  // there may be references in text that was not read

  [[nodiscard]] bool is_empty() const noexcept {
    return base_elements.empty() && scopes.empty() && root_scope == Value::none && media_type.empty() && !entity &&
           !list && ranges.empty() && entry_html.empty() && dependent_statements.empty() && !links_sheets &&
           !leaves_references;
  }
};

/// All that a finder found in one text.
struct Finding : FoundText {
  std::vector<Value> values = {};  // sorted by begin; disjoint, but for one in ranges
  std::vector<FoundNote> notes = {};
  std::vector<std::size_t> tags = {};           // Request::wants_tags: where the names of start tags end
  std::vector<PropertyUse> property_uses = {};  // Request::wants_property_uses
  std::string_view failure = {};  // the limit that was exceeded: "the nesting limit"; "" if all was read. Then nothing
                                  // was found, but a message has its `entity`, and a list its `list`
};

/// An attribute of pages that is read as the user says.
struct OwnAttribute {
  Rule rule;  // its names are in lower case
  ValueSyntax syntax;
};

/// What a finder needs to know besides the text.
struct Request {
  const Input& input;
  const Options& options;
  bool in_message = false;    // the text is in a message, or is one
  bool in_archive = false;    // the text is in an archive record, or is one
  bool is_xml = false;        // the markup is XML
  std::string_view url = {};  // that the text was retrieved from, in an archive that of its record; "" if it is unknown
  std::string_view media_type = {};               // as declared for the text
  std::string_view field = {};                    // the header field that the text is the body of
  bool wants_tags = false;                        // because lines may have to be broken in tags
  bool wants_property_uses = false;               // of a style sheet, which then reports nothing else
  std::span<const OwnAttribute> attributes = {};  // Options::attributes; they must outlive the finding

  // For a message:
  std::string number = {};      // number of the part that it is in
  std::size_t level = 0;        // how many entities are around it
  std::size_t entities = 0;     // how many more entities may be met
  bool outermost = true;        // --url is meant for it
  bool in_digest = false;       // it is a message of a digest, inside a transfer encoding
  bool length_is_kept = false;  // its Content-Length will be corrected
};

/// Calls Options::on_step.
inline void step(const Options& options) {
  if (options.on_step) options.on_step();
}

}  // namespace absolve::inline detail
