#include "fields.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "../mime/fields.h"
#include "../mime/locations.h"
#include "../mime/media_type.h"

namespace absolve::http {
namespace {

using mime::FieldRow;
using mime::FieldSyntax;

/// An empty reference names nothing, and browsers do nothing with it.
constexpr auto rows = std::to_array<FieldRow>({
    {{"", "Content-Location", Against::document, Empty::no_fetch}, FieldSyntax::whole},
    {{"", "Link"}, FieldSyntax::link},
    {{"", "Location", Against::document, Empty::no_fetch}, FieldSyntax::whole},
    {{"", "Refresh", Against::document, Empty::document}, FieldSyntax::refresh},
    {{"", "SourceMap", Against::document, Empty::no_fetch}, FieldSyntax::whole},
    {{"", "Speculation-Rules", Against::document, Empty::no_fetch}, FieldSyntax::strings},
    {{"", "X-SourceMap", Against::document, Empty::no_fetch}, FieldSyntax::whole},
});

}  // namespace

std::string content_type_in(std::string_view text, const Block& block) {
  std::string result;
  for (const mime::Field& field : mime::find_named(text, block.fields, block.body, "Content-Type")) {
    std::string said = mime::body_of(text, field);
    if (said.find('/') == std::string::npos) continue;  // treated as missing (MIME Sniffing standard, section 5.1)
    const mime::MediaType type = mime::read_media_type(said);
    const bool is_repeated = !result.empty() && mime::read_media_type(result).name == type.name;
    if (!is_repeated || !type.parameter("charset").empty()) result = std::move(said);
  }
  return result;
}

Finding find_in_header(std::string_view header, const Request&) {
  std::vector<mime::Field> fields;
  for (const FieldRow& row : rows) {
    const auto named = mime::find_named(header, 0, header.size(), row.rule.attribute);
    fields.insert(fields.end(), named.begin(), named.end());
  }
  std::ranges::sort(fields, {}, &mime::Field::begin);
  return mime::find_in_http_fields(header, fields, rows);
}

}  // namespace absolve::http
