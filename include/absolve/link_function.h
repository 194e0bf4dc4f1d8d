#pragma once

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

/// A link about which Options::on_link is asked. What it refers to lives until the function returns.
struct LinkQuestion {
  const Link& link;          // as it is planned: its action, its reason
  const Document& document;  // that it is in
  // Its absolute form, in the bytes of the document: those of its charset, where that is not UTF-8 (UTF-16 is decoded);
  // nullopt: it is kept, and link.reason says why.
  std::optional<std::string_view> url;
  const Plan& plan;  // as it is so far: with its links, documents and scopes, without its edits and notes
};

/// What is to be done with it.
struct LinkAnswer {
  enum class Kind : std::uint8_t { as_planned, keep, replace };

  Kind kind = Kind::as_planned;
  // With replace: the new reference, in UTF-8, not encoded: `a?b&c`, not `a?b&amp;c`. What is not ASCII in it is
  // written with percent-escapes where the document is in another charset. There an answer may also be in the bytes of
  // that charset: what is no UTF-8, and what has LinkQuestion::url in it, is taken so.
  std::string text = {};

  /// As it would be without a function.
  [[nodiscard]] static LinkAnswer as_planned() noexcept { return {}; }
  /// The reference stays as it is, with Reason::function. What isn't rewritten anyway stays as planned.
  [[nodiscard]] static LinkAnswer keep() noexcept { return {Kind::keep, {}}; }
  /// It is replaced by another one, relative or absolute: Action::rewrite. The same once more means keep(). Written
  /// with the escapes and in the encoding of its place. Where that can't hold it, it is kept, with Reason::answer: a
  /// text that is no UTF-8, holds controls, or begins or ends with white space; that would read as something else
  /// there; that is a `javascript:` URL where none was; wherever the reference is in a syntax that is not read; and
  /// where it is a base itself (a codebase, a Content-Location). So are all replaced links of a part of a message that
  /// can't be written with them, as a line would come to read as one between parts. What is written counts for the
  /// limit on the size of the output.
  [[nodiscard]] static LinkAnswer replace(std::string text) noexcept { return {Kind::replace, std::move(text)}; }
};

/// Decides on each link. Asked once for each link of a plan (absolute and kept ones, too) but for the URLs of base
/// elements and xml:base; in document order, in the thread that calls plan(), never by two at once for one plan. What
/// it throws passes through plan().
///
///     options.on_link = [](const absolve::LinkQuestion& question) {
///       if (!question.url) return absolve::LinkAnswer::as_planned();
///       return absolve::LinkAnswer::replace("http://proxy/" + std::string(*question.url));
///     };
using LinkFunction = Callable<LinkAnswer(const LinkQuestion&)>;

}  // namespace absolve
