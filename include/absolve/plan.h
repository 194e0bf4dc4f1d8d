#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/base.h"
#include "absolve/container.h"
#include "absolve/edit.h"
#include "absolve/export.h"
#include "absolve/html_reader.h"
#include "absolve/url.h"

namespace absolve {

/// What is no part of the interface. Inline, so that the library's own files need not name it.
inline namespace detail {
class Draft;
}

enum class Type : std::uint8_t {
  automatic,  // told from the first bytes
  html,
  mime,     // a message, or what is saved like one: MHTML
  mbox,     // a mailbox: mboxo, mboxrd, mboxcl, mboxcl2
  uris,     // one reference a line
  unknown,  // only as an answer: the input is no text that absolve reads
};

/// The bytes of an input that type_of wants to see, where there are so many.
inline constexpr std::size_t enough_to_tell = std::size_t{64} << 10;

/// Tells a mailbox, a message or HTML from the beginning of an input: enough_to_tell bytes of it, or all. What starts
/// like none of them and holds no binary data byte is HTML, as in the MIME Sniffing standard.
[[nodiscard]] ABSOLVE_API Type type_of(std::string_view beginning);

/// What to do about signatures, which a rewrite breaks.
enum class Signed : std::uint8_t {
  usual,    // leave multipart/signed as it is; rewrite messages with a DKIM or ARC signature, and say so
  skip,     // leave messages with a DKIM or ARC signature too
  rewrite,  // rewrite all, and say so
};

struct Options {
  Type type = Type::automatic;
  std::string retrieval_url = {};               // the URL the input was retrieved from (section 3.3); "": none
  Generation generation = Generation::rfc1808;  // by which references are resolved
  std::string charset = {};                     // as a header declares it; "": the input tells
  bool continues = false;                       // an input goes on here: what is told of beginnings is not, and no
                                                // byte order mark is looked for
  bool keep_fragments = false;                  // leave references that are a fragment alone
  bool remove_base_elements = false;
  HtmlReader html_reader = HtmlReader::automatic;
  bool headers = false;  // make the references in the header fields of messages absolute too
  Signed signatures = Signed::usual;
};

/// How an input is cut into pieces that are planned one after the other: those behind the first with
/// Options::continues. `beginning`: its first byte or more, all where there is less; with Type::automatic as much as
/// type_of wants. A list is cut where its line ends are bytes, so not in UTF-16, nor where a charset is declared.
[[nodiscard]] ABSOLVE_API Container container_of(const Options& options, std::string_view beginning);

/// What becomes of a reference.
enum class Action : std::uint8_t { rewrite, absolute, keep };

/// Why a reference is kept.
enum class Reason : std::uint8_t {
  none,
  no_base,              // the base is undefined
  fragment,             // a fragment alone, which points into the document itself
  empty_no_fetch,       // empty: it names nothing; resolved, it would fetch the document as an image, a script, ...
  empty_document,       // empty: it means the document's own URL, which is unknown
  gains_net_loc,        // the resolver refused it: the result would have other components
  hidden_characters,    // tabs, line ends or control characters in it, which browsers drop, change its meaning
  backslash,            // a backslash in it, which RFC 1808 doesn't know, is a slash to browsers
  charset,              // its absolute form can't be written in the charset of the input
  charset_declaration,  // longer, it would push the charset declaration out of the bytes in which that is looked for
  base_removed,         // it is the href of a base element, which goes away with it
  related_part,         // it leads to a part of the same message, by that part's relative Content-Location
  header,               // its absolute form can't stand in a header field
  location,             // a Content-Location that the message needs as it is
  syntax,               // in a value of a syntax that is not read yet: a link for the first relative reference in each
};

[[nodiscard]] ABSOLVE_API std::string_view name_of(Action action) noexcept;   // "rewrite", ...
[[nodiscard]] ABSOLVE_API std::string_view name_of(Reason reason) noexcept;   // "no-base", ...
[[nodiscard]] ABSOLVE_API std::string_view describe(Reason reason) noexcept;  // in words

/// A reference that was found. Views live as long as the plan and the source.
struct Link {
  std::size_t offset;  // in the bytes of its document, from 0; white space around is left out; where it is empty:
                       // where it would stand
  std::size_t length;
  std::string_view attribute;  // or the header field that it stands in; "": none
  std::string_view element;    // in any case; "": none
  std::string_view head;       // its absolute form is head, followed by the reference from `tail` on
  std::size_t tail;
  const Base* base;        // nullptr: undefined
  std::uint32_t document;  // index of the document that it stands in
  BaseFrom base_from;
  Action action;
  Reason reason;
};

/// Something to tell people.
struct Note {
  enum class Severity : std::uint8_t {
    detail,   // by a rule: for those who ask
    notice,   // references were left, or something was odd
    failure,  // a document was not read; it comes out unchanged
  };

