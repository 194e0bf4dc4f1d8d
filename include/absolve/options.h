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
  mime,  // a message, or what is saved like one: MHTML
  mbox,  // a mailbox: mboxo, mboxrd, mboxcl, mboxcl2
  http,  // a response as it was saved: its header block, and what it brought
  har,   // an HTTP Archive (HAR 1.2), as browsers and proxies export it
  warc,  // an archive: WARC 1.0 and 1.1, ARC 1. What is planned of it is a record, as ArchiveReader (archive.h) cuts it
  wacz,  // a web archive collection (WACZ 1.1): a ZIP archive of such archives, which only the program reads; for
         // plan() it is of a kind that is not read
  // Lists: each line has an answer of its own.
  uris,     // a reference; its answer is the absolute form, or itself where there is none
  pairs,    // a base, a tab and a reference, or a reference alone; the same answer
  jsonl,    // an object of JSON with a member `reference` and, where it names one, `base` or `url`; its answer is one
            // more member, the last: `"absolve":{"url":"..."}`, or `{"reason":"..."}`, with an `error` where what it
            // names can't be a base. Of a line with nothing to answer no byte changes
  csv,      // a table (RFC 4180) with columns `reference` and `base` or `url`, as its header names them (table.h); the
            // answers are columns of their own
  tsv,      // the same with tabs
  unknown,  // only as an answer: the input is no text that absolve reads
};

/// Whether an input is made of records, which are planned one by one.
[[nodiscard]] constexpr bool is_web_archive(Type type) noexcept { return type == Type::warc || type == Type::wacz; }

/// Whether an input is a list whose entries are rows with columns.
[[nodiscard]] constexpr bool is_table(Type type) noexcept { return type == Type::csv || type == Type::tsv; }

/// Whether an input is a list, whose entries stand alone.
[[nodiscard]] constexpr bool is_list(Type type) noexcept {
  return type == Type::uris || type == Type::pairs || type == Type::jsonl || is_table(type);
}

/// The names of the types that can be named, "auto" first, and what one stands for; nullopt: it is none of them.
[[nodiscard]] ABSOLVE_API std::span<const std::string_view> type_names() noexcept;
[[nodiscard]] ABSOLVE_API std::optional<Type> type_named(std::string_view name) noexcept;

/// What somebody says that an input is.
struct DeclaredType {
  Type type = Type::automatic;
  std::string charset = {};
};

/// Understands a name of a type or a media type with its charset: `xml`, `text/html; charset=utf-8`. A media type that
/// decides nothing (text/plain, image/png) is `automatic`. nullopt: it is neither. Linear.
[[nodiscard]] ABSOLVE_API std::optional<DeclaredType> declared_type(std::string_view text);

/// Whether a label names a charset: one of the Encoding standard's labels (section 4.2), or a name that the C library
/// knows. A label that names none is no error in a document: its bytes are read as those of ASCII are.
[[nodiscard]] ABSOLVE_API bool is_charset(std::string_view label);

/// What the bytes of an input as a whole are compressed with. What is in it is rewritten, and compressed anew; where
/// nothing in it changes, no byte does. What is broken, or expands beyond 64 MiB and 100 times its size, is left as it
/// is, with a note.
///
/// Several members of gzip, or frames of zstd, are read as one text, and written as one. Of gzip's header the name, the
/// comment, the time, the system and the effort stay (levels 9 and 1 where it says best and fastest, else 6); of zstd's
/// whether there are a checksum and the size (level 3). Brotli gets quality 5. Extra fields and skippable frames, which
/// say where something stands in what was compressed before, go.
enum class ContentCoding : std::uint8_t {
  automatic,  // detected from the first bytes: identity, gzip or zstd
  identity,   // they are what they are
  gzip,       // RFC 1952
  brotli,     // RFC 7932; its first bytes do not show it
  zstd,       // RFC 8878
};

/// What an input is compressed with, detected from its first bytes or, where they are not enough, from the name of its
/// file (.br, unless it is text and not brotli); never automatic. `beginning`: as for type_of; four bytes are enough
/// for all but brotli. Linear.
[[nodiscard]] ABSOLVE_API ContentCoding content_coding_of(std::string_view beginning, std::string_view name = {});

/// The members by which the lines of a stream say what they hold: of the line's own object, whatever stands in the
/// names; or the columns of a table, by their names or numbers. `content_type` has no other name.
struct FieldNames {
  std::string reference = "reference";
  std::string base = "base";  // of a reference; it comes before `url`
  std::string url = "url";    // where it, or the document, was retrieved from
  std::string body = "body";  // a document; with `_b64` behind the name one in base64
  std::string answer = "absolve";

