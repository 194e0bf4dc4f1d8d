#include "formats.h"

#include <algorithm>
#include <array>

#include "../css/finder.h"
#include "../css/line_breaks.h"
#include "../html/fragment.h"
#include "../html/lists.h"
#include "../html/prescan.h"
#include "../html/read.h"
#include "../html/refresh.h"
#include "../html/srcset.h"
#include "../http/fields.h"
#include "../http/finder.h"
#include "../javascript/finder.h"
#include "../json/document.h"
#include "../json/finder.h"
#include "../json/lines.h"
#include "../markup/line_breaks.h"
#include "../mime/finder.h"
#include "../text/ascii.h"
#include "../uris/finder.h"
#include "../uris/pairs.h"
#include "../archive/finder.h"
#include "../xml/finder.h"

namespace absolve::inline detail {
namespace {

/// THE table of formats, in the order of the enumeration.
// clang-format off
constexpr auto formats = std::to_array<FormatRow>({
    {Format::url, "", nullptr, nullptr, false, false, false, nullptr},
    {Format::srcset, "", html::find_in_srcset, html::break_opportunities, false, false, false, nullptr},
    {Format::tokens, "", html::find_in_tokens, html::break_opportunities, false, false, false, nullptr},
    {Format::commas, "", html::find_in_commas, nullptr, false, false, false, nullptr},
    {Format::refresh, "", html::find_in_refresh, nullptr, false, false, false, nullptr},
    {Format::css, "text/css", css::find, css::break_opportunities, false, true, true, css::declared_charset},
    {Format::import_map, "application/importmap+json", json::find_in_import_map, nullptr, false, true, true, nullptr},
    {Format::speculation_rules, "application/speculationrules+json", json::find_in_speculation_rules, nullptr, false, true, true, nullptr},
    {Format::linked_data, "application/ld+json", json::find_in_linked_data, nullptr, false, true, true, nullptr},
    {Format::module_script, "text/javascript", javascript::find, nullptr, false, true, true, nullptr},
    {Format::html, "text/html", html::find, markup::break_opportunities, true, false, false, html::declared_charset},
    {Format::html_fragment, "text/html", html::find_in_fragment, markup::break_opportunities, true, false, false, nullptr},
    {Format::base64_html, "text/html", html::find_in_base64, nullptr, true, false, false, nullptr},
    {Format::xml, "application/xml", xml::find, markup::break_opportunities, true, false, false, xml::declared_charset},
    {Format::json, "application/json", json::find_in_document, nullptr, true, false, false, nullptr},
    {Format::uris, "text/uri-list", uris::find, nullptr, true, false, false, nullptr},
    {Format::pairs, "text/tab-separated-values", uris::find_in_pairs, nullptr, true, false, false, nullptr},
    {Format::json_lines, "application/jsonl", json::find_in_lines, nullptr, true, false, false, nullptr},
    {Format::mime, "message/rfc822", mime::find, nullptr, true, false, false, nullptr},
    {Format::fields, "text/rfc822-headers", mime::find_in_header, mime::fold_opportunities, true, false, false, nullptr},
    {Format::http_fields, "message/http", http::find_in_header, nullptr, true, false, false, nullptr},
    {Format::http, "application/http", http::find, nullptr, true, false, false, nullptr},
    {Format::warc, "application/warc", warc::find, nullptr, true, false, false, nullptr},
});
// clang-format on

static_assert(
    [] {
      for (std::size_t i = 0; i < formats.size(); ++i) {
        if (static_cast<std::size_t>(formats[i].format) != i) return false;
      }
      return true;
    }(),
    "each row stands at its format");

/// A media type that is read; `*` stands for any beginning.
struct MediaTypeRow {
  std::string_view name;
  Format format;
};

constexpr auto media_types = std::to_array<MediaTypeRow>({
    {"text/html", Format::html},
    {"text/x-amp-html", Format::html},  // in mail, beside text/html
    {"text/css", Format::css},
    {"application/feed+json", Format::json},
    {"application/manifest+json", Format::json},
    {"application/xml", Format::xml},
    {"text/xml", Format::xml},
    {"text/x-opml", Format::xml},
    {"*+xml", Format::xml},
});

}  // namespace

const FormatRow& row_of(Format format) noexcept { return formats[static_cast<std::size_t>(format)]; }

std::string_view media_type_of(Format format) noexcept { return row_of(format).media_type; }

std::optional<Format> format_of(std::string_view media_type) noexcept {
  const auto fits = [&](const MediaTypeRow& one) {
    return one.name.starts_with('*') ? media_type.ends_with(one.name.substr(1)) : media_type == one.name;
  };
  const auto* const row = std::ranges::find_if(media_types, fits);
  return row == media_types.end() ? std::nullopt : std::optional(row->format);
}

}  // namespace absolve::inline detail
