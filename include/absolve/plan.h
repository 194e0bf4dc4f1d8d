#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absolve/options.h"

namespace absolve {

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
  /// What was not read, why references were left unchanged, and the like; may be empty.
  [[nodiscard]] std::span<const Note> notes() const& noexcept;
  // The results of a temporary would dangle.
  std::string_view source() const&& = delete;
  std::span<const Edit> edits() const&& = delete;
  std::span<const Link> links() const&& = delete;
  std::span<const Document> documents() const&& = delete;
  std::span<const Note> notes() const&& = delete;
  const Document& document(const Link& link) const&& = delete;
  const Base* base(const Link& link) const&& = delete;
  const Base* base(std::uint32_t scope) const&& = delete;
  std::vector<Layer> layers(std::uint32_t scope) const&& = delete;

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
  /// The base in a scope (Link::scope, Document::scope); nullptr if it is undefined.
  [[nodiscard]] const Base* base(std::uint32_t scope) const& noexcept;
  /// Where that base comes from; BaseFrom::none if it is undefined.
  [[nodiscard]] BaseFrom base_from(std::uint32_t scope) const noexcept;
  /// The figure of section 3 as data: every candidate from a scope outwards, innermost first. Linear.
  [[nodiscard]] std::vector<Layer> layers(std::uint32_t scope) const&;
  /// The offset of a link in the source, in bytes from 0; nullopt if it is inside a transfer encoding or compressed
  /// data.
  [[nodiscard]] std::optional<std::size_t> source_offset(const Link& link) const;

  /// The output, piece by piece: slices of the source and texts of edits in turn.
  void for_each_piece(const std::function<void(std::string_view piece)>& sink) const;

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

/// A place in a source as editors count it: line and column from 1; columns in bytes (in code units if the source is
/// UTF-16).
struct Position {
  std::size_t line;
  std::size_t column;
};

/// Finds the line and column of an offset in the source of a plan. The source must outlive it; the plan need not. Calls
/// in ascending order of offsets together take one pass over the source; a call in any other order reads at most 64
/// KiB. Only one thread at a time may use it.
///
///     absolve::LineCounter lines(plan);
///     for (const absolve::Link& link : plan.links()) {
///       if (const auto offset = plan.source_offset(link)) std::cout << lines.at(*offset).line << '\n';
///     }
class ABSOLVE_API LineCounter {
 public:
  explicit LineCounter(const Plan& plan);
  explicit LineCounter(const Plan&& plan) = delete;
  LineCounter(LineCounter&&) noexcept;
  LineCounter& operator=(LineCounter&&) noexcept;
  ~LineCounter();

  /// `offset` in bytes from 0, at most the size of the source.
  [[nodiscard]] Position at(std::size_t offset);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace absolve
