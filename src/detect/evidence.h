#pragma once

#include <optional>
#include <string_view>

#include "../find/finding.h"
#include "absolve/options.h"
#include "beginning.h"

namespace absolve::inline detail {

inline constexpr std::string_view json_text = "JSON";
inline constexpr std::string_view javascript_text = "JavaScript";
inline constexpr std::string_view json_lines = "JSON Lines";

/// Whether a format is one that a server may wrongly declare a text in another language to be.
[[nodiscard]] constexpr bool may_be_declared_wrongly(Format format) noexcept {
  return format == Format::html || format == Format::css || format == Format::xml || format == Format::playlist;
}

/// The language of a text that is not what its name or a server says it is, as far as its beginning shows that: JSON is
/// no page, no style sheet, no playlist and no XML; markup is no playlist; tables and scripts that contain markup in
/// their strings are no pages and no XML. nullopt if nothing speaks against reading it as `said`. Linear; for what
/// begins with a `<`, in the markup before its root element.
///
///     {"d": "<a href=\"x\">"}     reading this as a page would find a link, and break the string around it
[[nodiscard]] std::optional<UnreadKind> other_language(const Beginning& one, Format said);

/// Whether a text is JSON up to its end. Linear.
[[nodiscard]] bool is_only_json(const Beginning& one);

/// How a document is read.
struct Shown {
  std::optional<Format> format;          // nullopt if it is left
  std::optional<UnreadKind> other = {};  // as what it shows itself to be instead; nullopt if its type says it all
};

/// How a text is read that is said to be in a format, as far as its beginning shows that: a playlist by its first tag,
/// a feed or the like by its root element, or another language. Linear, as other_language().
[[nodiscard]] Shown language_shown(const Beginning& one, Format said);

}  // namespace absolve::inline detail
