#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absolve/callable.h"

namespace absolve {

struct Document;
struct Link;
class Plan;

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

}  // namespace absolve
