// The formats and their finders. Finders don't know one another: the finder of a page with a style sheet reports a
// value of format css, and the passes look up here which finder reads that. So a new format needs a row here, and no
// other finder changes.

#include "finders.h"

#include <array>

#include "../archive/finder.h"
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
#include "../http/har.h"
#include "../javascript/finder.h"
#include "../json/feed_and_manifest.h"
#include "../json/finder.h"
#include "../json/lines.h"
#include "../markdown/finder.h"
#include "../markup/line_breaks.h"
#include "../mime/finder.h"
#include "../playlist/finder.h"
#include "../table/finder.h"
#include "../uris/finder.h"
#include "../uris/pairs.h"
#include "../xml/declaration.h"
#include "../xml/finder.h"

namespace absolve::inline detail {
namespace {

/// The only table of finders, in the order of the enumeration. No other file than this one and the finders' own knows
/// them.
// clang-format off
constexpr auto finders = std::to_array<FormatFinder>({
    {Format::url, nullptr, nullptr, nullptr},
    {Format::srcset, html::find_in_srcset, html::break_opportunities, nullptr},
    {Format::bgset, html::find_in_bgset, html::break_opportunities, nullptr},
    {Format::tokens, html::find_in_tokens, html::break_opportunities, nullptr},
    {Format::commas, html::find_in_commas, nullptr, nullptr},
    {Format::semicolons, html::find_in_semicolons, nullptr, nullptr},
    {Format::refresh, html::find_in_refresh, nullptr, nullptr},
    {Format::task, html::find_in_task, nullptr, nullptr},
    {Format::css, css::find, css::break_opportunities, css::declared_charset},
    {Format::css_values, css::find_in_values, nullptr, nullptr},
    {Format::import_map, json::find_in_import_map, nullptr, nullptr},
    {Format::speculation_rules, json::find_in_speculation_rules, nullptr, nullptr},
    {Format::linked_data, json::find_in_linked_data, nullptr, nullptr},
    {Format::module_script, javascript::find, nullptr, nullptr},
    {Format::html, html::find, markup::break_opportunities, html::declared_charset,
     html::declares_alike},
    {Format::html_fragment, html::find_in_fragment, markup::break_opportunities, nullptr},
    {Format::base64_html, html::find_in_base64, nullptr, nullptr},
    {Format::xml, xml::find, markup::break_opportunities, xml::declared_charset},
    {Format::json, json::find_in_document, nullptr, nullptr},
    {Format::playlist, playlist::find, nullptr, nullptr},
    {Format::uris, uris::find, nullptr, nullptr},
    {Format::pairs, uris::find_in_pairs, nullptr, nullptr},
    {Format::json_lines, json::find_in_lines, nullptr, nullptr},
    {Format::table, table::find, nullptr, nullptr},
    {Format::mime, mime::find, nullptr, nullptr},
    {Format::fields, mime::find_in_header, mime::fold_opportunities, nullptr},
    {Format::http_fields, http::find_in_header, nullptr, nullptr},
    {Format::http, http::find, nullptr, nullptr},
    {Format::har, http::find_in_har, nullptr, nullptr},
    {Format::warc, warc::find, nullptr, nullptr},
    {Format::markdown, markdown::find, nullptr, nullptr},
});
// clang-format on

static_assert(
    [] {
      for (std::size_t i = 0; i < finders.size(); ++i) {
        if (static_cast<std::size_t>(finders[i].format) != i) return false;
      }
      return true;
    }(),
    "each row is at the place of its format");

}  // namespace

const FormatFinder& finder_of(Format format) noexcept { return finders[static_cast<std::size_t>(format)]; }

}  // namespace absolve::inline detail
