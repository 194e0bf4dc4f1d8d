#include "formats.h"

#include <algorithm>
#include <array>

#include "file_names.h"

namespace absolve::inline detail {
namespace {

/// The only table of formats, in the order of the enumeration.
// clang-format off
constexpr auto formats = std::to_array<FormatFacts>({
    {Format::url, "", false, false},
    {Format::srcset, "", false, false},
    {Format::bgset, "", false, false},
    {Format::tokens, "", false, false},
    {Format::commas, "", false, false},
    {Format::semicolons, "", false, false},
    {Format::refresh, "", false, false},
    {Format::task, "", false, false},
    {Format::css, "text/css", false, true},
    {Format::css_values, "", false, true},
    {Format::import_map, "application/importmap+json", false, true},
    {Format::speculation_rules, "application/speculationrules+json", false, true},
    {Format::linked_data, "application/ld+json", false, true},
    {Format::module_script, "text/javascript", false, true},
    {Format::html, "text/html", true, false},
    {Format::html_fragment, "text/html", true, false},
    {Format::base64_html, "text/html", true, false},
    {Format::xml, "application/xml", true, false},
    {Format::json, "application/json", true, false},
    {Format::playlist, "application/vnd.apple.mpegurl", true, false},
    {Format::uris, "text/uri-list", true, false},
    {Format::pairs, "text/tab-separated-values", true, false},
    {Format::json_lines, "application/jsonl", true, false},
    {Format::table, "text/csv", true, false},
    {Format::mime, "message/rfc822", true, false},
    {Format::fields, "text/rfc822-headers", true, false},
    {Format::http_fields, "message/http", true, false},
    {Format::http, "application/http", true, false},
    {Format::har, "application/har+json", true, false},
    {Format::warc, "application/warc", true, false},
    {Format::markdown, "text/markdown", true, false},
});
// clang-format on

static_assert(
    [] {
      for (std::size_t i = 0; i < formats.size(); ++i) {
        if (static_cast<std::size_t>(formats[i].format) != i) return false;
      }
      return true;
    }(),
    "each row is at the place of its format");

/// A media type; `*` stands for any text.
struct MediaTypeRow {
  std::string_view name;
  Format format;
};

constexpr auto media_types = std::to_array<MediaTypeRow>({
    {"text/html", Format::html},
    {"text/x-amp-html", Format::html},  // in mail, next to text/html
    {"text/css", Format::css},
    {"text/markdown", Format::markdown},
    {"text/x-markdown", Format::markdown},
    {"application/feed+json", Format::json},
    {"application/manifest+json", Format::json},
    {"application/x-ipynb+json", Format::json},
    {"application/vnd.apple.mpegurl", Format::playlist},
    {"application/x-mpegurl", Format::playlist},
    {"audio/mpegurl", Format::playlist},
    {"audio/x-mpegurl", Format::playlist},
    {"application/xml", Format::xml},
    {"text/xml", Format::xml},
    {"text/x-opml", Format::xml},
    {"*+xml", Format::xml},
});

}  // namespace

const FormatFacts& facts_of(Format format) noexcept { return formats[static_cast<std::size_t>(format)]; }

std::string_view media_type_of(Format format) noexcept { return facts_of(format).media_type; }

std::optional<Format> format_of(std::string_view media_type) noexcept {
  const auto fits = [&](const MediaTypeRow& one) {
    return one.name.starts_with('*') ? media_type.ends_with(one.name.substr(1)) : media_type == one.name;
  };
  if (media_type.empty()) return std::nullopt;  // as most often
  const auto row = std::ranges::find_if(media_types, fits);
  return row == media_types.end() ? std::nullopt : std::optional(row->format);
}

namespace {

/// Types that say so little that a text of them may be JSON.
bool may_be_json(std::string_view media_type) noexcept {
  constexpr auto types = std::to_array<std::string_view>(
      {"text/plain", "text/javascript", "application/javascript", "application/x-javascript"});
  return std::ranges::find(types, media_type) != types.end();
}

/// JSON MIME types (MIME Sniffing standard, section 4.6), and those of several values after one another.
bool is_json(std::string_view media_type) noexcept {
  constexpr auto types =
      std::to_array<std::string_view>({"application/json", "text/json", "application/x-ndjson", "application/ndjson",
                                       "application/jsonl", "application/x-jsonlines", "application/json-seq"});
  return media_type.ends_with("+json") || std::ranges::find(types, media_type) != types.end();
}

/// The path of a URL names a playlist, too (RFC 8216, section 4).
bool names_playlist(std::string_view url) noexcept {
  const std::string_view path = url.substr(0, url.find_first_of("?#"));
  return format_of(type_by_name(path)) == Format::playlist;
}

}  // namespace

std::optional<Format> format_of(std::string_view media_type, std::string_view url, bool reads_json) noexcept {
  if (reads_json && (is_json(media_type) || may_be_json(media_type))) return Format::json;
  const auto named = format_of(media_type);
  return !named && names_playlist(url) ? Format::playlist : named;
}

bool must_show_itself(Format format, std::string_view media_type) noexcept {
  return (format == Format::json && may_be_json(media_type)) ||
         (format == Format::playlist && format_of(media_type) != Format::playlist);
}

}  // namespace absolve::inline detail