  friend bool operator==(const FieldNames&, const FieldNames&) = default;
};

/// How many bytes of an input type_of needs, where there are so many: for 64 KiB of text. Compressed text may need
/// more, since zstd can only be read in whole blocks of 128 KiB.
inline constexpr std::size_t enough_to_detect = std::size_t{192} << 10;

/// Detects the type of an input from its name and its beginning: enough_to_detect bytes of it, or all. `name`: that of
/// its file, or the URL it was retrieved from; "": it has none. The media type that the name stands for counts. Linear
/// in the beginning.
///
/// What is named like a style sheet and doesn't start like a page is one. XML is what starts with an XML declaration,
/// or whose root element is that of a feed, an outline, a sitemap or SVG, or what is named so and starts with a `<`;
/// but where the root element is html, XHTML is detected from its name alone (.xhtml, .xht). JSON is what is named like
/// a web app manifest, or says a version of JSON Feed; a WACZ is a ZIP archive that is named so (.wacz); a stream is
/// what is named so (.jsonl, .ndjson) and starts with an object that has a `reference` or a body. Else it may start
/// like a mailbox or a message; and what holds no binary data byte is HTML, as in the MIME Sniffing standard. The type
/// of a compressed input is detected from the decompressed text, and from its name without the extension of the
/// compression: `page.html.gz`, `image.svgz`.
///
/// The extension of another kind of file (.js, .py, .md, ...) makes the type unknown, except for JSON Feed. An
/// extension of plain text (.txt, .text, .log) does not, if a message, a mailbox, a feed or a tag begins the text.
/// Extensions in a URL do not, either. What has binary data before its header is no message, unless its name says so
/// (.eml, .mht, .mhtml), and what starts with `#!` no page.
[[nodiscard]] ABSOLVE_API Type type_of(std::string_view beginning, std::string_view name = {});

/// The same for a file that was found in a folder, not named by the user. Text counts as HTML only if its name (.html,
/// also .php, .asp and the like) or a tag at its beginning says so; otherwise the type is unknown. An extension of
/// plain text makes the type unknown, too.
[[nodiscard]] ABSOLVE_API Type detected_type(std::string_view beginning, std::string_view name);

/// A kind of file that is not read. Its words live as long as the program.
struct UnreadKind {
  std::string_view name;         // "JavaScript", "a ZIP archive"
  std::string_view advice = {};  // what may help, in words; "": nothing
  bool may_hold_links = true;    // not so: images, sound, video, fonts, programs
};

/// The kind of an input whose type is unknown, by its beginning or, where that says none, the name of its file.
/// Linear, in that beginning.
[[nodiscard]] ABSOLVE_API UnreadKind unread_kind_of(std::string_view beginning, std::string_view name = {});

/// How HTML is read.
enum class HtmlReader : std::uint8_t {
  automatic,         // over the bytes, after today's HTML standard
  scan = automatic,  // the same by its name
  tree,              // build the tree with Gumbo 0.10.1, which follows an older standard; many times slower
};

/// What to do about signatures, which a rewrite breaks.
enum class Signed : std::uint8_t {
  usual,    // leave multipart/signed and clear-signed text; rewrite messages with a DKIM or ARC signature, and say so
  skip,     // leave messages with a DKIM or ARC signature too
  rewrite,  // rewrite all, and say so
};

/// What is read only if it is asked for.
struct Also {
  bool lazy = false;         // attributes that scripts read: data-src, data-srcset, ...
  bool social = false;       // meta elements for other programs: og:image, twitter:image, ...
  bool conditional = false;  // conditional comments outside of messages, too: <!--[if mso]>
  bool attachments = false;  // parts of messages that are a page by their name alone
  bool ld_json = false;      // JSON-LD in script elements: the properties of schema.org whose range is URL
  bool rdfa = false;         // attributes of RDFa that hold IRIs: about, resource
  bool amp = false;          // src, srcset, href, poster, data-*-src of the elements of AMP: amp-img, ...
  bool custom = false;       // src, srcset, href, poster of other custom elements
};

/// What the HTML in the entries of a feed is resolved against, where no xml:base covers it.
enum class FeedBase : std::uint8_t {
  document,  // the base of the feed
  entry,     // the entry's own link
};

