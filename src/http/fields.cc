#include "fields.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "../mime/bases_in_header.h"
#include "../mime/fields.h"
#include "../mime/locations.h"
#include "../mime/media_type.h"
#include "../text/ascii.h"

namespace absolve::http {
namespace {

using mime::FieldRow;
using mime::FieldSyntax;

/// An empty reference names nothing, and browsers do nothing with it.
constexpr auto field_rows = std::to_array<FieldRow>({
    {{"", "Content-Location", Against::document, Empty::no_fetch}, FieldSyntax::whole},
    {{"", "Link"}, FieldSyntax::link},
    {{"", "Location", Against::document, Empty::no_fetch}, FieldSyntax::whole},
    {{"", "Refresh", Against::document, Empty::document}, FieldSyntax::refresh},
    {{"", "SourceMap", Against::document, Empty::no_fetch}, FieldSyntax::whole},
    {{"", "Speculation-Rules", Against::document, Empty::no_fetch}, FieldSyntax::strings},
    {{"", "X-SourceMap", Against::document, Empty::no_fetch}, FieldSyntax::whole},
});

constexpr auto row_of_redirect_url =
    std::to_array<FieldRow>({{{"", "redirectURL", Against::document, Empty::no_fetch}, FieldSyntax::whole}});

/// Media types that say that the type is unknown: those of the MIME Sniffing standard, section 7, and Firefox's.
constexpr auto unknown_types = std::to_array<std::string_view>(
    {"*/*", "application/unknown", "application/x-unknown-content-type", "unknown/unknown"});

constexpr std::string_view names_only = "in HTTP, Content-Location is not a base (RFC 9110, section 8.7)";
constexpr std::string_view unknown_to_browsers = "in HTTP, browsers ignore this field";

}  // namespace

bool says_a_type(std::string_view content_type) {
  if (content_type.find('/') == std::string_view::npos) return false;
  const std::string name = mime::read_media_type(content_type).name;
  const bool is_doubled = name.find(',') != std::string::npos;
  return !is_doubled && std::ranges::find(unknown_types, name) == unknown_types.end();
}

bool may_hold_links(std::string_view media_type) noexcept {
  constexpr auto others = std::to_array<std::string_view>({"image/", "audio/", "video/", "font/"});
  return std::ranges::none_of(others, [&](std::string_view one) { return media_type.starts_with(one); });
}

std::vector<Candidate> bases_in_header(std::string_view text, const mime::Entity& entity, const std::string& part,
                                       Resolver resolver) {
  std::vector<Candidate> candidates = mime::bases_in_header(text, entity, part);
  for (Candidate& one : candidates) {
    if (one.from == BaseFrom::content_location) one.disqualified = names_only;
    else if (resolver == Resolver::whatwg) one.disqualified = unknown_to_browsers;
  }
  return candidates;
}

std::string content_type_in(std::string_view text, const Block& block) {
  std::string result;
  for (const mime::Field& field : mime::find_named(text, block.fields, block.body, "Content-Type")) {
    std::string said = mime::body_of(text, field);
    if (!says_a_type(said)) continue;  // treated as missing
    const mime::MediaType type = mime::read_media_type(said);
    const bool is_repeated = !result.empty() && mime::read_media_type(result).name == type.name;
    if (!is_repeated || !type.parameter("charset").empty()) result = std::move(said);
  }
  return result;
}

const Rule* rule_of_field(std::string_view name) noexcept {
  const auto row = std::ranges::find_if(
      field_rows, [&](const FieldRow& one) { return equal_ignoring_case(one.rule.attribute, name); });
  return row == field_rows.end() ? nullptr : &row->rule;
}

const Rule& rule_of_redirect_url() noexcept { return row_of_redirect_url.front().rule; }

Finding find_in_header(std::string_view header, const Request& request) {
  if (!request.field.empty()) {
    const mime::Field field{mime::Meaning::named, request.field, 0, 0, header.size()};
    const bool is_redirect = request.field == rule_of_redirect_url().attribute;
    const std::span<const FieldRow> known = is_redirect ? std::span<const FieldRow>(row_of_redirect_url) : field_rows;
    return mime::find_in_http_fields(header, {field}, known);
  }
  std::vector<mime::Field> fields;
  for (const FieldRow& row : field_rows) {
    const auto named = mime::find_named(header, 0, header.size(), row.rule.attribute);
    fields.insert(fields.end(), named.begin(), named.end());
  }
  std::ranges::sort(fields, {}, &mime::Field::begin);
  return mime::find_in_http_fields(header, fields, field_rows);
}

}  // namespace absolve::http
