#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absolve/input.h"
#include "absolve/url.h"

namespace absolve {

/// A byte range of a text, and the text that replaces it.
///
///     <a href="../x?y">        edit 9, 3 -> http://a/b/
///              |--|
///         offset  offset + length
struct Edit {
  std::size_t offset;
  std::size_t length;
  std::string_view text;
};

/// What is done with a reference.
enum class Action : std::uint8_t { rewrite, absolute, keep };

/// Why a reference is kept.
enum class Reason : std::uint8_t {
  none,
  no_base,         // the base is undefined
  fragment,        // only a fragment, which points into the document itself
  empty_no_fetch,  // it is empty, and names nothing; resolved, it would fetch the document as an image, a script, ...
  empty_document,  // it is empty, and refers to the document's own URL, which is unknown
  gains_net_loc,   // the resolver refused it: parsed again, the result would have other components
  hidden_characters,    // tabs, line ends or control characters in it, which browsers drop, change its meaning
  backslash,            // it contains a backslash, which has no meaning in the RFCs, but is a slash for browsers
  slashes,              // three or more slashes at its start: a path in the RFCs, but two and a host for browsers
  charset,              // the absolute form can't be written in the charset of the input
  charset_declaration,  // longer, it would push the charset declaration out of the bytes in which readers look for it
  base_removed,         // it is the href of a base element that is removed
  related_part,         // it leads to a part of the same message, by the relative Content-Location of that part
  header,               // the absolute form can't be written in a header field
  value,                // the absolute form can't be written in the value around it: a candidate of srcset
  location,             // a Content-Location that the message needs unchanged
  syntax,               // it, or what it holds, is in a syntax that is not read
  script,               // it is in a script, which may do anything with it
  entity,               // it contains an entity that the document declares, and entities are not expanded
  only,                 // Options::only leaves it unchanged
  except,               // Options::except does
  skip,                 // Options::skip does
  placeholder,          // it, its list or its base contains a template placeholder, whose value is unknown
  unparsable,           // the URL standard can't parse it, so it leads nowhere
  local_copy,           // it leads to a copy that was saved along with the input, or to a member of the same book
  ignored_base,         // an xml:base that browsers don't regard as a base, so nothing depends on it
  conditional,          // it is in a conditional comment, which is rewritten only on request
  function,             // Options::on_link keeps it
  answer,               // the answer of Options::on_link can't be written there
  custom_property,  // it is in a custom property of CSS that no style of the document uses: the sheet that does gives
                    // the base
  pattern,          // it is a pattern for URLs: href_matches in speculation rules
  comment,          // it is in a comment that tools read
  identity,         // it is the identity of an entry in a feed, which programs compare as it is written
  missing_member,   // it is for a picture, a style sheet or the like that a book lacks, and may not fetch from the web
  relative_only,    // it stands where only a relative reference is allowed: EXT-X-RENDITION-REPORT of HLS
};

[[nodiscard]] ABSOLVE_API std::string_view name_of(Action action) noexcept;   // "rewrite", ...
[[nodiscard]] ABSOLVE_API std::string_view name_of(Reason reason) noexcept;   // "no-base", ...
[[nodiscard]] ABSOLVE_API std::string_view describe(Reason reason) noexcept;  // in words

/// A reference that was found. Its views are valid as long as the plan and the source are.
struct Link {
  std::size_t offset;  // in the bytes of its document, from 0, without the white space around it; of an empty one,
                       // where it would be written
  std::size_t length;  // in bytes, as it is written there
  std::string_view reference;  // as it reads: decoded; in UTF-8 if the charset of the document was converted
  std::string_view attribute;  // or the header field that it is in; or ""
  std::string_view element;    // in upper or lower case, as written; or ""
  std::string_view head;       // the absolute form is `head`, followed by the reference from offset `tail` (bytes) on
  std::size_t tail;
  std::uint32_t document;  // index of the document that it is in
  std::uint32_t scope;     // number of the scope in which it is resolved (Plan::base), or Document::none
  Action action;
  Reason reason;
  bool embedded;  // it is in text of another language (a style sheet, a script) in the attribute or the element

