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
#include "absolve/base.h"
#include "absolve/note.h"
#include "absolve/options.h"
#include "absolve/record_name.h"

namespace absolve::inline detail {

/// What is in a text, or in a value of it. What there is to know of each is a row in formats.h.
enum class Format : std::uint8_t {
  url,      // one reference; white space around it is none of it
  srcset,   // image candidates
  tokens,   // references between white space
  commas,   // references between commas
  refresh,  // a time, and where to go then
  css,      // a style sheet, or the declarations of a style attribute
  import_map,
  speculation_rules,
  linked_data,    // JSON-LD
  module_script,  // JavaScript
  html,
  html_fragment,  // what feeds hold: markup, but no page of its own
  base64_html,    // a fragment in base64, as Atom 0.3 may hold
  xml,
  json,         // JSON Feed, or a web app manifest
  uris,         // one reference a line
  pairs,        // a base, a tab and a reference a line
  json_lines,   // an object of JSON a line, with a base and a reference
  table,        // rows with fields: CSV
  mime,         // a message
  fields,       // a header block of a message
  http_fields,  // header blocks of a response
  http,         // a saved response: its header block, and what it brought
  har,          // an HTTP Archive: saved responses in JSON
  warc,         // a record of an archive
};

/// What a reference is resolved against.
enum class Against : std::uint8_t {
  document,   // the base of the document
  retrieval,  // what surrounds the document's own base elements: the document's own URL
  codebase,   // the codebase attribute of the same tag, or else the document: Value::scope
};

/// What happens to a reference without a character.
enum class Empty : std::uint8_t {
  resolve,
  no_fetch,  // stays: it names nothing; resolved, it would fetch the document as an image, a script, ...
  document,  // it means the document's own URL, whatever its base elements say
};

/// What happens to a reference that is a fragment alone.
enum class FragmentAlone : std::uint8_t {
  resolve,
  stays,  // it points into the document itself
};

/// What a format says of a place that holds references.
struct Rule {
  std::string_view element;    // "*": any; "v:*": any that starts so; "*-*": custom elements; "": there are none
  std::string_view attribute;  // "data-*-src": any that starts and ends so; "": the format has no attributes
  Against against = Against::document;
  Empty empty = Empty::resolve;
  FragmentAlone fragment_alone = FragmentAlone::resolve;
  bool names_part = false;  // it names a part of the message, to which others lead by that name
  bool is_exact = false;    // a reference is all that is there: white space and control characters are part of it
};

/// Whether what is there is the URL of a base, of a document or a part of it.
[[nodiscard]] constexpr bool names_base(const Rule& rule) noexcept {
  return rule.element == "base" || rule.attribute == "xml:base";
}

/// Why a value stays as it is, and is only listed.
enum class Stays : std::uint8_t {
  no,
  syntax,       // it, or what it holds, is in a syntax that is not read
  script,       // it is in a script, which may do anything with it
  entity,       // it holds an entity that is not expanded
  base,         // it is an xml:base that counts for nothing
  conditional,  // it is a conditional comment that nobody asked for
};

/// One place that holds a reference, several, or a document. All offsets are bytes of the text that was read, from 0.
///
///     <td style="background: url(x.png)">      format css, coding quotation_mark
///      |         |                     |
///      element   begin                 end
struct Value {
  static constexpr std::uint32_t none = UINT32_MAX;

