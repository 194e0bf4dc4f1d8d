#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "absolve/link.h"
#include "absolve/options.h"

namespace absolve::inline detail {

/// Whether another base would change the meaning of a reference that is kept.
enum class NeedsBase : std::uint8_t { no, yes, if_kept_by_option };

/// All that is known of a reason to keep a reference.
struct ReasonRow {
  Reason reason;
  Note::Severity severity;
  NeedsBase needs_base;
  std::string_view name;
  std::string_view words;
};

// clang-format off
inline constexpr auto reasons = std::to_array<ReasonRow>({
    {Reason::none, Note::Severity::detail, NeedsBase::no, "", ""},
    {Reason::no_base, Note::Severity::notice, NeedsBase::yes, "no-base", "the base is undefined"},
    {Reason::fragment, Note::Severity::detail, NeedsBase::if_kept_by_option, "fragment",
     "only a fragment, which points into the document itself"},
    {Reason::empty_no_fetch, Note::Severity::detail, NeedsBase::no, "empty",
     "empty: it refers to nothing; resolved, it would refer to the document itself"},
    {Reason::empty_document, Note::Severity::detail, NeedsBase::no, "empty-document",
     "empty: it refers to the document's own URL, which is unknown"},
    {Reason::gains_net_loc, Note::Severity::notice, NeedsBase::yes, "gains-net-loc",
     "the absolute form would be read as a different URL"},
    {Reason::hidden_characters, Note::Severity::notice, NeedsBase::yes, "hidden-characters",
     "control characters make the meaning unclear"},
    {Reason::backslash, Note::Severity::notice, NeedsBase::yes, "backslash",
     "a backslash, which the RFCs don't allow and browsers read as a slash"},
    {Reason::slashes, Note::Severity::notice, NeedsBase::yes, "slashes",
     "three slashes at the start: by the RFCs a path follows, in browsers a host"},
    {Reason::charset, Note::Severity::notice, NeedsBase::yes, "charset",
     "the absolute form can't be written in the charset of the input"},
    {Reason::charset_declaration, Note::Severity::notice, NeedsBase::yes, "charset-declaration",
     "the absolute form would change which charset is declared in the first 1024 bytes"},
    {Reason::base_removed, Note::Severity::detail, NeedsBase::no, "base-removed",
     "the href of a base element that is removed"},
    {Reason::related_part, Note::Severity::detail, NeedsBase::yes, "related-part",
     "refers to a part of the message that has no absolute Content-Location"},
    {Reason::header, Note::Severity::notice, NeedsBase::yes, "header",
     "the absolute form can't be written in a header field"},
    {Reason::value, Note::Severity::notice, NeedsBase::yes, "value",
     "its value is a text or an escaped URL, or can't hold the absolute form"},
    {Reason::location, Note::Severity::notice, NeedsBase::no, "location",
     "rewriting it could change the meaning of other references"},
    {Reason::syntax, Note::Severity::notice, NeedsBase::yes, "syntax", "in a syntax that is not read"},
    {Reason::script, Note::Severity::notice, NeedsBase::yes, "script", "imported by a script"},
    {Reason::entity, Note::Severity::notice, NeedsBase::yes, "entity", "an entity is not expanded"},
    {Reason::only, Note::Severity::detail, NeedsBase::yes, "only", "not in a place that --only selects"},
    {Reason::except, Note::Severity::detail, NeedsBase::yes, "except", "in a place that --except excludes"},
    {Reason::skip, Note::Severity::detail, NeedsBase::yes, "skip", "matches a pattern of --skip"},
    {Reason::placeholder, Note::Severity::notice, NeedsBase::yes, "placeholder",
     "a template placeholder, whose value is unknown"},
    {Reason::unparsable, Note::Severity::notice, NeedsBase::yes, "unparsable",
     "not valid by the URL standard, so no browser follows it"},
    {Reason::local_copy, Note::Severity::notice, NeedsBase::no, "local-copy",
     "leads to a local file that is there"},
    {Reason::ignored_base, Note::Severity::detail, NeedsBase::no, "ignored-base",
     "a base that browsers ignore (xml:base, codebase; in HTTP, Content-Base and Base)"},
    {Reason::conditional, Note::Severity::detail, NeedsBase::yes, "conditional",
     "in a conditional comment, which --also=conditional rewrites"},
    {Reason::function, Note::Severity::detail, NeedsBase::yes, "function", "the callback function keeps it"},
    {Reason::answer, Note::Severity::notice, NeedsBase::yes, "answer",
     "the result of the callback function can't be written there"},
    {Reason::custom_property, Note::Severity::detail, NeedsBase::no, "custom-property",
     "in a custom property, which is resolved against the style sheet that uses it"},
    {Reason::pattern, Note::Severity::detail, NeedsBase::yes, "pattern", "a pattern for URLs"},
    {Reason::comment, Note::Severity::detail, NeedsBase::no, "comment", "in a comment, for tools"},
    {Reason::identity, Note::Severity::detail, NeedsBase::no, "identity",
     "identifies an entry, and feed readers compare it as it is written"},
    {Reason::missing_member, Note::Severity::notice, NeedsBase::no, "missing-member",
     "the book lacks what it refers to (--local-links=resolve makes it absolute)"},
    {Reason::relative_only, Note::Severity::detail, NeedsBase::no, "relative-only",
     "in a place where only a relative reference is allowed"},
});
// clang-format on

static_assert(
    [] {
      for (std::size_t i = 0; i < reasons.size(); ++i) {
        if (static_cast<std::size_t>(reasons[i].reason) != i) return false;
      }
      return true;
    }(),
    "each row is at the place of its reason");

[[nodiscard]] constexpr const ReasonRow& row_of(Reason reason) noexcept {
  return reasons[static_cast<std::size_t>(reason)];
}

/// Whether what is kept leads anywhere by itself, so that it counts among the references that stay relative.
[[nodiscard]] constexpr bool is_link(Reason reason) noexcept {
  return reason != Reason::pattern && reason != Reason::comment && reason != Reason::identity &&
         reason != Reason::relative_only;
}

[[nodiscard]] constexpr bool needs_base(Reason reason, Fragments fragments) noexcept {
  const NeedsBase needs = row_of(reason).needs_base;
  return needs == NeedsBase::yes || (needs == NeedsBase::if_kept_by_option && fragments == Fragments::keep);
}

}  // namespace absolve::inline detail
