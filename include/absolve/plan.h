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

#include "absolve/archive.h"
#include "absolve/base.h"
#include "absolve/edit.h"
#include "absolve/export.h"
#include "absolve/input.h"
#include "absolve/note.h"
#include "absolve/options.h"
#include "absolve/reason.h"
#include "absolve/url.h"

namespace absolve {

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
  std::uint32_t scope;     // number of the scope in which it is resolved, or Scope::none
  Action action;
  Reason reason;
  bool embedded;  // it is in text of another language (a style sheet, a script) in the attribute or the element

  /// Its absolute form; nullopt if it has none (Action::keep).
  [[nodiscard]] ABSOLVE_API std::optional<std::string> url() const;
};

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

inline namespace detail {
class PlanBuilder;
}

/// Everything that was found in an input, and what is to be done with it. Rewriting, lists and explanations are views
/// of this one object. A source that was given as a view must outlive the plan, and the plan everything that it hands
/// out. A plan can be moved: links, documents and edits keep their addresses then. It can't be copied. Once it has been
/// moved from, it may only be assigned to or destroyed. Any number of threads may read it.
///
///     const absolve::Plan plan = absolve::plan(page, {.url = "http://a/b"});
///     for (const absolve::Link& link : plan.links()) {
///       std::cout << link.reference << " -> " << link.url().value_or("(kept)") << '\n';
///     }
///     std::cout << plan.output();
class ABSOLVE_API Plan {
 public:
  Plan(Plan&& other) noexcept;
  Plan& operator=(Plan&& other) noexcept;
  ~Plan();

  /// The text that was passed to plan().
  [[nodiscard]] std::string_view source() const& noexcept;
  /// The type that it was read as, never automatic; Type::unknown if it is not text that absolve can read.
  [[nodiscard]] Type type() const noexcept;
  /// How the source is compressed, never automatic. If it is, nothing has an offset in the source, and there is at most
  /// one edit, of all of it.
  [[nodiscard]] ContentCoding content_coding() const noexcept;
  /// The name of the archive record that the source is; nullptr if it is none. Its edits store a body that was chunked
  /// or compressed without these codings; Rewriter makes new records of them.
  [[nodiscard]] const RecordName* record() const& noexcept;
  const RecordName* record() const&& = delete;
  /// How its references are resolved.
  [[nodiscard]] Resolver resolver() const noexcept;

  /// Sorted and disjoint.
  [[nodiscard]] std::span<const Edit> edits() const& noexcept;
  /// In document order.
  [[nodiscard]] std::span<const Link> links() const& noexcept;
  /// May be empty, as for a message of plain text.
  [[nodiscard]] std::span<const Document> documents() const& noexcept;
  /// The entities of messages, each before the entities in it.
  [[nodiscard]] std::span<const Part> parts() const& noexcept;
  /// What was not read, why references were left unchanged, and the like; may be empty.
  [[nodiscard]] std::span<const Note> notes() const& noexcept;
  // The results of a temporary would dangle.
  std::string_view source() const&& = delete;
  std::span<const Edit> edits() const&& = delete;
  std::span<const Link> links() const&& = delete;
  std::span<const Document> documents() const&& = delete;
  std::span<const Part> parts() const&& = delete;
  std::span<const Note> notes() const&& = delete;
  const Document& document(const Link& link) const&& = delete;
  const Base* base(const Link& link) const&& = delete;
  const Scopes& scopes() const&& = delete;

  /// Whether the input, or something in it, was not read: then there is a note of severity failure.
  [[nodiscard]] bool failed() const noexcept;
  /// Whether references were left unchanged because there is no base.
  [[nodiscard]] bool base_missing() const noexcept;

  // The functions below take links of this plan, or copies of them. Debug builds of the library assert that.

  /// The document that a link is in.
  [[nodiscard]] const Document& document(const Link& link) const&;
  /// What a document is nested in, within the document whose bytes it shares, from outside in: "iframe srcdoc".
  [[nodiscard]] std::vector<std::string> within(const Document& document) const;
  /// The same for a link, including the style sheet that it is in: "td style".
  [[nodiscard]] std::vector<std::string> within(const Link& link) const;
  /// The base of a link; nullptr if it is undefined.
  [[nodiscard]] const Base* base(const Link& link) const& noexcept;
  /// All candidates for bases, and what they cover.
  [[nodiscard]] const Scopes& scopes() const& noexcept;
  /// The offset of a link in the source, in bytes from 0; nullopt if it is inside a transfer encoding or compressed
  /// data.
  [[nodiscard]] std::optional<std::size_t> source_offset(const Link& link) const;

  /// The output, piece by piece: slices of the source and texts of edits in turn.
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

  /// The whole output as one string.
  [[nodiscard]] std::string output() const;
  /// The same, written to `buffer`, whose old content is lost and whose memory is used again: faster for many inputs.
  /// It must not be the source.
  void output(std::string& buffer) const;

 private:
  friend class detail::PlanBuilder;

  struct Data;
  explicit Plan(std::unique_ptr<Data> data) noexcept;

  std::unique_ptr<Data> data_;
};

inline namespace detail {
[[nodiscard]] ABSOLVE_API Plan plan_of(std::string&& source, const Input& input, const Options& options);
}

/// Reads `source`, establishes its base, and plans the rewriting. Every input has an answer: if it passes a limit,
/// there is a note of severity failure, and no edit of the part concerned. Linear in time and memory. Throws only
/// std::bad_alloc, and what Options::on_link and Options::on_step throw.
[[nodiscard]] ABSOLVE_API Plan plan(std::string_view source, const Input& input = {}, const Options& options = {});

/// The same; the plan owns the text.
///
///     std::cout << absolve::plan(read_file("page.html"), {.url = "http://a/b"}).output();
template <std::same_as<std::string> Text>
[[nodiscard]] Plan plan(Text&& source, const Input& input = {}, const Options& options = {}) {
  return detail::plan_of(std::move(source), input, options);
}

/// Another temporary would leave the plan dangling.
template <TemporaryText Text>
requires(!std::same_as<Text, std::string>) Plan
    plan(Text&& source, const Input& input = {}, const Options& options = {})
= delete;

/// Whether --check reports a link: a relative reference that is rewritten, or would be if there were a base, or if
/// absolve could read its syntax.
[[nodiscard]] constexpr bool is_still_relative(const Link& link) noexcept {
  return link.action == Action::rewrite || link.reason == Reason::no_base || link.reason == Reason::syntax;
}

/// The element that a link is in, in lower case, or "".
[[nodiscard]] ABSOLVE_API std::string element_name(const Link& link);

/// The reference of a link as text in UTF-8, decoded from the charset of its document. A byte that stands for no
/// character is percent-encoded. Linear.
[[nodiscard]] ABSOLVE_API std::string reference_text(const Plan& plan, const Link& link);
/// The same for the URL of a link, whose query has the bytes of other charsets percent-encoded, as browsers send it;
/// nullopt if it has none (Link::url).
[[nodiscard]] ABSOLVE_API std::optional<std::string> url_text(const Plan& plan, const Link& link);
/// The same for the URL of a base that applies in a document; nullopt if `base` is nullptr.
[[nodiscard]] ABSOLVE_API std::optional<std::string> url_text(const Document& document, const Base* base);

}  // namespace absolve
