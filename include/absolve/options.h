#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absolve/link.h"

namespace absolve {

/// Regular expressions in RE2's syntax, compiled once. They match anywhere in a text unless they have `^` and `$`, and
/// are case-sensitive unless they have `(?i)`. Copies share the compiled form; any number of threads may use it.
///
///     const std::vector<std::string> texts{"^/static/", "[.]png$"};
///     if (const auto skip = absolve::Patterns::from(texts)) options.skip = *skip;
class ABSOLVE_API Patterns {
 public:
  /// No patterns: nothing matches.
  Patterns() noexcept = default;

  /// Compiles patterns. The error says which of them is not a regular expression, is not UTF-8, or needs more than 8
  /// MiB, and why; its offset is the index of that pattern. All patterns together must not need more than 8 MiB,
  /// either; an error about that has no offset.
  [[nodiscard]] static Expected<Patterns> from(std::span<const std::string> patterns);

  /// Whether there are none.
  [[nodiscard]] bool empty() const noexcept { return compiled_ == nullptr; }

  /// Whether one of the patterns matches. The text may hold any bytes; only `\C` matches those that are not UTF-8.
  /// Linear in the text, and in the patterns.
  [[nodiscard]] bool match(std::string_view text) const;

 private:
  class Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

/// A pattern for places of references, by the names that --list shows: those of the element and the attribute, in any
/// case.
struct AttributePattern {
  std::string element = "*";    // "*": any; "v:*": any that starts with "v:"; "style" also covers references in a style
                                // sheet of its own
  std::string attribute = "*";  // the same; it may also be the name of a header field

  /// Reads `ELEMENT[ATTRIBUTE]`. Either may be `*` or missing, which means any, but not both may be missing:
  ///
  ///     img[src]    img    [href]    *    v:*    [data-*]
  ///
  /// Returns nullopt for any other text. A name holds no white space, none of `"'<>/=,` and no control characters, and
  /// a `*` only at its end.
  [[nodiscard]] ABSOLVE_API static std::optional<AttributePattern> from(std::string_view text);

  /// Whether it covers a place. A reference in a style sheet of its own has neither an element nor an attribute (both
  /// are ""); it is treated as one in `style`.
  [[nodiscard]] ABSOLVE_API bool matches(std::string_view of_element, std::string_view of_attribute) const noexcept;
};

/// How the value of an attribute holds references: the value is ...
enum class ValueSyntax : std::uint8_t {
  url,     // one reference
  srcset,  // image candidates
  tokens,  // references between white space
  commas,  // references between commas
  css,     // declarations of CSS
  html,    // a page
};

/// An attribute that is to be read, and its syntax.
struct AttributeSyntax {
  std::string element = "*";  // in any case; "*": any; "x-*": any that starts with "x-"
  std::string attribute;      // in any case
  ValueSyntax syntax = ValueSyntax::url;
};

class Plan;

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

/// Which relative references are left unchanged because they lead to a file that is there (Input::is_local_copy).
enum class LocalLinks : std::uint8_t {
  saved,    // those of inputs that somebody has saved, to what was saved along with them
  keep,     // all, also those that are empty or only a fragment, as they lead to the file itself
  resolve,  // none; in a book, those to its members stay nevertheless (Input::is_in_book)
};

/// What the HTML in the entries of a feed is resolved against, where no xml:base covers it.
enum class FeedBase : std::uint8_t {
  document,  // the base of the feed
  entry,     // the entry's own link
};

/// A link that Options::on_link is asked about. What its members refer to is valid until the function returns.
struct LinkQuestion {
  const Link& link;          // as it is planned so far: its action and its reason
  const Document& document;  // the document that it is in
  // Its absolute form, in the charset of the document (in UTF-8 if that is UTF-8 or UTF-16); nullopt if it is kept, and
  // link.reason says why.
  std::optional<std::string_view> url;
  const Plan& plan;    // as it is so far: with its links, documents and scopes, but without its edits and notes
  std::size_t number;  // how many questions about this plan came before
};

/// What is to be done with a link.
struct LinkAnswer {
  enum class Kind : std::uint8_t { as_planned, keep, replace };

  Kind kind = Kind::as_planned;
  // With replace: the new reference, in UTF-8, not encoded: `a?b&c`, not `a?b&amp;c`. If the document is in another
  // charset, characters that are not ASCII are written as percent-escapes. An answer may also be in the bytes of that
  // charset: it is taken as such if it is not valid UTF-8, or if it contains LinkQuestion::url.
  std::string text = {};

