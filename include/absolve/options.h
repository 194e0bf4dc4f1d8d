#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/base.h"
#include "absolve/callable.h"
#include "absolve/container.h"
#include "absolve/export.h"
#include "absolve/link_function.h"
#include "absolve/selection.h"
#include "absolve/table.h"
#include "absolve/url.h"

namespace absolve {

enum class Type : std::uint8_t {
  automatic,  // detected from the name and the first bytes
  html,
  css,
  xml,   // feeds, SVG, XHTML and the like
  json,  // JSON Feed, web app manifests
  mime,  // a message, or a file in the same format: MHTML
  mbox,  // a mailbox: mboxo, mboxrd, mboxcl, mboxcl2
  http,  // a saved response: its header block and its body
  har,   // an HTTP Archive (HAR 1.2), as browsers and proxies export it
  warc,  // an archive: WARC 1.0 and 1.1, ARC 1. A plan is made of one record, as ArchiveReader (archive.h) cuts it
  wacz,  // a web archive collection (WACZ 1.1): a ZIP archive of such archives, which only the program can read; for
         // plan() it is of a kind that is not read
  // Lists: each line has its own answer. White space around a reference, a base or a URL is no part of it, nor of the
  // answer.
  uris,     // a reference in each line; its answer is the absolute form, or the reference itself if there is none
  pairs,    // a base, a tab and a reference, or only a reference; answered in the same way
  jsonl,    // a JSON object with a member `reference` and perhaps `base` or `url`; its answer is one more member at the
            // end: `"absolve":{"url":"..."}`, or `{"reason":"..."}`, with an `error` if the named URL can't be a base.
            // A line with nothing to answer is left unchanged
  csv,      // a table (RFC 4180) with columns `reference` and `base` or `url`, as its header names them (table.h); the
            // answers are further columns
  tsv,      // the same with tabs between fields
  unknown,  // only as a result: the input is not text that absolve can read
};

/// Whether an input is made of records, which are planned one by one.
[[nodiscard]] constexpr bool is_web_archive(Type type) noexcept { return type == Type::warc || type == Type::wacz; }

/// Whether an input is a list whose entries are rows with columns.
[[nodiscard]] constexpr bool is_table(Type type) noexcept { return type == Type::csv || type == Type::tsv; }

/// Whether an input is a list, whose entries are independent of each other.
[[nodiscard]] constexpr bool is_list(Type type) noexcept {
  return type == Type::uris || type == Type::pairs || type == Type::jsonl || is_table(type);
}

/// The names of the types that an option can name, "auto" first; and the type that a name stands for, nullopt: none.
[[nodiscard]] ABSOLVE_API std::span<const std::string_view> type_names() noexcept;
[[nodiscard]] ABSOLVE_API std::optional<Type> type_named(std::string_view name) noexcept;

/// The type, and perhaps the charset, that somebody declares for an input.
struct DeclaredType {
  Type type = Type::automatic;
  std::string charset = {};
};

/// Reads the name of a type, or a media type with its charset: `xml`, `text/html; charset=utf-8`. A media type that
/// says nothing about how to read the input (text/plain, image/png) gives `automatic`. nullopt: it is neither. Linear.
[[nodiscard]] ABSOLVE_API std::optional<DeclaredType> declared_type(std::string_view text);

/// Whether a label names a charset: one of the labels of the Encoding standard (section 4.2), or a name that the C
/// library knows. In a document, a label that names none is not an error: its bytes are read as ASCII-compatible.
[[nodiscard]] ABSOLVE_API bool is_charset(std::string_view label);

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

/// How an input is compressed, detected from its first bytes or, if they don't show it, from the name of its file (.br,
/// unless the bytes are text and not brotli); never automatic. `beginning`: as for type_of; four bytes are enough for
/// all but brotli. Linear.
[[nodiscard]] ABSOLVE_API ContentCoding content_coding_of(std::string_view beginning, std::string_view name = {});

/// The names of the members (or, in a table, columns, also given as numbers) that tell what a line of a stream holds.
/// They are members of the line's outermost object, whatever characters are in the names. `content_type` always
/// has this name.
struct FieldNames {
  std::string reference = "reference";
  std::string base = "base";  // of the reference; takes precedence over `url`
  std::string url = "url";    // that the reference, or the document, was retrieved from
  std::string body = "body";  // a document; with `_b64` after the name, one in base64
  std::string answer = "absolve";

