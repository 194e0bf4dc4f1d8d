#pragma once

#include <optional>
#include <string_view>

#include "../text/types.h"
#include "finding.h"

namespace absolve::inline detail {

/// The facts about a format, except for its finder (finders.h).
struct FormatFacts {
  Format format;
  std::string_view media_type;  // "" if it has none
  /// Whether it can hold bases or further documents. If not, it is read in place, and nothing of it is kept in memory.
  bool is_document;
  /// Whether it is a language of its own, so that notes about a reference in it name the place that holds it.
  bool is_language;
};

/// Whether a format is a list: each entry is independent, so a list may continue in another text.
[[nodiscard]] constexpr bool is_list(Format format) noexcept {
  return format == Format::uris || format == Format::pairs || format == Format::json_lines || format == Format::table;
}

/// Whether a format is a header: each reference in it is independent, and it declares no charset.
[[nodiscard]] constexpr bool is_header(Format format) noexcept {
  return format == Format::fields || format == Format::http_fields;
}

/// How many bytes of a document are searched for a charset declaration.
inline constexpr std::size_t prescanned_bytes = 1024;

/// The charset that a document declares itself.
struct DeclaredCharset {
  std::string label;    // as the document spells it; "" if it declares none
  std::size_t end = 0;  // no edit from there on changes what is declared
};

inline constexpr std::string_view unknown_type = "application/octet-stream";

[[nodiscard]] const FormatFacts& facts_of(Format format) noexcept;
[[nodiscard]] std::string_view media_type_of(Format format) noexcept;

/// The format of a document with a media type, in lower case; nullopt if it is not read.
[[nodiscard]] std::optional<Format> format_of(std::string_view media_type) noexcept;

/// Whether all JSON is read, because members of it are named.
[[nodiscard]] inline bool reads_json(const FieldNames& fields) noexcept { return !fields.members.empty(); }

/// The format of a document in a message, a response or a record, which was retrieved from `url` ("": unknown): with
/// `reads_json`, also of JSON of any kind. Servers also send playlists and JSON under types that say little; then this
/// is what it may be (must_show_itself()).
[[nodiscard]] std::optional<Format> format_of(std::string_view media_type, std::string_view url,
                                              bool reads_json) noexcept;

/// Whether a document is only read in a format if it shows it itself, as its media type doesn't name the format.
[[nodiscard]] bool must_show_itself(Format format, std::string_view media_type) noexcept;

}  // namespace absolve::inline detail
