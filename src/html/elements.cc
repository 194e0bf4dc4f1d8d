#include "elements.h"

#include <array>

#include "name_table.h"

namespace absolve::html {
namespace {

struct Element {
  std::string_view name;
  std::uint32_t traits;
};

// clang-format off
/// Elements that are not here are read as any other.
constexpr NameTable elements(std::to_array<Element>({
    {"annotation-xml", annotation_xml},
    {"area", is_void},
    {"b", breaks_out},
    {"base", is_void | base},
    {"basefont", is_void},
    {"bgsound", is_void},
    {"big", breaks_out},
    {"blockquote", breaks_out},
    {"body", breaks_out | dropped_at_times},
    {"br", breaks_out | is_void},
    {"caption", table_part},
    {"center", breaks_out},
    {"code", breaks_out},
    {"col", column | is_void | table_part},
    {"colgroup", table_part | holds_table_parts},
    {"dd", breaks_out},
    {"desc", svg_integration},
    {"div", breaks_out},
    {"dl", breaks_out},
    {"dt", breaks_out},
    {"em", breaks_out},
    {"embed", breaks_out | is_void},
    {"font", font},
    {"foreignobject", svg_integration},
    {"form", dropped_at_times},
    {"frame", dropped_at_times},
    {"frameset", frameset},
    {"h1", breaks_out},
    {"h2", breaks_out},
    {"h3", breaks_out},
    {"h4", breaks_out},
    {"h5", breaks_out},
    {"h6", breaks_out},
    {"head", breaks_out | dropped_at_times},
    {"hr", breaks_out | is_void},
    {"html", dropped_at_times},
    {"i", breaks_out},
    {"iframe", raw_text},
    {"image", is_void},
    {"img", breaks_out | is_void},
    {"input", is_void},
    {"isindex", dropped_at_times},
    {"keygen", is_void},
    {"li", breaks_out},
    {"link", is_void},
    {"listing", breaks_out},
    {"malignmark", mathml_glyph},
    {"math", foreign_root},
    {"menu", breaks_out},
    {"meta", breaks_out | is_void},
    {"mglyph", mathml_glyph},
    {"mi", mathml_text},
    {"mn", mathml_text},
    {"mo", mathml_text},
    {"ms", mathml_text},
    {"mtext", mathml_text},
    {"nobr", breaks_out},
    {"noembed", raw_text},
    {"noframes", raw_text},
    {"ol", breaks_out},
    {"p", breaks_out},
    {"param", is_void},
    {"plaintext", plaintext},
    {"pre", breaks_out},
    {"ruby", breaks_out},
    {"s", breaks_out},
    {"script", script},
    {"select", select},
    {"small", breaks_out},
    {"source", is_void},
    {"span", breaks_out},
    {"strike", breaks_out},
    {"strong", breaks_out},
    {"style", raw_text},
    {"sub", breaks_out},
    {"sup", breaks_out},
    {"svg", foreign_root},
    {"table", breaks_out | holds_table_parts | table},
    {"tbody", table_part | holds_table_parts},
    {"td", table_part},
    {"template", template_},
    {"textarea", raw_text},
    {"tfoot", table_part | holds_table_parts},
    {"th", table_part},
    {"thead", table_part | holds_table_parts},
    {"title", raw_text | svg_integration},
    {"tr", table_part | holds_table_parts},
    {"track", is_void},
    {"tt", breaks_out},
    {"u", breaks_out},
    {"ul", breaks_out},
    {"var", breaks_out},
    {"wbr", is_void},
    {"xmp", raw_text},
}));
// clang-format on

}  // namespace

std::uint32_t traits_of(std::string_view element) noexcept {
  const Element* found = elements.find(element);
  return found == nullptr ? 0 : found->traits;
}

}  // namespace absolve::html
