#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/base.h"
#include "absolve/edit.h"
#include "absolve/export.h"
#include "absolve/note.h"
#include "absolve/options.h"
#include "absolve/record_name.h"
#include "absolve/temporary.h"

namespace absolve {

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
  backslash,            // a backslash in it, which the RFCs don't know, is a slash to browsers
  slashes,              // three or more at its start, of which the RFCs make a path, are two and a host to browsers
  charset,              // the absolute form can't be written in the charset of the input
  charset_declaration,  // longer, it would push the charset declaration out of the bytes in which that is looked for
  base_removed,         // it is the href of a base element, which goes away with it
  related_part,         // it leads to a part of the same message, by that part's relative Content-Location
  header,               // the absolute form does not fit in a header field
  value,                // the absolute form does not fit in the value around it: a candidate of srcset
  location,             // a Content-Location that the message needs as it is
  syntax,               // it, or what it holds, is in a syntax that is not read
  script,               // it stands in a script, which may make anything of it
  entity,               // an entity that the document declares stands in it, and none is expanded
  only,                 // Options::only has it stay,
  except,               // Options::except,
  skip,                 // Options::skip
  placeholder,          // a placeholder of a template, which stands for anything, is in it, in its list or in its base
  unparsable,           // the URL standard can't parse it, so that it leads nowhere
  local_copy,           // it leads to a copy that was saved along with the input
  ignored_base,         // what browsers don't know as a base, so that nothing hangs on it: an xml:base
  conditional,          // it stands in a conditional comment, which is rewritten only if it is asked for
  function,             // Options::on_link has it stay
  answer,               // what Options::on_link answered can't be written there
};

[[nodiscard]] ABSOLVE_API std::string_view name_of(Action action) noexcept;   // "rewrite", ...
[[nodiscard]] ABSOLVE_API std::string_view name_of(Reason reason) noexcept;   // "no-base", ...
[[nodiscard]] ABSOLVE_API std::string_view describe(Reason reason) noexcept;  // in words

/// A reference that was found. Views live as long as the plan and the source.
struct Link {
  std::size_t offset;  // in the bytes of its document, from 0; white space around is left out; where it is empty:
                       // where it would stand
  std::size_t length;  // as it is written there
  std::string_view reference;  // as it reads: decoded, in UTF-8 where the charset was transcoded
  std::string_view attribute;  // or the header field that it stands in; "": none
  std::string_view element;    // in any case; "": none
  std::string_view head;       // its absolute form is head, followed by the reference from `tail` on
  std::size_t tail;
  std::uint32_t document;  // index of the document that it stands in
  std::uint32_t scope;     // number of the scope that it is resolved in; Scope::none: there is none
  Action action;
  Reason reason;
  bool embedded;  // it stands in a text in another language (a style sheet, a script) in the attribute or the element
};

/// One document: where it stands, and what it holds.
struct Document {
  static constexpr std::uint32_t none = UINT32_MAX;

  std::string part;        // MIME part number; "" outside a message
  std::size_t message;     // number in the mailbox, from 1; 0 outside one
  std::string_view type;   // media type
  std::string_view bytes;  // without its transfer encoding
  std::optional<std::size_t>
      offset;                     // where they stand in the source; nullopt: behind a transfer encoding, or compressed
  std::uint32_t scope;            // number of the innermost scope that covers all of it
  std::uint32_t first_scope = 0;  // of those that cover parts of it (xml:base)
  std::uint32_t end_scope = 0;    // after the last of them
  std::uint32_t around = none;    // index of the document that it is nested in, whose bytes it shares
  std::string_view element = {};  // where it stands in that: <iframe srcdoc="...">
  std::string_view attribute = {};
  bool counts = true;       // false: it has no base of its own, and its links count in the document around
  bool wide = false;        // its bytes come in pairs: it is in UTF-16,
  bool big_endian = false;  // with the high byte first
  std::size_t links = 0;
  std::size_t relative = 0;  // of these, the ones that were not absolute
};

/// Everything that was found in an input and is to be done with it. Rewriting, lists and explanations are views
/// of this one thing. The source must outlive it, and it what it hands out; moved to another place, it takes that with
/// it (links, documents and edits stay where they are in memory). It can't be copied. Once it has been moved from, it
/// may only be assigned to or destroyed. Any number of threads may read it.
///
///     const absolve::Plan plan = absolve::plan(page, {.retrieval_url = "http://a/b"});
///     for (const absolve::Link& link : plan.links()) {
///       std::cout << link.reference << " -> " << plan.url(link).value_or("(kept)") << '\n';
///     }
///     std::cout << plan.output();
class ABSOLVE_API Plan {
 public:
  /// What a plan keeps: no part of the interface.
  struct Data;