  Severity severity;
  std::string text;
  std::optional<std::size_t> offset;  // in the source; nullopt: it concerns all
  std::string part = {};              // MIME part number; "" outside a message
  std::size_t message = 0;            // number in the mailbox, from 1; 0 outside one
};

/// One document: how its base was established, and what it holds.
struct Document {
  std::string part;                   // MIME part number; "" outside a message
  std::size_t message;                // number in the mailbox, from 1; 0 outside one
  std::string_view type;              // media type
  std::string_view bytes;             // without its transfer encoding
  std::optional<std::size_t> offset;  // where they stand in the source; nullopt: behind a transfer encoding
  Layers layers;
  std::size_t links = 0;
  std::size_t relative = 0;   // of these, the ones that were not absolute
  std::uint8_t encoding = 0;  // the kind of its charset, for Plan::reference
};

/// An entity of a message: the message itself, a multipart, a part.
struct Part {
  std::string number;               // as IMAP has it; "": a message that is a multipart
  std::size_t message;              // number in the mailbox, from 1; 0 outside one
  std::size_t level;                // 0: the message itself
  std::string type;                 // media type
  std::vector<Candidate> headings;  // that could be a base
  std::string_view remark;          // what is to be said of it, in words
};

/// Everything that was found in an input and is to be done with it. Rewriting, lists and explanations are views
/// of this one thing. The source must outlive it, and it what it hands out; moved to another place, it takes that with
/// it (links, documents and edits stay where they are in memory). It can't be copied. Once it has been moved from, it
/// may only be assigned to or destroyed. Any number of threads may read it.
class ABSOLVE_API Plan {
 public:
  [[nodiscard]] std::string_view source() const noexcept { return source_; }
  [[nodiscard]] Type type() const noexcept { return type_; }

  /// Sorted and disjoint.
  [[nodiscard]] std::span<const Edit> edits() const& noexcept { return edits_; }
  /// In document order.
  [[nodiscard]] std::span<const Link> links() const& noexcept { return links_; }
  [[nodiscard]] std::span<const Document> documents() const& noexcept { return documents_; }
  /// The entities of messages, each before those in it.
  [[nodiscard]] std::span<const Part> parts() const& noexcept { return parts_; }
  [[nodiscard]] std::span<const Note> notes() const& noexcept { return notes_; }
  // Those of a temporary would dangle.
  std::span<const Edit> edits() const&& = delete;
  std::span<const Link> links() const&& = delete;
  std::span<const Document> documents() const&& = delete;
  std::span<const Part> parts() const&& = delete;
  std::span<const Note> notes() const&& = delete;
  const Document& document(const Link& link) const&& = delete;

  /// Whether the input, or something in it, was left unread: there is a note of severity failure.
  [[nodiscard]] bool failed() const noexcept;
  /// Why scanning handed an HTML page over to the tree reader, in words; "": it did not.
  [[nodiscard]] std::string_view handed_over() const noexcept { return handed_over_; }
  /// Whether references were left for want of a base.
  [[nodiscard]] bool base_missing() const noexcept;

  /// The document that a link stands in.
  [[nodiscard]] const Document& document(const Link& link) const& { return documents_[link.document]; }
  /// Where a link stands in the source; nullopt: behind a transfer encoding.
  [[nodiscard]] std::optional<std::size_t> source_offset(const Link& link) const;

  /// The reference as it reads: decoded, in UTF-8 where the charset was transcoded. Linear in it.
  [[nodiscard]] std::string reference(const Link& link) const;
  /// Its absolute form; nullopt where it has none (action keep).
  [[nodiscard]] std::optional<std::string> url(const Link& link) const;

  /// The bytes that the source becomes, piece by piece: slices of the source and edits in turn.
  template <std::invocable<std::string_view> Sink>
  void for_each_piece(Sink&& sink) const {
    std::size_t at = 0;
    for (const Edit& edit : edits_) {
      sink(source_.substr(at, edit.offset - at));
      sink(edit.text);
      at = edit.offset + edit.length;
    }
    sink(source_.substr(at));
  }

  /// All of them as one string.
  [[nodiscard]] std::string output() const;
  /// The same in the place of what `buffer` held, whose memory is used again: the cheaper way for many inputs. It must
  /// not be the source.
  void output(std::string& buffer) const;

 private:
  friend class detail::Draft;
  friend class LineCounter;
  Plan() = default;

  std::string_view source_;
  Type type_ = Type::unknown;
  std::string_view handed_over_;
  std::vector<Edit> edits_;
  std::vector<Link> links_;
  std::vector<Document> documents_;
  std::vector<Part> parts_;
  std::vector<Note> notes_;
  std::deque<Base> bases_;  // deques, as links and documents point to what is in them
  std::deque<std::string> decoded_;
  std::unique_ptr<std::pmr::monotonic_buffer_resource> strings_;
};

/// Reads `source`, establishes its base, and plans the rewriting. Every input has an answer; where a limit is
/// passed, that is a note of severity failure, and no edit of what it concerns. Linear in time and memory. Throws only
/// for want of resources: std::bad_alloc, and std::system_error where the C library can't load the conversion of a
/// charset.
[[nodiscard]] ABSOLVE_API Plan plan(std::string_view source, const Options& options = {});

/// A temporary string would leave the plan dangling.
template <class S>
requires std::same_as<S, std::string> Plan plan(S&& source, const Options& options = {})
= delete;

}  // namespace absolve
