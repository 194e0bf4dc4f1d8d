#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/base.h"
#include "absolve/export.h"

namespace absolve {

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

/// Joins a note about lines or references that were left unchanged with one that says the same of later ones. Returns
/// false, and changes nothing, if that says something else.
ABSOLVE_API bool join(Note& first, const Note& more);

/// An entity of a message: the message itself, a multipart, a part.
struct Part {
  std::string number;               // as in IMAP; "" for a message that is a multipart
  std::size_t message;              // number in the mailbox, from 1; 0 outside one
  std::size_t level;                // 0 for the message itself
  std::string type;                 // media type
  std::vector<Candidate> headings;  // header fields that could give a base
  std::string_view note;            // in words: why it was not read, and the like
};

}  // namespace absolve