  /// Its absolute form; nullopt if it has none (Action::keep).
  [[nodiscard]] ABSOLVE_API std::optional<std::string> url() const;
};

/// Whether --check reports it: it is rewritten, or would be if there were a base, or if absolve could read its syntax.
[[nodiscard]] constexpr bool is_still_relative(const Link& link) noexcept {
  return link.action == Action::rewrite || link.reason == Reason::no_base || link.reason == Reason::syntax;
}

/// One document: where it is, and what it holds.
struct Document {
  static constexpr std::uint32_t none = UINT32_MAX;

  std::string part;                   // MIME part number; "" outside a message
  std::size_t message;                // number in the mailbox, from 1; 0 outside one
  std::string_view type;              // media type
  std::string charset;                // as a label names it; "" if it is unknown. Other than its bytes, text in UTF-16,
                                      // ISO-2022-JP, Shift_JIS, EUC-JP, GBK, gb18030, Big5 and EUC-KR is handed out as
                                      // UTF-8, with this label
  std::string_view bytes;             // without its transfer encoding
  std::optional<std::size_t> offset;  // of these bytes in the source, from 0; nullopt if they are inside a transfer
                                      // encoding, or compressed
  std::uint32_t scope;                // number of the innermost scope that covers the whole document
  std::uint32_t first_scope = 0;      // number of the first scope that covers a part of it (xml:base)
  std::uint32_t end_scope = 0;        // the number after that of the last one
  std::uint32_t around = none;        // index of the document that it is nested in and shares its bytes with
  std::string_view element = {};      // where it is in that document: <iframe srcdoc="...">
  std::string_view attribute = {};
  bool counts = true;  // if not, it has no base of its own, and its links are counted in the document around it
  std::string query_charset = {};  // in which browsers send the queries of its URLs, if its text was converted; ""
                                   // if that is `charset`
  bool wide = false;               // its code units are two bytes: it is in UTF-16
  bool big_endian = false;         // if so, the high byte comes first
  std::size_t links = 0;
  std::size_t relative = 0;  // how many of these were not absolute
};

/// A candidate, and whether it is used, seen from a scope inside of it. What it points to lives as long as the plan.
struct Layer {
  enum class Status : unsigned char { used, overridden, ignored };

