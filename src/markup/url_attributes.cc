#include "url_attributes.h"

#include <algorithm>

#include "../text/ascii.h"
#include "name_table.h"

namespace absolve::markup {
namespace {

constexpr std::string_view any_custom = "*-*";

/// An attribute that is read by scripts.
constexpr UrlAttribute lazy(std::string_view attribute, Syntax syntax = Syntax::lazy) {
  return {
      {.element = "*", .attribute = attribute, .empty = Empty::no_fetch, .also = &Also::lazy}, Namespace::html, syntax};
}

/// An attribute of RDFa. An empty one names the document.
constexpr UrlAttribute rdfa(std::string_view attribute) {
  return {{.element = "*", .attribute = attribute, .also = &Also::rdfa}, Namespace::html, Syntax::iri};
}

constexpr UrlAttribute amp(std::string_view attribute, std::string_view element = "amp-*",
                           Syntax syntax = Syntax::url) {
  return {{.element = element, .attribute = attribute, .empty = Empty::no_fetch, .also = &Also::amp},
          Namespace::html,
          syntax};
}

/// An attribute of an animation, which holds values of the attribute that it animates.
constexpr UrlAttribute animation(std::string_view attribute, std::string_view element) {
  return {{element, attribute, Against::document, Empty::no_fetch, FragmentAlone::stays},
          Namespace::svg,
          Syntax::animation};
}

constexpr UrlAttribute custom(std::string_view attribute, Syntax syntax = Syntax::lazy) {
  return {{.element = any_custom, .attribute = attribute, .empty = Empty::no_fetch, .also = &Also::custom},
          Namespace::html,
          syntax};
}

// clang-format off
constexpr auto table = std::to_array<UrlAttribute>({
    rdfa("about"),
    {{"form", "action", Against::document, Empty::document, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"isindex", "action", Against::document, Empty::document, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    amp("action-xhr", "form"),
    {{"o:*", "althref", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"v:*", "althref", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"applet", "archive", Against::codebase, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::commas},
    {{"object", "archive", Against::codebase, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::tokens},
    amp("artwork", "amp-video"),
    {{"a", "attributionsrc", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::tokens},
    {{"img", "attributionsrc", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::tokens},
    {{"script", "attributionsrc", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::tokens},
    {{"body", "background", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"table", "background", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"tbody", "background", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"td", "background", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"tfoot", "background", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"th", "background", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"thead", "background", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"tr", "background", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"embed", "base", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    animation("by", "animate"),
    {{"blockquote", "cite", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"del", "cite", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"ins", "cite", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"q", "cite", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"object", "classid", Against::codebase, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"*", "clip-path", Against::document, Empty::resolve, FragmentAlone::stays}, Namespace::svg, Syntax::css},
    {{"applet", "codebase", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"object", "codebase", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"meta", "content", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::meta},
    {{"*", "cursor", Against::document, Empty::resolve, FragmentAlone::stays}, Namespace::svg, Syntax::css},
    {{"object", "data", Against::codebase, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    lazy("data-anim-src"),
    lazy("data-background"),
    lazy("data-background-image"),
    lazy("data-bg"),
    lazy("data-bg-src"),
    lazy("data-bgset", Syntax::srcset),
    lazy("data-big"),
    lazy("data-borlabs-script-blocker-src"),
    lazy("data-cmp-src"),
    lazy("data-dejavu-src"),
    lazy("data-echo"),
    lazy("data-fallback-src"),
    lazy("data-fetchurl"),
    lazy("data-full-src"),
    lazy("data-full-url"),
    lazy("data-gt-lazy-src"),
    lazy("data-hi-res-src"),
    lazy("data-high-res-src"),
    lazy("data-href"),
    lazy("data-iesrc"),
    lazy("data-iframe-src"),
    lazy("data-image"),
    lazy("data-image-src"),
    lazy("data-img"),
    lazy("data-img-src"),
    lazy("data-large"),
    lazy("data-large-file"),
    lazy("data-large-src"),
    lazy("data-large_image"),
    lazy("data-lazy"),
    lazy("data-lazy-src"),
    lazy("data-lazy-srcset", Syntax::srcset),
    lazy("data-lazyload"),
    lazy("data-lg", Syntax::path),
    lazy("data-low-res-src"),
    lazy("data-lowsrc"),
    lazy("data-md", Syntax::path),
    lazy("data-medium-file"),
    lazy("data-mp4"),
    lazy("data-orig-file"),
    lazy("data-original"),
    lazy("data-original-retina"),
    lazy("data-original-set", Syntax::srcset),
    lazy("data-original-src"),
    lazy("data-original-srcset", Syntax::srcset),
    lazy("data-original-webp"),
    lazy("data-permalink"),
    lazy("data-pin-media"),
    lazy("data-poster"),
    lazy("data-retina"),
    lazy("data-rocket-src"),
    lazy("data-sm", Syntax::path),
    lazy("data-src"),
    lazy("data-srcset", Syntax::srcset),
    lazy("data-thumb"),
    lazy("data-thumbnail"),
    lazy("data-thumbsrc"),
    lazy("data-url"),
    lazy("data-video-src"),
    lazy("data-webm"),
    lazy("data-xlargesrc"),
    lazy("data-xs", Syntax::path),
    lazy("data-zoom-image"),
    lazy("desktop-data-src"),
    {{"img", "dynsrc", Against::images, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    amp("entity-logo-src", "amp-story"),
    {{"*", "fill", Against::document, Empty::resolve, FragmentAlone::stays}, Namespace::svg, Syntax::css},
    {{"*", "filter", Against::document, Empty::resolve, FragmentAlone::stays}, Namespace::svg, Syntax::css},
    {{"button", "formaction", Against::document, Empty::document, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"input", "formaction", Against::document, Empty::document, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    animation("from", "animate"),
    custom("href"),
    {{"a", "href", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    amp("href"),
    {{"area", "href", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"base", "href", Against::retrieval, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"link", "href", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::link},
    {{"o:*", "href", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"v:*", "href", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"*", "href", Against::document, Empty::no_fetch, FragmentAlone::stays}, Namespace::svg, Syntax::url},
    {{"a", "href", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::svg, Syntax::url},
    {{"image", "href", Against::images, Empty::no_fetch, FragmentAlone::stays}, Namespace::svg, Syntax::url},
    {{"*", "href", Against::document, Empty::resolve, FragmentAlone::stays}, Namespace::mathml, Syntax::url},
    {{"a", "href", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::mathml, Syntax::url},
    {{"command", "icon", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"menuitem", "icon", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"link", "imagesrcset", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::srcset},
    {{"*", "itemid", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"frame", "longdesc", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"iframe", "longdesc", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"img", "longdesc", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"img", "lowsrc", Against::images, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"html", "manifest", Against::retrieval, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"*", "marker", Against::document, Empty::resolve, FragmentAlone::stays}, Namespace::svg, Syntax::css},
    {{"*", "marker-end", Against::document, Empty::resolve, FragmentAlone::stays}, Namespace::svg, Syntax::css},
    {{"*", "marker-mid", Against::document, Empty::resolve, FragmentAlone::stays}, Namespace::svg, Syntax::css},
    {{"*", "marker-start", Against::document, Empty::resolve, FragmentAlone::stays}, Namespace::svg, Syntax::css},
    {{"*", "mask", Against::document, Empty::resolve, FragmentAlone::stays}, Namespace::svg, Syntax::css},
    lazy("mobile-data-src"),
    {{"o:*", "o:althref", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"v:*", "o:althref", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"o:*", "o:href", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"v:*", "o:href", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"applet", "object", Against::codebase, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"a", "ping", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::tokens},
    {{"area", "ping", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::tokens},
    {{"embed", "pluginspage", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"embed", "pluginurl", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    custom("poster"),
    amp("poster"),
    {{"audio", "poster", Against::images, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"video", "poster", Against::images, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    amp("poster-landscape-src", "amp-story"),
    amp("poster-portrait-src", "amp-story"),
    amp("poster-square-src", "amp-story"),
    {{"head", "profile", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::tokens},
    amp("publisher-logo-src", "amp-story"),
    rdfa("resource"),
    custom("src"),
    amp("src"),
    {{"audio", "src", Against::images, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"bgsound", "src", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"embed", "src", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"frame", "src", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"iframe", "src", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"ilayer", "src", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"img", "src", Against::images, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"input", "src", Against::images, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"layer", "src", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"model", "src", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"o:*", "src", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"portal", "src", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"script", "src", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"source", "src", Against::images, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"track", "src", Against::images, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"v:*", "src", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"video", "src", Against::images, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::url},
    {{"annotation", "src", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::mathml, Syntax::url},
    {{"annotation-xml", "src", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::mathml, Syntax::url},
    {{"mglyph", "src", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::mathml, Syntax::url},
    {{"iframe", "srcdoc", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::html},
    custom("srcset", Syntax::srcset),
    amp("srcset", "amp-*", Syntax::srcset),
    {{"img", "srcset", Against::images, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::srcset},
    {{"source", "srcset", Against::images, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::srcset},
    {{"*", "stroke", Against::document, Empty::resolve, FragmentAlone::stays}, Namespace::svg, Syntax::css},
    {{"*", "style", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::html, Syntax::css},
    {{"*", "style", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::svg, Syntax::css},
    {{"*", "style", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::mathml, Syntax::css},
    animation("to", "animate"),
    animation("to", "set"),
    {{"param", "value", Against::document, Empty::no_fetch, FragmentAlone::resolve}, Namespace::html, Syntax::param},
    animation("values", "animate"),
    {{"*", "xlink:href", Against::document, Empty::no_fetch, FragmentAlone::stays}, Namespace::svg, Syntax::url},
    {{"a", "xlink:href", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::svg, Syntax::url},
    {{"image", "xlink:href", Against::images, Empty::no_fetch, FragmentAlone::stays}, Namespace::svg, Syntax::url},
    {{"*", "xlink:href", Against::document, Empty::resolve, FragmentAlone::stays}, Namespace::mathml, Syntax::url},
    {{"a", "xlink:href", Against::document, Empty::resolve, FragmentAlone::resolve}, Namespace::mathml, Syntax::url},
});
// clang-format on

constexpr auto wildcards = std::to_array<UrlAttribute>({
    lazy("data-*-endpoint", Syntax::path),
    amp("data-*-src"),
    lazy("data-src-*"),
});

/// Names that match a pattern, but hold numbers.
constexpr auto sizes = std::to_array<std::string_view>({"data-src-height", "data-src-width"});

static_assert(std::ranges::all_of(wildcards,
                                  [](const UrlAttribute& row) {
                                    return row.rule.attribute.starts_with("data-") &&
                                           may_match_wildcard(row.rule.attribute);
                                  }),
              "none is overlooked, as the star stands for one character or more");

/// Whether a name matches a pattern with a `*`.
constexpr bool matches_wildcard(std::string_view name, std::string_view pattern) noexcept {
  const std::size_t star = pattern.find('*');
  const std::string_view beginning = pattern.substr(0, star);
  const std::string_view ending = pattern.substr(star + 1);
  return name.size() > beginning.size() + ending.size() && is_name(name.substr(0, beginning.size()), beginning) &&
         is_name(name.substr(name.size() - ending.size()), ending);
}

/// Whether a row's element, which may be a pattern, matches this one.
constexpr bool matches_element(std::string_view element, std::string_view pattern) noexcept {
  return pattern == any_custom ? element.find('-') != std::string_view::npos : matches_name(element, pattern);
}

constexpr bool precedes(const UrlAttribute& a, const UrlAttribute& b) {
  if (a.rule.attribute != b.rule.attribute) return a.rule.attribute < b.rule.attribute;
  if (a.space != b.space) return a.space < b.space;
  return a.rule.element < b.rule.element;
}

static_assert(std::ranges::adjacent_find(table, [](const auto& a, const auto& b) { return !precedes(a, b); }) ==
                  table.end(),
              "the table is sorted and no row stands twice");

/// The rows of one attribute.
struct AttributeRows {
  std::string_view name;
  std::size_t first;
  std::size_t count;
};

constexpr std::size_t attribute_count = [] {
  std::size_t count = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (i == 0 || table[i].rule.attribute != table[i - 1].rule.attribute) ++count;
  }
  return count;
}();

constexpr NameTable attributes([] {
  std::array<AttributeRows, attribute_count> result{};
  std::size_t next = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (i == 0 || table[i].rule.attribute != table[i - 1].rule.attribute) {
      result[next++] = {table[i].rule.attribute, i, 0};
    }
    ++result[next - 1].count;
  }
  return result;
}());

}  // namespace

std::span<const UrlAttribute> url_attributes() noexcept { return table; }

std::span<const UrlAttribute> wildcard_attributes() noexcept { return wildcards; }

const UrlAttribute* find_wildcard_row(std::string_view attribute, std::string_view element) noexcept {
  const auto row = std::ranges::find_if(wildcards, [&](const UrlAttribute& one) {
    return matches_wildcard(attribute, one.rule.attribute) && matches_name(element, one.rule.element);
  });
  return row == wildcards.end() || is_any_of(attribute, sizes) ? nullptr : &*row;
}

const OwnAttribute* find_own(std::span<const OwnAttribute> rows, std::string_view attribute,
                             std::string_view element) noexcept {
  const OwnAttribute* named = nullptr;
  const OwnAttribute* any = nullptr;
  for (const OwnAttribute& row : rows) {
    if (!is_name(attribute, row.rule.attribute)) continue;
    if (is_name(element, row.rule.element)) named = &row;
    else if (matches_name(element, row.rule.element)) any = &row;
  }
  return named != nullptr ? named : any;
}

Syntax syntax_of(ValueSyntax syntax) noexcept {
  switch (syntax) {
    case ValueSyntax::url: break;
    case ValueSyntax::srcset: return Syntax::srcset;
    case ValueSyntax::tokens: return Syntax::tokens;
    case ValueSyntax::commas: return Syntax::commas;
    case ValueSyntax::css: return Syntax::css;
    case ValueSyntax::html: return Syntax::html;
  }
  return Syntax::url;
}

std::span<const UrlAttribute> rows_of(std::string_view attribute) noexcept {
  const AttributeRows* rows = attributes.find(attribute);
  if (rows == nullptr) return {};
  return std::span(table).subspan(rows->first, rows->count);
}

const UrlAttribute* find_row(std::span<const UrlAttribute> rows, Namespace space, std::string_view element) noexcept {
  // The standard tells parsers to read <image> as <img>.
  if (space == Namespace::html && is_name(element, "image")) element = "img";
  const UrlAttribute* any = nullptr;
  for (const UrlAttribute& row : rows) {
    if (row.space != space) continue;
    if (is_name(element, row.rule.element)) return &row;
    if (row.rule.element.ends_with('*') && matches_element(element, row.rule.element)) any = &row;
  }
  return any;
}

}  // namespace absolve::markup