  /// As it would be without the function.
  [[nodiscard]] static LinkAnswer as_planned() noexcept { return {}; }
  /// The reference is left unchanged, with Reason::function. If it isn't to be rewritten anyway, it keeps its own
  /// reason.
  [[nodiscard]] static LinkAnswer keep() noexcept { return {Kind::keep, {}}; }
  /// The reference is replaced by `text`, relative or absolute: Action::rewrite. The same text as before means keep().
  /// It is written with the escapes and the encoding that its place needs. Where it can't be written, the reference is
  /// kept, with Reason::answer: if the text is not UTF-8, holds control characters, or begins or ends with white space;
  /// if it would be read as something else in its place; if it is a `javascript:` URL and the reference was not; if the
  /// reference is in a syntax that absolve can't read; and if it is a base itself (a codebase, a Content-Location). If
  /// the new text of a part of a message would contain a line that looks like a boundary between parts, all replaced
  /// links in that part are kept. What is written counts towards the limit on the size of the output.
  [[nodiscard]] static LinkAnswer replace(std::string text) noexcept { return {Kind::replace, std::move(text)}; }
};

/// Decides on each link. It is called once for each link of a plan (also for absolute and kept ones), except for the
/// URLs of base elements and xml:base; in document order, in the thread that calls plan(), and never twice at the same
/// time for one plan. What it throws passes through plan().
///
///     options.on_link = [](const absolve::LinkQuestion& question) {
///       if (!question.url) return absolve::LinkAnswer::as_planned();
///       return absolve::LinkAnswer::replace("http://proxy/" + std::string(*question.url));
///     };
using LinkFunction = Callable<LinkAnswer(const LinkQuestion&)>;

/// What is wanted of all inputs: how they are read and rewritten. The defaults are those of the program. What one input
/// is stands in Input. Designated initializers must be in the order of the members.
///
/// It owns everything that it holds, and may be destroyed before the plans that were made with it. Copies share the
/// functions in it; if several threads use one, its functions are called in all of them. One more member changes its
/// size, and so the ABI.
struct Options {
  bool marks = true;  // look in the input itself for the URL that it was retrieved from, where the program that saved
                      // it wrote it: `<!-- saved from url=...`
  std::vector<std::string> url_headers = {};  // names of message header fields that hold such a URL
  Resolver resolver = Resolver::rfc1808;      // how references are resolved
  bool json_answers = false;                 // uris, pairs: the answer is an object with `reference`, `base` and `url`,
                                             // not just the URL
  FieldNames fields = {};                    // names of members in the lines of streams, and of columns of tables
  char delimiter = '\0';                     // of the fields of a table in csv; '\0' if its beginning tells it
  Fragments fragments = Fragments::resolve;  // what happens to references that are only a fragment
  bool remove_base_elements = false;         // from HTML and XHTML; an xml:base is never removed
  FeedBase feed_base = FeedBase::document;   // for the HTML in a feed
  Also also = {};

  /// Attributes of pages that are read in addition, or with another syntax than usual. One that names its element takes
  /// precedence over one for any element; of equal ones the last is used. The href of a base element remains the base.
  std::vector<AttributeSyntax> attributes = {};

  /// Which relative references are left unchanged, in this order: those that match none of `only` (if there
  /// are any), those that match one of `except`, and those whose decoded text matches `skip`.
  std::vector<AttributePattern> only = {};
  std::vector<AttributePattern> except = {};
  Also except_also = {.social = false};  // the same for all references of a kind
  Patterns skip = {};

  LocalLinks local_links = LocalLinks::saved;

  /// Decides on each link, once the plan is complete without it. If it answers anything but as_planned, the plan is
  /// made again with its answers. If it is empty, all is as planned.
  LinkFunction on_link = {};

  /// Called again and again while a plan is made, at each message, entry, tag and link, in the thread that calls
  /// plan(), and by a Rewriter also while it waits for its threads: for programs whose users may cancel. What it throws
  /// passes through. It must leave the options as they are.
  Callable<void()> on_step = {};

  HtmlReader html_reader = HtmlReader::automatic;
  bool headers = false;  // also make the references in message header fields absolute
  Signed signatures = Signed::usual;
};

/// How new records relate to those that they are made from.
enum class ArchiveEmit : std::uint8_t {
  conversion,  // only `conversion` records, of what has changed, for a file beside the archive
  response,    // a full copy of all records, which replaces the archive
};

/// Which members of a gzip-compressed archive are read: those that begin at a byte from `begin` on and before `end`,
/// and that start with a record. Members that don't start with a record belong to the last one before them that does.
/// So parts of an archive can be processed separately: ranges that together cover all of it give each record exactly
/// once.
struct ArchiveRange {
  std::uint64_t begin = 0;
  std::uint64_t end = UINT64_MAX;

  friend bool operator==(const ArchiveRange&, const ArchiveRange&) = default;
};

/// How archives are written.
struct ArchiveOptions {
  ArchiveEmit emit = ArchiveEmit::conversion;
  ArchiveRange range = {};  // `read` starts at its first byte. With one, the type is `warc` unless another is given,
                            // which is a BadInput
  std::string date = {};    // of new records, as WARC wants it: "2026-01-02T03:04:05Z"; "" means now
  std::string said = {};    // in words: all settings that affect what is written. New record IDs are made from this and
                            // the old IDs, so that the same run gives the same bytes
  std::optional<bool> compresses = {};  // nullopt means what the name of the output says (.gz, .warc), or as it was
  bool writes_always = true;            // a new archive begins even if it gets no record
  bool lists_captures = false;          // for an index (CDXJ)
  std::string name_in_index = {};       // "" means the last part of the name of the output, or else of the input
};

/// An option by its name on the command line, without the dashes: for other languages and for files of settings.
///
///     {"url", "http://a/b"}    {"resolver", "whatwg"}    {"skip", "^/static/"}    {"keep-fragments", ""}
struct NamedOption {
  std::string name;
  std::string value = {};  // "" if there is none
};

/// What options say, by their names, of each input and of what is wanted.
struct InputAndOptions {
  Input input = {};
  Options options = {};
};

/// The meaning of some names and values, read from the first to the last: if an option that can be given once is
/// repeated, the last value is used; of those that may repeat, all are. An error says which one is wrong and why, in
/// words that start with its name; its offset is the index of that one, if it is wrong by itself. Linear.
///
///     const std::vector<absolve::NamedOption> named{{"url", "http://a/b"}, {"keep-fragments"}};
///     const auto meant = absolve::options_from(named);
///     if (!meant) std::cerr << meant.error().text;
///     else absolve::plan(page, meant->input, meant->options);
[[nodiscard]] ABSOLVE_API Expected<InputAndOptions> options_from(std::span<const NamedOption> named);

}  // namespace absolve