  std::size_t begin;  // as written, without its quotes
  std::size_t end;
  std::size_t element = 0;     // where the name of the element lies
  const Rule* rule = nullptr;  // nullptr: that of the value around it
  std::uint32_t scope = none;  // index in Finding::scopes; none: what covers all of the text
  std::uint16_t element_length = 0;
  codec::Coding coding = codec::Coding::identity;
  Format format : 5 = Format::url;
  Stays stays : 3 = Stays::no;
};

/// A base element with an href.
struct BaseElement {
  std::size_t begin;  // the tag, from its `<` to after its `>`
  std::size_t end;
  std::uint32_t value;            // index of its href
  std::string_view disqualified;  // why it doesn't count, in words; "" where it may
  bool keeps_line_break = false;  // in HTML it is before one that would be dropped, right behind <pre>
};

/// A candidate in a text that covers a part of it, and the one around it.
struct FoundScope {
  Candidate candidate = {};            // its offset is one in the text
  std::uint32_t around = Value::none;  // index; none: what covers all of the text
  std::uint32_t value = Value::none;   // index of the value that says it; none: the candidate holds it already
  bool is_layer = true;                // of section 3; not so: a codebase
};

/// What an entity of a message says of a value that is in it: its body, or its header.
struct PartContext {
  std::string part;                         // number of the document
  std::string number;                       // of the entity, for notes
  std::string charset = {};                 // as declared; "": the document says
  std::string type = {};                    // media type
  std::size_t header;                       // where the entity starts; notes point to it
  std::uint32_t around = Value::none;       // the innermost multipart around it: index in Finding::multiparts
  std::uint32_t related = Value::none;      // the innermost multipart/related: index in Finding::related
  std::size_t level = 0;                    // how deep it is nested in its message
  bool in_digest = false;                   // it is a part of a multipart/digest
  LineLimits lines = {};                    // where nothing encodes it
  std::vector<codec::Coding> codings = {};  // that it is written in, the outermost first; empty: Value::coding
  std::size_t max_size = SIZE_MAX;          // beyond which nobody reads it, in bytes
  bool is_sniffed = false;                  // its type was detected from its first bytes
  std::optional<std::pair<std::size_t, std::size_t>> size_at = {};  // from, to: a number that is its size, in bytes
};

/// A multipart. Its delimiters end what is in it.
struct Multipart {
  std::string boundary;
  std::uint32_t around;  // index of the multipart that it is in
};

/// A multipart/related, whose parts may mean one another by their Content-Location (RFC 2557, section 8).
struct RelatedGroup {
  std::uint32_t around;  // index of the group that it is in
};

/// A Content-Location in a multipart/related.
struct Location {
  std::uint32_t group;
  std::string url;      // as written, decoded
  std::uint32_t scope;  // which it is resolved against: index in Finding::scopes
  bool stays;           // nothing in its part is rewritten
};

/// A statement about bytes, which is wrong once they have changed: a signature, a digest, a length.
struct DependentField {
  std::string name;                                         // of what makes it
  std::string_view what;                                    // it is then, in words
  std::vector<std::pair<std::size_t, std::size_t>> ranges;  // of the text: from, to
  std::size_t header;                                       // of the entity that makes it, and its number
  std::string part;
  bool counts_lines = false;  // it is right as long as they have as many lines
};

/// A message about a text.
struct FoundNote {
  NoteCode code;
  Note::Severity severity;
  std::vector<std::string> words;          // what the note's wording needs
  std::optional<std::size_t> offset = {};  // that it points to; nullopt: it concerns all of the text
  std::string part = {};
  std::size_t order = 0;  // its place among the notes on what is nested in the text: before that which begins here
  bool at_end = false;    // it comes after all of them
  std::size_t count = 1;  // Note::count
};

/// What a finder saw in a message besides the documents in it.
struct EntityFinding {
  std::vector<PartContext> contexts = {};  // one for each value
  std::vector<Multipart> multiparts = {};
  std::vector<RelatedGroup> related = {};
  std::vector<Location> locations = {};
  std::vector<DependentField> dependent_fields = {};
  std::vector<Part> parts = {};
  std::optional<RecordName> record = {};       // it is one
  std::vector<Candidate> retrieved_from = {};  // retrieval URLs that are in the message itself, the first before the
                                               // others; their offsets are those of the text
};

/// An entry of a list whose answer is more than its reference in another form. Offsets are bytes of the text, from 0.
///
///     http://a/b/c\t../g        {"reference": "../g", "absolve": {"url": "old"}, "n": 1 }
///     |             |   |       |              |    |-----------cut-----------|        | |
///     begin         value end   begin          value                           answer_at end
struct ListEntry {
  std::size_t begin;
  std::size_t end;                       // without what ends a line
  std::size_t answer_at = 0;             // in an object: where the answer goes, after the last member that stays
  std::uint32_t value = Value::none;     // index of its reference
  std::uint32_t cuts = 0;                // how many of ListFinding::cuts it holds
  std::string_view named_base = "base";  // what it calls what names its base
};

/// What a finder saw in a list besides references and bases.
struct ListFinding {
  std::vector<ListEntry> entries = {};                         // those that are answered
  std::vector<std::pair<std::size_t, std::size_t>> cuts = {};  // from, to: earlier answers
};

/// What a finder saw in one text, as far as it is asked for later.
struct FoundText {
  std::vector<Value> values;               // by begin, disjoint
  std::vector<BaseElement> base_elements;  // in document order
  std::vector<FoundScope> scopes = {};     // each after the one around it
  std::uint32_t root_scope = Value::none;  // the one that covers all of the text but its prolog; none: there is none
  std::string_view media_type = {};        // that the text turned out to be of; "": that of its format
  std::unique_ptr<EntityFinding> entity = {};  // nullptr: it is none
  std::unique_ptr<ListFinding> list = {};      // nullptr: each reference is answered in its place
  bool leaves_references = false;              // there may be references where nothing was read
};

/// All that a finder saw in one text.
struct Finding : FoundText {
  std::vector<FoundNote> notes = {};
  std::vector<std::size_t> tags = {};  // Request::wants_tags: where the names of start tags end
  std::string_view failure = {};       // what was passed: "the limit on memory"; "" where all was read
};

/// An attribute of pages that is read as the user says.
struct OwnAttribute {
  Rule rule;  // its names are in lower case
  ValueSyntax syntax;
};

/// What a finder is to know besides the text.
struct Request {
  const Options& options;
  bool in_message = false;                        // the text is in a message, or is one
  bool in_archive = false;                        // the text is in a record of an archive, or is one
  bool is_xml = false;                            // the markup is that of XML
  std::string_view media_type = {};               // that the text is said to be of
  bool wants_tags = false;                        // for lines that are to be broken in them
  std::span<const OwnAttribute> attributes = {};  // Options::attributes; they must outlive the finding

  // Of a message.
  std::string number = {};      // of the part that it is in
  std::size_t level = 0;        // entities around it
  std::size_t entities = 0;     // that may still be met
  bool outermost = true;        // --url was meant for it
  bool in_digest = false;       // it is a message of a digest, behind a transfer encoding
  bool length_is_kept = false;  // its Content-Length is made right
};

}  // namespace absolve::inline detail
