#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/basics.h"

namespace absolve {

enum class Type : std::uint8_t {
  automatic,  // detected from the name and the first bytes
  html,
  css,
  xml,       // feeds, SVG, XHTML and the like
  json,      // JSON Feed, web app manifests
  markdown,  // CommonMark and GFM, as GitHub renders them
  playlist,  // M3U, HLS
  mime,      // a message, or a file in the same format: MHTML
  mbox,      // a mailbox: mboxo, mboxrd, mboxcl, mboxcl2
  http,      // a saved response: its header block and its body
  har,       // an HTTP Archive (HAR 1.2), as browsers and proxies export it
  warc,      // an archive: WARC 1.0 and 1.1, ARC 1. A plan is made of one record, a Unit of the Rewriter (rewriter.h)
  wacz,  // a web archive collection (WACZ 1.1): a ZIP archive of such archives, which the Rewriter reads as a file; for
         // plan() it is of a kind that is not read
  epub,  // a book (EPUB 3.3): a ZIP archive of pages, style sheets and images; read in the same way
  // Lists: each line has its own answer. White space around a reference, a base or a URL is no part of it, nor of the
  // answer.
  uris,     // a reference in each line; its answer is the absolute form, or the reference itself if there is none
  pairs,    // a base, a tab and a reference, or only a reference; answered in the same way
  jsonl,    // a JSON object with a member `reference` and perhaps `base` or `url`; its answer is one more member at the
            // end: `"absolve":{"url":"..."}`, or `{"reason":"..."}`, with an `error` if the named URL can't be a base.
            // A line with nothing to answer is left unchanged
  csv,      // a table (RFC 4180) with columns `reference` and `base` or `url`, as its header names them; the
            // answers are further columns
  tsv,      // the same with tabs between fields
  unknown,  // only as a result: the input is not text that absolve can read
};

/// How the bytes of an input as a whole are compressed. Its content is rewritten and compressed again; if nothing in it
/// changes, the input stays the same byte for byte. Broken data, and data that expands beyond 64 MiB and 100 times its
/// size, is left unchanged, with a note.
///
/// Several members of gzip, or frames of zstd, are read as one text, and written as one. Of the gzip header, the name,
/// the comment, the time, the system and the effort are kept (levels 9 and 1 if it says best or fastest, else 6); of
/// zstd, whether there are a checksum and a size (level 3). Brotli gets quality 5. Extra fields and skippable frames
/// are removed, as they describe positions in the old compressed data.
enum class ContentCoding : std::uint8_t {
  automatic,  // detected from the first bytes: identity, gzip or zstd
  identity,   // it is not compressed
  gzip,       // RFC 1952
  brotli,     // RFC 7932; can't be detected from its first bytes
  zstd,       // RFC 8878
};

/// Where a base URL comes from, innermost first (RFC 1808 section 3).
enum class BaseFrom : unsigned char {
  base_element,  // 3.1: embedded in the content
  xml_base,      // the same in XML, for one element and what is in it (XML Base)
  entry,         // the link of an entry of a feed, if Options::feed_base asks for it
  member,        // in a member of JSON, beside the one that holds the reference (FieldNames::member_urls)
  content_base,  // 3.1 and 3.2: header fields of this entity or of one that encloses it
  base_header,
  content_location,
  // 3.3: the URL that the input was retrieved from:
  retrieval,        // as it is given, for the whole input or, in a list, beside a reference
  image_url,        // the same for what is shown in place: images, video, sound (Input::image_url)
  root_url,         // the same for references that begin with one slash (Input::root_url)
  snapshot,         // in the Snapshot-Content-Location of a page that a browser saved as MHTML
  url_map,          // in a map of files to URLs
  url_prefix,       // from a URL prefix for the folder that the file is in
  url_header,       // in a header field of a message, whose name the user gave
  record,           // in the archive record that holds the input: WARC-Target-URI, or the URL of an ARC record
  redirect,         // in the Location of a redirect that was saved before the response
  mark_of_the_web,  // in a page that a browser saved: `saved from url=`
  singlefile,       // in a page that SingleFile saved
  savepagewe,       // in a page that Save Page WE saved
  webscrapbook,     // in a page that WebScrapBook saved
  monolith,         // in a page that monolith saved
  httrack,          // in a page that HTTrack saved, or in its log
  xattr,            // in the extended attribute user.xdg.origin.url of the file
  none,             // 3.4: undefined
};

/// The name in JSON: "base-element", "retrieval", ...
[[nodiscard]] ABSOLVE_API std::string_view name_of(BaseFrom from) noexcept;

/// A URL that may become the base: from a base element, a header field, the user, ...
struct Candidate {
  BaseFrom from = BaseFrom::none;
  std::string value;                  // as written, decoded; may be relative
  std::optional<std::size_t> offset;  // where it is in the source, in bytes from 0, if it is in it
  std::string part;                   // MIME part number of its header field; "" outside a message
  std::string disqualified;           // why it is not used whatever its value is, in words; "" if it may be used
  bool is_unknown = false;            // it contains an entity reference, and entities are not expanded
  bool ends_search = false;           // if it gives no base, the search ends: nothing around it is used instead
};

/// How a member of JSON is read.
enum class MemberSyntax : std::uint8_t { html, markdown, url, srcset, css, xml };

/// Strings in JSON that are read, and as what. `where` is the name of a member, at any depth, or, where it begins with
/// `$.` or `$[`, a path (RFC 9535) of names, indices from 0, wildcards (`.*`, `[*]`) and descendants (`..name`, `..*`).
/// A path that is none selects nothing. An array of strings stands for its strings.
struct JsonMember {
  std::string where;
  MemberSyntax syntax = MemberSyntax::html;
};

/// The names of the members (or, in a table, columns, also given as numbers) that tell what a line of a stream holds;
/// `content_type` always has this name. They are members of the line's outermost object, but for the first four what
/// begins with `$.` or `$[` is a path as in JsonMember::where, without `*` and `..`; a table has none.
struct FieldNames {
  std::string reference = "reference";
  std::string base = "base";  // of the reference; takes precedence over `url`
  std::string url = "url";    // that the reference, or the document, was retrieved from
  std::string body = "body";  // a document; with `_b64` after the name, one in base64
  std::string answer = "absolve";

