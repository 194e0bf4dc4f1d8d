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
#include "../warc/finder.h"
#include "../xml/finder.h"

namespace absolve::inline detail {
namespace {

/// THE table of formats, in the order of the enumeration.
// clang-format off
constexpr auto formats = std::to_array<FormatRow>({
    {Format::url, "", nullptr, nullptr, false, false, false, nullptr},
    {Format::srcset, "", html::find_in_srcset, nullptr, false, false, false, nullptr},
    {Format::tokens, "", html::find_in_tokens, nullptr, false, false, false, nullptr},
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
    {"text/css", Format::css},
    {"application/feed+json", Format::json},
    {"application/manifest+json", Format::json},
    {"application/xml", Format::xml},
    {"text/xml", Format::xml},
    {"text/x-opml", Format::xml},
    {"*+xml", Format::xml},
});

/// THE table of names of files: how they end, or all of one, in lower case, and the media type that they have.
struct NameRow {
  std::string_view ending;  // with a dot first: an ending
  std::string_view media_type;
};

constexpr auto names = std::to_array<NameRow>({
    {".atom", "application/atom+xml"},
    {".css", "text/css"},
    {".htm", "text/html"},
    {".html", "text/html"},
    {".jsonl", "application/jsonl"},
    {".mathml", "application/mathml+xml"},
    {".ndjson", "application/jsonl"},
    {".opml", "text/x-opml"},
    {".rdf", "application/rdf+xml"},
    {".rss", "application/rss+xml"},
    {".svg", "image/svg+xml"},
    {".warc", "application/warc"},
    {".webmanifest", "application/manifest+json"},
    {".xht", "application/xhtml+xml"},
    {".xhtml", "application/xhtml+xml"},
    {".xml", "application/xml"},
    {"manifest.json", "application/manifest+json"},
});

/// The same of what nobody named, but was found in a folder, after those above: pages that programs make, and texts in
/// other languages, in which much may look like a page or a message.
constexpr auto names_of_found = std::to_array<NameRow>({
    {".adoc", other_text},   {".asp", "text/html"},      {".aspx", "text/html"},      {".bash", other_text},
    {".bat", other_text},    {".bib", other_text},       {".c", other_text},          {".cc", other_text},
    {".cfg", other_text},    {".cfm", "text/html"},      {".cgi", "text/html"},       {".cjs", other_text},
    {".conf", other_text},   {".cpp", other_text},       {".cs", other_text},         {".csv", other_text},
    {".diff", other_text},   {".go", other_text},        {".h", other_text},          {".hpp", other_text},
    {".ics", other_text},    {".ini", other_text},       {".java", other_text},       {".js", other_text},
    {".json", other_text},   {".jsp", "text/html"},      {".jspx", "text/html"},      {".jsx", other_text},
    {".kt", other_text},     {".less", other_text},      {".log", other_text},        {".lua", other_text},
    {".map", other_text},    {".markdown", other_text},  {".md", other_text},         {".mjs", other_text},
    {".patch", other_text},  {".php", "text/html"},      {".phtml", "text/html"},     {".pl", other_text},
    {".pm", other_text},     {".po", other_text},        {".properties", other_text}, {".ps1", other_text},
    {".py", other_text},     {".rb", other_text},        {".rs", other_text},         {".rst", other_text},
    {".sass", other_text},   {".scss", other_text},      {".sh", other_text},         {".shtm", "text/html"},
    {".shtml", "text/html"}, {".sql", other_text},       {".srt", other_text},        {".svelte", other_text},
    {".swift", other_text},  {".tex", other_text},       {".text", other_text},       {".toml", other_text},
    {".ts", other_text},     {".tsv", other_text},       {".tsx", other_text},        {".txt", other_text},
    {".vcf", other_text},    {".vtt", other_text},       {".vue", other_text},        {".yaml", other_text},
    {".yml", other_text},    {"dockerfile", other_text}, {"makefile", other_text},
});

std::string_view type_in(std::span<const NameRow> table, std::string_view file_name) noexcept {
  const std::string_view last = file_name.substr(after_last(file_name, '/'));
  const auto fits = [&](const NameRow& one) {
    return one.ending.starts_with('.') ? has_ending(last, one.ending) : is_name(last, one.ending);
  };
  const auto row = std::ranges::find_if(table, fits);
  return row == table.end() ? std::string_view() : row->media_type;
}

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

std::string_view type_by_name(std::string_view file_name) noexcept { return type_in(names, file_name); }

std::string_view type_by_name_of_found(std::string_view file_name) noexcept {
  const std::string_view said = type_by_name(file_name);
  return said.empty() ? type_in(names_of_found, file_name) : said;
}

}  // namespace absolve::inline detail