  /// For plan() alone.
  explicit Plan(std::unique_ptr<Data> data) noexcept;
  Plan(Plan&& other) noexcept;
  Plan& operator=(Plan&& other) noexcept;
  ~Plan();

  /// What was given to plan().
  [[nodiscard]] std::string_view source() const noexcept;
  /// What it was read as, never automatic; Type::unknown: it is no text that absolve reads.
  [[nodiscard]] Type type() const noexcept;
  /// What the source is compressed with, never automatic. There are no offsets in the source then, and one edit of all
  /// of it.
  [[nodiscard]] ContentCoding content_coding() const noexcept;
  /// Which record of an archive the source is; nullptr: none. Its edits are such that a body which was in chunks or
  /// compressed is stored as it is; response_record and conversion_record (archive.h) make new records of them.
  [[nodiscard]] const RecordName* record() const& noexcept;
  const RecordName* record() const&& = delete;
  /// By which its references are resolved.
  [[nodiscard]] Resolver resolver() const noexcept;

  /// Sorted and disjoint.
  [[nodiscard]] std::span<const Edit> edits() const& noexcept;
  /// In document order.
  [[nodiscard]] std::span<const Link> links() const& noexcept;
  /// There may be none, as in a message of plain text.
  [[nodiscard]] std::span<const Document> documents() const& noexcept;
  /// The entities of messages, each before those in it.
  [[nodiscard]] std::span<const Part> parts() const& noexcept;
  /// What was not read, why references were left, and the like; empty: there is nothing to say.
  [[nodiscard]] std::span<const Note> notes() const& noexcept;
  // Those of a temporary would dangle.
  std::span<const Edit> edits() const&& = delete;
  std::span<const Link> links() const&& = delete;
  std::span<const Document> documents() const&& = delete;
  std::span<const Part> parts() const&& = delete;
  std::span<const Note> notes() const&& = delete;
  const Document& document(const Link& link) const&& = delete;
  const Base* base(const Link& link) const&& = delete;
  const Scopes& scopes() const&& = delete;

  /// Whether the input, or something in it, was left unread: there is a note of severity failure.
  [[nodiscard]] bool failed() const noexcept;
  /// Whether references were left for want of a base.
  [[nodiscard]] bool base_missing() const noexcept;

  // The functions below take links of this plan, or copies of them. Debug builds of the library assert that.

  /// The document that a link stands in.
  [[nodiscard]] const Document& document(const Link& link) const&;
  /// The nesting of a document in the one whose bytes it shares, from outside in: "iframe srcdoc".
  [[nodiscard]] std::vector<std::string> within(const Document& document) const;
  /// The same for a link, with the style sheet that it stands in: "td style".
  [[nodiscard]] std::vector<std::string> within(const Link& link) const;
  /// The base of a link; nullptr: it is undefined.
  [[nodiscard]] const Base* base(const Link& link) const& noexcept;
  /// All that offers a base, and what it covers.
  [[nodiscard]] const Scopes& scopes() const& noexcept;
  /// Where a link stands in the source; nullopt: behind a transfer encoding, or in what is compressed.
  [[nodiscard]] std::optional<std::size_t> source_offset(const Link& link) const;

  /// The absolute form of a link; nullopt where it has none (action keep).
  [[nodiscard]] std::optional<std::string> url(const Link& link) const;

  /// The bytes that the source becomes, piece by piece: slices of the source and edits in turn.
  template <std::invocable<std::string_view> Sink>
  void for_each_piece(Sink&& sink) const {
    const std::string_view from = source();
    std::size_t at = 0;
    for (const Edit& edit : edits()) {
      sink(from.substr(at, edit.offset - at));
      sink(edit.text);
      at = edit.offset + edit.length;
    }
    sink(from.substr(at));
  }

  /// All of them as one string.
  [[nodiscard]] std::string output() const;
  /// The same in the place of what `buffer` held, whose memory is used again: the cheaper way for many inputs. It must
  /// not be the source.
  void output(std::string& buffer) const;

 private:
  std::unique_ptr<Data> data_;
};

/// Reads `source`, establishes its base, and plans the rewriting. Every input has an answer; where a limit is
/// passed, that is a note of severity failure, and no edit of what it concerns. Linear in time and memory. Throws for
/// want of resources (std::bad_alloc, and std::system_error where the C library can't load the conversion of a
/// charset), and what Options::on_link throws.
[[nodiscard]] ABSOLVE_API Plan plan(std::string_view source, const Options& options = {});

/// A temporary would leave the plan dangling.
template <TemporaryText Text>
Plan plan(Text&& source, const Options& options = {}) = delete;

}  // namespace absolve
