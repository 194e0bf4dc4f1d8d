#include "fields.h"

#include <algorithm>
#include <array>
#include <vector>

#include "../mime/locations.h"

namespace absolve::http {
namespace {

using mime::FieldRow;
using mime::FieldSyntax;

/// An empty one names nothing, and browsers go nowhere.
constexpr auto rows = std::to_array<FieldRow>({
    {{"", "Content-Location", Against::document, Empty::no_fetch}, FieldSyntax::whole},
    {{"", "Link"}, FieldSyntax::brackets},
    {{"", "Location", Against::document, Empty::no_fetch}, FieldSyntax::whole},
    {{"", "Refresh", Against::document, Empty::document}, FieldSyntax::refresh},
});

}  // namespace

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
