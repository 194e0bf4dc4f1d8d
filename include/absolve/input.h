#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/base.h"
#include "absolve/callable.h"
#include "absolve/type.h"

namespace absolve {

struct TableColumns;

/// A kind of file that is not read. Its strings are valid as long as the program runs.
struct UnreadKind {
  std::string_view name;         // "JavaScript", "a ZIP archive"
  std::string_view advice = {};  // what the user can do, in words; or ""
  bool may_hold_links = true;    // false for images, sound, video, fonts, programs
};

/// What detect() finds out about an input (detect.h).
struct Detected {
  Type type = Type::unknown;                               // never automatic
  ContentCoding content_coding = ContentCoding::identity;  // never automatic
  UnreadKind unread_kind = {};                             // if the type is unknown
};

/// What an input is, as far as somebody knows. It owns everything that it holds; plans don't refer to it. What is
/// wanted of all inputs is in Options. Designated initializers must be in the order of the members:
///
///     absolve::plan(page, {.name = "page.html", .url = "http://a/b"}, {.resolver = absolve::Resolver::whatwg});
struct Input {
  std::string name = {};  // of its file; "" if it has none
  std::string url = {};   // the URL it was retrieved from (section 3.3), or a scheme alone (is_scheme_alone); "" if
                          // there is none. Of a book: that of the folder that its package document is in
  /// The base of what is shown in place (images, video, sound), where `url` is that of links; "" means `url`.
  std::string image_url = {};
  /// What a reference with one slash at its beginning is appended to, without the last slash of this; `url` must begin
  /// with it. "" if such a reference leads to the root of the server.
  std::string root_url = {};
  Type type = Type::automatic;
  std::string charset = {};  // as a header declares it; "" if it is to be detected. Parts of a message say theirs
  bool is_decoded = false;   // it was text: parts of a message that aren't encoded are in `charset`, too
  ContentCoding content_coding = ContentCoding::automatic;
  bool is_found = false;        // in a folder: the user has not named it, so detection asks for more evidence
  bool null_separated = false;  // lists: entries end with NUL, not with a line end
  std::shared_ptr<const TableColumns> columns = {};  // of a part of a table; nullptr if its first row names them

  /// Further URLs that it may have been retrieved from, each with its source. If `url` is "", the first usable one is
  /// used. Those of extended attributes (BaseFrom::xattr) come after the marks in the input.
  std::vector<Candidate> retrieved_from = {};

  /// Whether the path of a relative reference, decoded, leads from the input to a local copy of its target. With
  /// LocalLinks::saved it is called only for inputs that somebody has saved: where a mark, HTTrack's log or an extended
  /// attribute offers a URL. With LocalLinks::keep it is also called for names that wget gives to files: the path as it
  /// is written, and with the query (`d/?a=b%2Fc`). Such a reference is left unchanged, unless a base in the content
  /// applies to it that leads elsewhere and isn't removed. If it is empty, there are no such copies. Copies share the
  /// functions; if several threads plan with one, they are called in all of them.
  Callable<bool(std::string_view path)> is_local_copy = {};

  /// Whether the file that such a path leads to has another name than in its URL, as with `.html` appended or a query
  /// in it: only a program that points references at copies has such references. Where an extended attribute alone
  /// tells that somebody has saved an input, LocalLinks::saved needs one of them; otherwise all become absolute. If
  /// it is empty, none is needed.
  Callable<bool(std::string_view path)> is_renamed_copy = {};

  /// Whether it is a member of a book: is_local_copy is then called with paths from the root of the book, too, whatever
  /// Options::local_links is, and says which members there are. A reference to one stays, whatever base applies, and so
  /// does one for a resource that is missing.
  bool is_in_book = false;

  /// Further URLs that a member of a package may have been retrieved from (as `retrieved_from`); without them, its URL
  /// is below that of the package. May be empty.
  Callable<std::vector<Candidate>(std::string_view member)> members_retrieved_from = {};

  std::optional<Detected> detected = {};  // by detect(); nullopt if plan() detects it
  bool continues = false;  // it is not the beginning of an input: no notes about beginnings, and no byte order mark is
                           // looked for
  bool is_inside = false;  // it was decoded from other data, as the body of a line is: documents, notes and bases have
                           // no offsets in that

  /// Its type, as far as it is known.
  [[nodiscard]] Type known_type() const noexcept { return detected ? detected->type : type; }
};

}  // namespace absolve