  /// The members of JSON, and of each line of JSON Lines, that hold references or documents. If there are any, a line
  /// is a document of JSON like any other: nothing is added to it, and the names above are not looked for.
  std::vector<JsonMember> members = {};
  /// Where the base of these stands (as JsonMember::where): in the object that the member is in, or else in those
  /// around it, innermost first; in each, the first of these that can be a base.
  std::vector<std::string> member_urls = {};
};

struct TableColumns;

/// A kind of file that is not read. Its strings are valid as long as the program runs.
struct UnreadKind {
  std::string_view name;         // "JavaScript", "a ZIP archive"
  std::string_view advice = {};  // what the user can do, in words; or ""
  bool may_hold_links = true;    // false for images, sound, video, fonts, programs
};

/// What detect() finds out about an input.
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
  /// The URL it was retrieved from (section 3.3), or a scheme alone (`https:`), which is put before what begins with
  /// two slashes and a host, where there is no base; "" if there is none. Of a book: that of the folder of its package.
  std::string url = {};
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

/// How many bytes of an input detect() needs, if the input has that many: enough for 64 KiB of text. Compressed text
/// may need more than 64 KiB, since zstd can only be read in whole blocks of 128 KiB.
inline constexpr std::size_t enough_to_detect = std::size_t{192} << 10;

/// Detects what an input is from what is known of it and from its beginning: its first enough_to_detect bytes, or all
/// of it. A type or a content coding that is known stays; if the type is known, four bytes are enough for all but
/// brotli. `fields` are those of the options. Linear in the beginning.
///
///     absolve::Input input{.name = "image.svgz", .url = "http://a/b"};
///     input.detected = absolve::detect(std::string_view(text).substr(0, absolve::enough_to_detect), input);
///
/// What the bytes show counts before the name of the file, or before the URL if there is no name that shows anything;
/// the manual of the program says for each type what it is detected by. Text without any binary data is HTML, unless
/// its grammar shows another language (JSON, a table, a script) or its name is that of another kind of file (.js, .py).
/// Of a file that was found in a folder (Input::is_found), text is HTML only if its name or a tag at its beginning says
/// so. The type of a compressed input is that of the decompressed text, and its name the one without the extension of
/// the compression: `page.html.gz`, `image.svgz`.
[[nodiscard]] ABSOLVE_API Detected detect(std::string_view beginning, const Input& input = {},
                                          const FieldNames& fields = {});

}  // namespace absolve