  friend bool operator==(const FieldNames&, const FieldNames&) = default;
};

/// How many bytes of an input type_of needs, if the input has that many: enough for 64 KiB of text. Compressed text may
/// need more than 64 KiB, since zstd can only be read in whole blocks of 128 KiB.
inline constexpr std::size_t enough_to_detect = std::size_t{192} << 10;

/// Detects the type of an input from its name and its beginning: its first enough_to_detect bytes, or all of it.
/// `name`: that of its file, or the URL it was retrieved from; "": it has none. It is judged by the media type that it
/// stands for. Linear in the beginning.
///
/// An input is a style sheet if it has the name of one and doesn't start like a page. It is XML if it starts with an
/// XML declaration, if its root element is that of a feed, an outline, a sitemap or SVG, or if it has the name of an
/// XML file and starts with a `<`. If the root element is html, only the name makes it XHTML (.xhtml, .xht). It is JSON
/// if it has the name of a web app manifest, or states a version of JSON Feed; a WACZ, if it is a ZIP archive with such
/// a name (.wacz); a stream, if it has such a name (.jsonl, .ndjson) and starts with an object that has a `reference`
/// or a body. Otherwise it may start like a mailbox or a message; and without any binary data byte it is HTML, as in
/// the MIME Sniffing standard, unless its grammar shows another language: JSON, a function call with JSON, lines of
/// JSON, a table or a script whose strings hold markup. JSON is no style sheet and no XML either. The type of a
/// compressed input is detected from the decompressed text, and from its name without the extension of the compression:
/// `page.html.gz`, `image.svgz`.
///
/// If the name has the extension of another kind of file (.js, .py, .md, ...), the type is unknown, except for JSON
/// Feed. This does not apply to an extension of plain text (.txt, .text, .log) if the text begins with a message, a
/// mailbox, a feed or a tag; nor to the extension in a URL. An input with binary data before its header is not a
/// message, unless its name says so (.eml, .mht, .mhtml), and one that starts with `#!` is not a page.
[[nodiscard]] ABSOLVE_API Type type_of(std::string_view beginning, std::string_view name = {});

/// The same for a file that was found in a folder, not named by the user. Text counts as HTML only if its name (.html,
/// also .php, .asp and the like) or a tag at its beginning says so; otherwise the type is unknown. An extension of
/// plain text makes the type unknown, too.
[[nodiscard]] ABSOLVE_API Type detected_type(std::string_view beginning, std::string_view name);

/// A kind of file that is not read. Its strings are valid as long as the program runs.
struct UnreadKind {
  std::string_view name;         // "JavaScript", "a ZIP archive"
  std::string_view advice = {};  // what the user can do, in words; "": nothing
  bool may_hold_links = true;    // false: images, sound, video, fonts, programs
};

/// The kind of an input whose type is unknown, by its beginning or, if that shows none, by the name of its file. Linear
/// in the beginning.
[[nodiscard]] ABSOLVE_API UnreadKind unread_kind_of(std::string_view beginning, std::string_view name = {});

/// How HTML is read.
enum class HtmlReader : std::uint8_t {
  automatic,         // scan the bytes by the rules of the current HTML standard
  scan = automatic,  // the same, by its own name
  tree,              // build the tree with Gumbo 0.10.1, which follows an older standard; many times slower
};

/// What to do about signatures, which rewriting breaks.
enum class Signed : std::uint8_t {
  usual,    // leave multipart/signed and clear-signed text; rewrite messages with a DKIM or ARC signature, with a note
  skip,     // leave messages with a DKIM or ARC signature unchanged, too
  rewrite,  // rewrite everything, with a note
};

/// What is read only on request, or, where it says so, unless it is excluded.
struct Also {
  bool lazy = false;         // attributes that scripts read: data-src, data-srcset, ...
  bool social = true;        // meta elements for other programs: og:image, twitter:image, ... (by default)
  bool conditional = false;  // conditional comments, outside of messages, too: <!--[if mso]>
  bool attachments = false;  // parts of messages that are a page only by their name
  bool ld_json = false;      // JSON-LD in script elements: the properties of schema.org whose range is URL
  bool rdfa = false;         // attributes of RDFa that hold IRIs: about, resource
  bool amp = false;          // the attributes src, srcset, href, poster, data-*-src of AMP elements: amp-img, ...
  bool custom = false;       // the attributes src, srcset, href, poster of other custom elements
};

/// What happens to a reference that is only a fragment (`#top`).
enum class Fragments : std::uint8_t {
  resolve,
  keep,  // left unchanged; a base element that gives it its meaning stays
  page,  // left unchanged, and it means the page itself, whatever the base element says
};

/// Which relative references are left unchanged because they lead to a file that is there (Options::is_local_copy).
enum class LocalLinks : std::uint8_t {
  saved,  // those of inputs that somebody has saved, to what was saved along with them
  keep,   // all, also those that are empty or only a fragment, as they lead to the file itself
};

/// What the HTML in the entries of a feed is resolved against, where no xml:base covers it.
enum class FeedBase : std::uint8_t {
  document,  // the base of the feed
  entry,     // the entry's own link
};

/// How an input is read and rewritten. The defaults are those of the program. Designated initializers must be in the
/// order of the members:
///
///     const absolve::Options options{.retrieval_url = "http://a/b", .resolver = absolve::Resolver::whatwg};
///     const std::string output = absolve::plan(page, options).output();
///
/// It owns everything that it holds, and may be destroyed before the plans that were made with it. Copies share the
/// functions in it; if several threads use one, its functions are called in all of them. One more member changes its
/// size, and so the ABI.
struct Options {
  Type type = Type::automatic;
  std::optional<std::string> detected_by = {};  // the file name or URL with which detect() found the type: a document
                                                // that would be detected as another type with its links rewritten is
                                                // left unchanged; nullopt: the type was given
  std::optional<UnreadKind> unread_kind = {};   // with Type::unknown; nullopt: detected from the first bytes
  std::string retrieval_url = {};               // the URL the input was retrieved from (section 3.3), or a scheme alone
                                                // (is_scheme_alone); "": none
  /// Further URLs that it may have been retrieved from, each with its source. If retrieval_url is "", the first usable
  /// one is used. Those of extended attributes (BaseFrom::xattr) come after the marks in the input.
  std::vector<Candidate> retrieved_from = {};
  bool marks = true;  // look in the input itself for the URL that it was retrieved from, where the program that saved
                      // it wrote it: `<!-- saved from url=...`
  std::vector<std::string> url_headers = {};  // names of message header fields that hold such a URL
  Resolver resolver = Resolver::rfc1808;      // how references are resolved
  ContentCoding content_coding = ContentCoding::automatic;
  std::string charset = {};     // as a header declares it; "": detected from the input
  bool has_places = true;       // false: the input was decompressed from other data, so documents, notes and bases have
                                // no offsets in it
  bool continues = false;       // this is not the beginning of an input: no notes about beginnings, and no byte order
                                // mark is looked for
  bool null_separated = false;  // lists: entries end with NUL, not with a line end
  bool json_answers = false;    // uris, pairs: the answer is an object with `reference`, `base` and `url`, not just the
                                // URL
  FieldNames fields = {};       // names of members in the lines of streams, and of columns of tables
  std::optional<TableColumns> columns = {};  // of a table; nullopt: read from its first row
  char delimiter = '\0';                     // of the fields of a table in csv; '\0': told by its beginning (table.h)
  Fragments fragments = Fragments::resolve;  // what happens to references that are only a fragment
  bool remove_base_elements = false;         // from HTML and XHTML; an xml:base is never removed
  FeedBase feed_base = FeedBase::document;   // for the HTML in a feed
  Also also = {};