/// How an input is read and rewritten. The defaults are those of the program; members are named in their order:
///
///     const absolve::Options options{.retrieval_url = "http://a/b", .resolver = absolve::Resolver::whatwg};
///     const std::string output = absolve::plan(page, options).output();
///
/// It owns all that it holds, and may end before the plans that were made with it. Copies share the functions in it;
/// where several threads make plans with one, its functions are called by all of them. One more member changes its
/// size, and so the ABI.
struct Options {
  Type type = Type::automatic;
  std::optional<UnreadKind> unread_kind = {};  // with Type::unknown; nullopt: detected from the first bytes
  std::string retrieval_url = {};              // the URL the input was retrieved from (section 3.3); "": none
  /// Further URLs that it may have been retrieved from, and who says so: the first that is usable counts, where
  /// retrieval_url is "". Those of extended attributes (BaseFrom::xattr) come after the marks that stand in the input.
  std::vector<Candidate> retrieved_from = {};
  bool marks = true;  // look in the input itself for the URL that it was retrieved from, as the program that saved it
                      // wrote it there: `<!-- saved from url=...`
  std::vector<std::string> url_headers = {};  // names of header fields of messages that hold such a URL
  Resolver resolver = Resolver::rfc1808;      // by which references are resolved
  ContentCoding content_coding = ContentCoding::automatic;
  std::string charset = {};     // as a header declares it; "": detected from the input
  bool has_places = true;       // false: the input was decompressed from something, so that documents,
                                // notes and bases have no offsets in it
  bool continues = false;       // this is not the beginning of an input: notes about beginnings are left out,
                                // and no byte order mark is looked for
  bool null_separated = false;  // lists: NUL ends an entry, and not a line end
  bool json_answers = false;    // uris, pairs: the answer is an object of JSON with `reference`,
                                // `base` and `url`, and not the URL alone
  FieldNames fields = {};       // of the lines of streams, and of the columns of tables
  std::optional<TableColumns> columns = {};  // of a table; nullopt: its first row says them
  bool keep_fragments = false;               // leave references that are a fragment alone
  bool remove_base_elements = false;         // of HTML and XHTML; an xml:base always stays
  FeedBase feed_base = FeedBase::document;   // of the HTML in a feed
  Also also = {};

  /// Attributes of pages that are read too, or otherwise than usual. One with a named element comes before one for any,
  /// and of equal ones the last counts. The href of a base element stays the base.
  std::vector<AttributeSyntax> attributes = {};

  /// Which relative references stay as they are, asked in this order: those where none of `only` matches (empty: all
  /// may be rewritten), those where one of `except` does, those in which `skip` matches, as they read: decoded.
  std::vector<AttributePattern> only = {};
  std::vector<AttributePattern> except = {};
  Patterns skip = {};

  /// Whether the path of a relative reference, decoded, leads from the input to a local copy of what it meant, saved
  /// along with it. Asked in inputs that somebody has saved: where a mark, HTTrack's log or an extended attribute
  /// offers a URL. Then such a reference stays, but under a base in the content. Empty: none does.
  Callable<bool(std::string_view path)> is_local_copy = {};

  /// Decides on each link, once the plan is settled without it. Where it answers otherwise, the plan is made anew with
  /// its answers. Empty: all is as planned.
  LinkFunction on_link = {};

  HtmlReader html_reader = HtmlReader::automatic;
  bool headers = false;  // make the references in the header fields of messages absolute too
  Signed signatures = Signed::usual;
};

/// Whether somebody named a file, or it was found in a folder.
enum class Choice : std::uint8_t { named, found };

/// Settles what an input is, as the program does: its content coding and its type, where these are automatic, and of
/// what is not read its kind. `beginning`: as for type_of; with a given type, as for content_coding_of. `file_name`:
/// "": it has none. Where the name does not help, the URL in the options is used in its place. Linear.
///
///     absolve::Options options{.retrieval_url = "http://a/b"};
///     absolve::detect(options, std::string_view(text).substr(0, absolve::enough_to_detect), "image.svgz");
///     const absolve::Plan plan = absolve::plan(text, options);
ABSOLVE_API void detect(Options& options, std::string_view beginning, std::string_view file_name,
                        Choice choice = Choice::named);

/// How an input is cut into pieces that are planned one after the other: those after the first with
/// Options::continues. `beginning`: its first byte or more, all where there is less; with Type::automatic as much as
/// type_of needs. A list is cut where its line ends are bytes, so not in UTF-16, nor where a charset is declared.
[[nodiscard]] ABSOLVE_API Container container_of(const Options& options, std::string_view beginning);

}  // namespace absolve
