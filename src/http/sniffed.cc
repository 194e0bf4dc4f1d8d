#include "sniffed.h"

#include <algorithm>
#include <array>
#include <string>

#include "../text/ascii.h"
#include "absolve/input.h"

namespace absolve::http {

std::optional<Format> sniffed_format(std::string_view beginning, std::string_view url, const FieldNames& fields) {
  switch (detect(beginning, {.name = std::string(url)}, fields).type) {
    case Type::html: return Format::html;
    case Type::css: return Format::css;
    case Type::xml: return Format::xml;
    case Type::json: return Format::json;
    case Type::markdown: return Format::markdown;
    case Type::playlist: return Format::playlist;
    default: return std::nullopt;
  }
}

namespace {

/// Other XML is shown as text by browsers, as its type says.
bool holds_root_of_feed(std::string_view text) {
  constexpr auto roots =
      std::to_array<std::string_view>({"<rss", "<feed", "<rdf:RDF", "<opml", "<urlset", "<sitemapindex"});
  return std::ranges::any_of(roots, [&](std::string_view root) {
    const std::size_t at = text.find(root);
    return at < text.size() - root.size() && (is_space(text[at + root.size()]) || text[at + root.size()] == '>');
  });
}

}  // namespace

std::optional<Format> format_shown(std::string_view media_type, std::string_view beginning, std::string_view url,
                                   const FieldNames& fields) {
  constexpr auto types = std::to_array<std::string_view>(
      {"text/plain", "application/octet-stream", "binary/octet-stream", "application/json", "text/json"});
  if (std::ranges::find(types, media_type) == types.end()) return std::nullopt;
  const auto format = sniffed_format(beginning, url, fields);
  if (format == Format::xml) return holds_root_of_feed(beginning) ? format : std::nullopt;
  return format == Format::json || format == Format::playlist ? format : std::nullopt;
}

}  // namespace absolve::http