  /// Attributes of pages that are read in addition, or with another syntax than usual. One that names its element takes
  /// precedence over one for any element; of equal ones the last is used. The href of a base element remains the base.
  std::vector<AttributeSyntax> attributes = {};

  /// Which relative references are left unchanged, in this order: those that match none of `only` (empty: all may be
  /// rewritten), those that match one of `except`, and those whose decoded text matches `skip`.
  std::vector<AttributePattern> only = {};
  std::vector<AttributePattern> except = {};
  Also except_also = {.social = false};  // the same for all references of a kind
  Patterns skip = {};

  /// Whether the path of a relative reference, decoded, leads from the input to a local copy of its target. With
  /// LocalLinks::saved it is called only for inputs that somebody has saved: where a mark, HTTrack's log or an extended
  /// attribute offers a URL. With LocalLinks::keep it is also called for names that wget gives to files: the path as it
  /// is written, and with the query (`d/?a=b%2Fc`). Such a reference is left unchanged, unless a base in the content
  /// applies to it that leads elsewhere and isn't removed. Empty: there are no such copies.
  Callable<bool(std::string_view path)> is_local_copy = {};

  /// Whether the file that such a path leads to has another name than in its URL, as with `.html` appended or a query
  /// in it: only a program that points references at copies has such references. Where an extended attribute alone
  /// tells that somebody has saved an input, LocalLinks::saved needs one of them; otherwise all become absolute. Empty:
  /// none is needed.
  Callable<bool(std::string_view path)> is_renamed_copy = {};
  LocalLinks local_links = LocalLinks::saved;

