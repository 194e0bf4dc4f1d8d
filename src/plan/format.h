#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "../find/finding.h"

namespace absolve::inline detail {

/// What a document is read as.
enum class Format : std::uint8_t {
  html,
  uris,    // one reference a line
  fields,  // header fields, whose references were found already
};

/// What there is to know of a format. A media type may have rows of its own, behind the first of its format.
struct FormatRow {
  Format format;
  std::string_view type;  // media type
  Quoting quoting;        // how references read when they are shown
};

inline constexpr auto formats = std::to_array<FormatRow>({
    {Format::html, "text/html", Quoting::quotation_mark},
    {Format::html, "application/xhtml+xml", Quoting::quotation_mark},
    {Format::uris, "text/uri-list", Quoting::none},
    {Format::fields, "text/rfc822-headers", Quoting::field},
});

inline constexpr std::string_view unknown_type = "application/octet-stream";

[[nodiscard]] constexpr std::string_view type_of(Format format) noexcept {
  return std::ranges::find(formats, format, &FormatRow::format)->type;
}

[[nodiscard]] constexpr Quoting quoting_of(std::string_view type) noexcept {
  const auto* const row = std::ranges::find(formats, type, &FormatRow::type);
  return row == formats.end() ? Quoting::none : row->quoting;
}

}  // namespace absolve::inline detail
