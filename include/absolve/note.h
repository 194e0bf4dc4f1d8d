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
  unread_kind,           // the input is of a kind that is not read
  no_markup,             // the input was read as a page, and looks like a style sheet
  unsuitable_base,       // what offers a base can't be one
  unsuitable_codebase,   // the same of codebase attributes
  charset_refused,       // the charset of a document can't be edited safely
  tree_limit,            // the tree of a page passes a limit, and was not followed
  too_costly,            // a document passes a limit, and wasn't read
  output_limit,          // the absolute references of a document would exceed the limit on the size of the output
  nesting_limit,         // documents in one another pass a limit
  base_element_kept,     // a base element was to be removed, and is needed
  base_element_ignored,  // base elements stand in HTML that is no page of its own
  references_kept,       // references stay as they are, for one reason
  part_unread,           // an entity of a message wasn't read
  part_unsafe,           // an entity would come to read as something else
  no_body,               // no blank line ends the header of an entity
  parts_left_alone,      // parts in a signed or encrypted entity
  data_after_padding,    // base64 goes on after its padding
  text_extended,         // a transfer encoding made a text longer
  long_lines,            // lines have come to be longer than mail allows
  malformed,             // a document is not what its type says, and wasn't read
  unclosed_markup,       // a comment, a tag or the like goes on to the end of a document in XML
  unknown_vocabulary,    // XML in a vocabulary of which nothing is known
  entities_unread,       // a document in XML holds entities that it declares, and none is expanded
  relative_id,           // entries of a feed are named by relative URLs
  colon_in_segment,      // a reference was taken for absolute that may have been meant as a path (section 5.3)
  ftp_directory,         // a base names an ftp directory by `;type=d`, and not by a slash (section 5.3)
  wrong_mark,            // the comment of a program that saved a page is malformed
  coding_unread,         // what the input is compressed with is broken, or passes the limit on its size
  record_unread,         // a record of an archive wasn't read
  revisit,               // a record of an archive stands for another one
  statement_outdated,    // a signature, a digest or a length no longer matches
  nothing_to_answer,     // lines of a stream hold neither a reference nor a document
  foreign_answer,        // where the answers to lines of a stream would go, something else stands
  body_cut,              // a body in chunks ends before its last chunk: links are missing that stood in what follows
  no_tab,                // lines of a list of pairs look like pairs, and hold no tab
  documents_unread,      // documents stand in a stream that can't be read line by line
  ragged_row,            // rows of a table have other fields than its first one
  unclosed_quote,        // nothing closes a quote in a table
  places_unread,         // places of XML that no table names hold what looks like references
};

[[nodiscard]] ABSOLVE_API std::string_view name_of(NoteCode code) noexcept;  // "unsuitable-base", ...

/// A message for people about an input.
struct Note {
  enum class Severity : std::uint8_t {
    detail,   // expected, by a rule: shown on request
    notice,   // references were left, or something was odd
    failure,  // a document was not read; it comes out unchanged
  };

  NoteCode code;
  Severity severity;
  std::string text;                   // in words
  std::optional<std::size_t> offset;  // in the source; nullopt: it concerns all
  std::string part = {};              // MIME part number; "" outside a message
  std::size_t message = 0;            // number in the mailbox, from 1; 0 outside one
  std::size_t count = 1;              // of the lines of a stream that it is about; it points to the first
};

/// Joins a note on lines of a stream that were left and one with the same code on later lines.
[[nodiscard]] ABSOLVE_API Note joined(Note first, const Note& more);

/// An entity of a message: the message itself, a multipart, a part.
struct Part {
  std::string number;               // as IMAP has it; "": a message that is a multipart
  std::size_t message;              // number in the mailbox, from 1; 0 outside one
  std::size_t level;                // 0: the message itself
  std::string type;                 // media type
  std::vector<Candidate> headings;  // that could be a base
  std::string_view note;            // why it was not read, and the like, in words
};

}  // namespace absolve