  /// Decides on each link, once the plan is complete without it. If it answers anything but as_planned, the plan is
  /// made again with its answers. Empty: all is as planned.
  LinkFunction on_link = {};

  /// Called again and again while a plan is made, at each message, entry, tag and link, in the thread that calls
  /// plan(): for programs whose users may cancel. What it throws passes through plan(). It must leave the options as
  /// they are.
  Callable<void()> on_step = {};

  HtmlReader html_reader = HtmlReader::automatic;
  bool headers = false;  // also make the references in message header fields absolute
  Signed signatures = Signed::usual;
};

/// Whether the user named a file, or it was found in a folder.
enum class Choice : std::uint8_t { named, found };

/// Sets what an input is, as the program does: its content coding and its type, where these are automatic, and the kind
/// of an input that is not read. `beginning`: as for type_of; if the type is given, as for content_coding_of.
/// `file_name`: "": it has none. Where the name does not help, the URL in the options is used instead. Linear.
///
///     absolve::Options options{.retrieval_url = "http://a/b"};
///     absolve::detect(options, std::string_view(text).substr(0, absolve::enough_to_detect), "image.svgz");
///     const absolve::Plan plan = absolve::plan(text, options);
ABSOLVE_API void detect(Options& options, std::string_view beginning, std::string_view file_name,
                        Choice choice = Choice::named);

/// How an input is cut into pieces that are planned one after the other, all but the first with Options::continues.
/// `beginning`: at least its first six bytes, or its first line; with Type::automatic as much as type_of needs. A list
/// can only be cut if its line ends are single bytes: not in UTF-16.
[[nodiscard]] ABSOLVE_API Container container_of(const Options& options, std::string_view beginning);

}  // namespace absolve
