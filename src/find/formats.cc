#include "formats.h"

#include <algorithm>
#include <array>

#include "../css/finder.h"
#include "../html/line_breaks.h"
#include "../html/prescan.h"
#include "../html/read.h"
#include "../html/srcset.h"
#include "../mime/finder.h"
#include "../uris/finder.h"

namespace absolve::inline detail {
namespace {

/// THE table of formats, in the order of the enumeration.
// clang-format off
constexpr auto formats = std::to_array<FormatRow>({
    {Format::url, "", nullptr, nullptr, false, false, nullptr},
    {Format::srcset, "", html::find_in_srcset, nullptr, false, false, nullptr},
    {Format::css, "text/css", css::find, nullptr, false, true, nullptr},
    {Format::html, "text/html", html::find, html::break_opportunities, true, false, html::declared_charset},
    {Format::uris, "text/uri-list", uris::find, nullptr, true, false, nullptr},
    {Format::mime, "message/rfc822", mime::find, nullptr, true, false, nullptr},
    {Format::fields, "text/rfc822-headers", mime::find_in_header, mime::fold_opportunities, true, false, nullptr},
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

constexpr auto part_types = std::to_array<MediaTypeRow>({
    {"application/xhtml+xml", Format::html},
    {"text/html", Format::html},
});

}  // namespace

const FormatRow& row_of(Format format) noexcept { return formats[static_cast<std::size_t>(format)]; }

std::string_view media_type_of(Format format) noexcept { return row_of(format).media_type; }

const MediaTypeRow* part_type(std::string_view media_type) noexcept {
  const auto* const row = std::ranges::find(part_types, media_type, &MediaTypeRow::name);
  return row == part_types.end() ? nullptr : row;
}

}  // namespace absolve::inline detail
