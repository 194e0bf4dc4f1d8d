#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "../json/stream.h"
#include "absolve/options.h"
#include "absolve/plan.h"
#include "absolve/url.h"

namespace absolve::inline detail {

/// A document in a line of a stream (JSON Lines): an object with a member `body`, or `body_b64` (RFC 4648) if its bytes
/// are not UTF-8, and perhaps `url`, where it was retrieved from, and `content_type`.
///
///     {"id":7,"url":"http://a/b","content_type":"text/html","body":"<a href=../g>"}
///
/// (Options::fields gives the members other names.) The document is planned by itself. The answer is the same line with
/// the new body and one more member, which says what was done. Every other byte is left unchanged; an answer of an
/// earlier run is removed.
///
///     {"id":7,"url":"http://a/b","content_type":"text/html","body":"<a href=http://a/g>",
///      "absolve":{"status":"done","base":"http://a/b","base_from":"retrieval","links":1}}       in one line
///
///     if (const auto line = absolve::DocumentLine::from(text, input, options)) {
///       const absolve::Plan plan = absolve::plan(line->document(), line->input(), options);
///       output += line->answer(plan);
///     } else {
///       output += absolve::plan(text, {.type = absolve::Type::jsonl}).output();  // a reference, or nothing to answer
///     }
///
/// A row of a table (Type::csv, Type::tsv) is read in the same way, with Input::columns: its body is a
/// field, and the answer two more fields, with the status and the error.
///
/// If links stay for want of a base, `relative` counts them; and if the line gives a URL that can't be a base, `error`
/// says why. `status` is `done`; `left`, if something in the document that may hold links was not read and is left
/// unchanged; or `failed`, if there is no document. With `left` and `failed` there is an `error`, in words; with
/// `failed` nothing else. `links` counts all that were found.
class DocumentLine {
 public:
  /// `line` has no line end, and must outlive the result. nullopt if the line holds no document: it is not a JSON
  /// object, has a `reference` that is a string, or has no body; or the member where the answer goes is not an answer
  /// of an earlier run. Then it is an entry of a list (Type::jsonl). nullopt for a table: the row has a reference, or
  /// fewer fields than there are columns, or more that are not empty; or Input::columns is nullopt. Linear.
  ///
  /// `input` is the stream; what the line says of its document takes precedence over what is known of the stream.
  [[nodiscard]] static std::optional<DocumentLine> from(std::string_view line, const Input& input,
                                                        const Options& options);
  template <TemporaryText Text>
  static std::optional<DocumentLine> from(Text&& line, const Input& input, const Options& options) = delete;

  DocumentLine(DocumentLine&& other) noexcept;
  DocumentLine& operator=(DocumentLine&& other) noexcept;
  ~DocumentLine();

  /// Whether there is a document. If not, the answer does not depend on the plan.
  [[nodiscard]] bool has_document() const noexcept;
  /// Why there is none, in words; "" if there is one.
  [[nodiscard]] std::string_view error() const& noexcept;
  std::string_view error() const&& = delete;
  /// The decoded document; "" if there is none. Its bytes keep their address when this object is moved.
  [[nodiscard]] std::string_view document() const& noexcept;
  std::string_view document() const&& = delete;
  /// What the document is. Offsets in it are not offsets in the line, so they are left out.
  [[nodiscard]] const Input& input() const& noexcept;
  const Input& input() const&& = delete;

  /// The answer, without a line end. `plan` is that of document() with input(). Unchanged parts of the body are left as
  /// they are written. Linear.
  [[nodiscard]] std::string answer(const Plan& plan) const;

 private:
  struct Parts;
  explicit DocumentLine(std::unique_ptr<Parts> parts) noexcept;
  std::unique_ptr<Parts> parts_;
};

/// Whether a line of these holds the member that Options::fields names for a purpose. Linear up to the first such line.
[[nodiscard]] bool has_member(std::string_view lines, json::Field purpose, const Input& input, const Options& options);

/// How many links of a plan are left because there is no base. Linear.
[[nodiscard]] std::size_t links_without_base(const Plan& plan) noexcept;

/// What is said of a line of more than limits::document_line bytes.
inline constexpr std::string_view too_long_line = "it is longer than 256 MiB; left unchanged";

/// A part of a stream: a line with a document, or lines without.
struct StreamPart {
  std::string_view text;                      // without `ending`
  std::string_view ending;                    // the line end, if the part is a single line; "": the stream ends there
  std::optional<DocumentLine> document = {};  // nullopt: the part is lines of a list, or
  bool is_too_long = false;                   // a line of more than limits::document_line bytes, which is not read
};

/// Divides a piece of a stream, made of whole lines, into parts. Linear.
void for_each_part(std::string_view piece, const Input& input, const Options& options,
                   const std::function<void(StreamPart&& part)>& visit);

}  // namespace absolve::inline detail
