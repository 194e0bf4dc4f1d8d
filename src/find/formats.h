#pragma once

#include <optional>
#include <string_view>

#include "finding.h"

namespace absolve::inline detail {

/// What there is to know of a format, besides what reads it (finders.h).
struct FormatFacts {
  Format format;
  std::string_view media_type;  // "": it has none
  /// Whether it can hold bases or further documents; otherwise it is read in place, and nothing of it is kept.
  bool is_document;
  /// Whether it is a language of its own, so that messages about a reference in it name the place that holds it.
  bool is_language;
  /// Whether a backslash starts an escape in it, so that the byte of one must be one.
  bool has_escapes;
};

/// Whether a format is that of a list: each entry stands alone, so that a list may go on in another text.
[[nodiscard]] constexpr bool is_list(Format format) noexcept {
  return format == Format::uris || format == Format::pairs || format == Format::json_lines || format == Format::table;
}

/// Whether a format is that of a header: all references in it stand for themselves, and no charset is declared in it.
[[nodiscard]] constexpr bool is_header(Format format) noexcept {
  return format == Format::fields || format == Format::http_fields;
}

/// The bytes of a document in which declared_charset looks.
inline constexpr std::size_t prescanned_bytes = 1024;

inline constexpr std::string_view unknown_type = "application/octet-stream";

[[nodiscard]] const FormatFacts& facts_of(Format format) noexcept;
[[nodiscard]] std::string_view media_type_of(Format format) noexcept;

/// What a document of a media type, in lower case, is read as; nullopt: it isn't.
[[nodiscard]] std::optional<Format> format_of(std::string_view media_type) noexcept;

}  // namespace absolve::inline detail