  const Candidate* candidate;
  const Base* base;         // what it gives; nullptr if it gives none
  std::string_view reason;  // why not, in words; or ""
  Status status;
};

[[nodiscard]] ABSOLVE_API std::string_view name_of(Layer::Status status) noexcept;

/// What a note is about, for programs.
enum class NoteCode : std::uint8_t {
  unread_kind,           // the input is of a kind that absolve can't read
  no_markup,             // it contains no tag, and nothing but that it is text says that it is a page
  unsuitable_base,       // a URL that should give the base can't be one
  unsuitable_codebase,   // the same for codebase attributes
  charset_refused,       // the charset of a document can't be edited safely
  tree_limit,            // the tree of a page passes a limit, so its construction was not followed
  too_costly,            // a document passes a limit, and wasn't read
  output_limit,          // the absolute references of a document would exceed the limit on the size of the output
  nesting_limit,         // documents nested in one another pass a limit
  base_element_kept,     // a base element was to be removed, but is needed
  base_element_ignored,  // base elements in HTML that is not a page of its own
  references_kept,       // references are left unchanged, all for one reason
  part_unread,           // an entity of a message wasn't read
  part_unsafe,           // an entity would come to be read as something else
  no_body,               // no blank line ends the header of an entity
  parts_left_alone,      // parts in a signed or encrypted entity
  data_after_padding,    // base64 goes on after its padding
  text_extended,         // a transfer encoding made a text longer
  long_lines,            // lines have become longer than mail allows
  malformed,             // a document is not what its type says, and wasn't read
  unclosed_markup,       // a comment, a tag or the like goes on to the end of a document in XML
  unknown_vocabulary,    // XML in a vocabulary of which nothing is known
  entities_unread,       // an XML document uses entities that it declares, and they are not expanded
  relative_id,           // entries of a feed are named by relative URLs
  colon_in_segment,      // a reference was taken as absolute that may be meant as a path (section 5.3)
  ftp_directory,         // a base names an ftp directory by `;type=d`, not by a slash (section 5.3)
  wrong_mark,            // the comment of a program that saved a page is malformed
  coding_unread,         // the compressed data of the input is broken, or passes the limit on its size
  record_unread,         // a record of an archive wasn't read
  revisit,               // a record of an archive stands for another one
  statement_outdated,    // a signature, a digest or a length no longer matches
  nothing_to_answer,     // lines of a stream hold neither a reference nor a document
  foreign_answer,        // something else is in the place where the answers to lines of a stream would go
  body_cut,              // a chunked body ends before its last chunk: links in the missing part are not found
  no_tab,                // lines of a list of pairs look like pairs, but have no tab
  documents_unread,      // a stream that can't be read line by line contains documents
  ragged_row,            // rows of a table have another number of fields than its first row
  unclosed_quote,        // a quote in a table is never closed
  places_unread,         // places of XML that are in no table of absolve hold what looks like references
  values_left,           // attributes that Options::also would read hold relative references
  property_used_twice,   // a custom property is used in the document, and may be in style sheets that it links
  copies_behind_base,    // a base element hides local copies, so references to them were made absolute
  copies_resolved,       // references to files that are there were made absolute: nothing shows that they are meant
  above_root,            // references lead above the root of their server, and `..` stays there
  entries_elsewhere,     // references in the content of a feed's entries are resolved against the feed
  front_matter_left,     // a Markdown document has front matter, which was not read
  root_elsewhere,        // the URL of the input doesn't begin with Input::root_url, which isn't used then
  images_below_root,     // Input::image_url shows no root of its own, so images with a leading slash go below root_url
  definitions_shared,    // link reference definitions of Markdown serve links and images, which have different bases
  password_written,      // a base holds a password, which is now in the references that were resolved against it
  member_selected,       // strings of JSON were selected by a name or a path
  member_without_base,   // beside strings that were selected, none that can be a base was found
  markdown_links,        // what is read as a page looks like Markdown, whose links were not read
  name_or_url,           // lines of a playlist may be names of files, in which `#` and `?` mean nothing
  cr_alone,              // a list has no LF, but CRs in what is therefore its only line
};

[[nodiscard]] ABSOLVE_API std::string_view name_of(NoteCode code) noexcept;  // "unsuitable-base", ...

/// A message for people about an input.
struct Note {
  enum class Severity : std::uint8_t {
    detail,   // expected, by a rule: shown on request
    notice,   // references were left unchanged, or something was odd
    failure,  // a document was not read, and is left unchanged
  };

  NoteCode code;
  Severity severity;
  std::string text;                   // in words
  std::optional<std::size_t> offset;  // in the source, in bytes from 0; nullopt if the note is about all of it
  std::string part = {};              // MIME part number; "" outside a message
  std::size_t message = 0;            // number in the mailbox, from 1; 0 outside one
  std::string member = {};            // name of the member of a package; "" if it is about none
  std::size_t count = 1;              // how many lines of a stream, or references, it is about; offset: of the first
  std::string kind = {};              // what it says, without numbers and URLs: those of one code and kind say the same
  std::size_t selector = 0;  // of member_selected: which of FieldNames::members, or, after these, of member_urls
};

/// What the header of an archive record says about it.
struct RecordName {
  std::string id;          // its WARC-Record-ID, as it is written; "" if it has none
  std::string target_uri;  // the URL it was retrieved from, without angle brackets
  std::string type = {};   // its WARC-Type, in lower case; "" if it has none, as in ARC
  unsigned status = 0;     // status code of the HTTP response in it, after interim (1xx) responses; 0 if there is none
  bool is_arc = false;     // it is a record of ARC, not WARC
};

}  // namespace absolve
