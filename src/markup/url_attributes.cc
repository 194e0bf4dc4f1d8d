#include "url_attributes.h"

#include <algorithm>

#include "../text/ascii.h"
#include "name_table.h"

namespace absolve::markup {
namespace {

constexpr std::string_view any_custom = "*-*";

template <class Member>
constexpr UrlAttribute with(UrlAttribute row, Member Rule::*member, Member value) {
  row.rule.*member = value;
  return row;
}

/// A row by what differs from the usual one: the value is resolved against the base of the document, an empty one and a
/// fragment alone, too.
struct Row : UrlAttribute {
  /// What it names is loaded with the document, so an empty value names nothing.
  [[nodiscard]] constexpr Row loaded() const { return {with(*this, &Rule::empty, Empty::no_fetch)}; }
  /// A form is sent to it, so an empty value names the document.
  [[nodiscard]] constexpr Row sent_to() const { return {with(*this, &Rule::empty, Empty::document)}; }
  [[nodiscard]] constexpr Row against(Against base) const { return {with(*this, &Rule::against, base)}; }
  /// A fragment alone leads into the document itself, and stays.
  [[nodiscard]] constexpr Row with_own_fragments() const {
    return {with(*this, &Rule::fragment_alone, FragmentAlone::stays)};
  }
  /// It is only read on request.
  [[nodiscard]] constexpr Row only(bool Also::*also) const { return {with(*this, &Rule::also, also)}; }
};

constexpr Row html(std::string_view element, std::string_view attribute, Syntax syntax = Syntax::url) {
  return {{{.element = element, .attribute = attribute}, Namespace::html, syntax}};
}

constexpr Row svg(std::string_view element, std::string_view attribute, Syntax syntax = Syntax::url) {
  return {{{.element = element, .attribute = attribute}, Namespace::svg, syntax}};
}

constexpr Row mathml(std::string_view element, std::string_view attribute, Syntax syntax = Syntax::url) {
  return {{{.element = element, .attribute = attribute}, Namespace::mathml, syntax}};
}

/// An attribute that is read by scripts.
constexpr Row lazy(std::string_view attribute, Syntax syntax = Syntax::lazy) {
  return html("*", attribute, syntax).loaded().only(&Also::lazy);
}

/// An attribute of RDFa. An empty one names the document.
constexpr Row rdfa(std::string_view attribute) { return html("*", attribute, Syntax::iri).only(&Also::rdfa); }

constexpr Row amp(std::string_view attribute, std::string_view element = "amp-*", Syntax syntax = Syntax::url) {
  return html(element, attribute, syntax).loaded().only(&Also::amp);
}

constexpr Row custom(std::string_view attribute, Syntax syntax = Syntax::lazy) {
  return html(any_custom, attribute, syntax).loaded().only(&Also::custom);
}

/// An attribute of an animation, which holds values of the attribute that it animates.
constexpr Row animation(std::string_view attribute, std::string_view element) {
  return svg(element, attribute, Syntax::animation).loaded().with_own_fragments();
}

// clang-format off
constexpr auto table = std::to_array<UrlAttribute>({
    rdfa("about"),
    html("form", "action").sent_to(),
    html("isindex", "action").sent_to(),
    amp("action-xhr", "form"),
    html("o:*", "althref").loaded(),
    html("v:*", "althref").loaded(),
    html("applet", "archive", Syntax::commas).against(Against::codebase),
    html("object", "archive", Syntax::tokens).against(Against::codebase),
    amp("artwork", "amp-video"),
    html("a", "attributionsrc", Syntax::tokens),
    html("img", "attributionsrc", Syntax::tokens),
    html("script", "attributionsrc", Syntax::tokens),
    html("body", "background").loaded(),
    html("table", "background").loaded(),
    html("tbody", "background").loaded(),
    html("td", "background").loaded(),
    html("tfoot", "background").loaded(),
    html("th", "background").loaded(),
    html("thead", "background").loaded(),
    html("tr", "background").loaded(),
    html("embed", "base").loaded(),
    animation("by", "animate"),
    html("blockquote", "cite"),
    html("del", "cite"),
    html("ins", "cite"),
    html("q", "cite"),
    html("object", "classid").against(Against::codebase).loaded(),
    svg("*", "clip-path", Syntax::css).with_own_fragments(),
    html("applet", "codebase"),
    html("object", "codebase"),
    html("meta", "content", Syntax::meta),
    svg("*", "cursor", Syntax::css).with_own_fragments(),
    html("object", "data").against(Against::codebase).loaded(),
    lazy("data-actualsrc"),
    lazy("data-anim-src"),
    lazy("data-at2x"),
    lazy("data-background"),
    lazy("data-background-image"),
    lazy("data-background-url"),
    lazy("data-backsrc"),
    lazy("data-bg"),
    lazy("data-bg-hidpi"),
    lazy("data-bg-image"),
    lazy("data-bg-img"),
    lazy("data-bg-multi", Syntax::css),
    lazy("data-bg-multi-hidpi", Syntax::css),
    lazy("data-bg-src"),
    lazy("data-bg-url"),
    lazy("data-bgset", Syntax::bgset),
    lazy("data-big"),
    lazy("data-borlabs-script-blocker-src"),
    lazy("data-breeze"),
    lazy("data-cfsrc"),
    lazy("data-cke-saved-href"),
    lazy("data-cke-saved-src"),
    lazy("data-cmp-src"),
    lazy("data-cookieblock-src"),
    lazy("data-croporisrc"),
    lazy("data-dejavu-src"),
    lazy("data-delayed-url"),
    lazy("data-desktop-src"),
    lazy("data-echo"),
    lazy("data-ezsrc"),
    lazy("data-ezsrcset", Syntax::srcset),
    lazy("data-fallback-src"),
    lazy("data-fetchurl"),
    lazy("data-flickity-lazyload"),
    lazy("data-flickity-lazyload-src"),
    lazy("data-flickity-lazyload-srcset", Syntax::srcset),
    lazy("data-full"),
    lazy("data-full-src"),
    lazy("data-full-url"),
    lazy("data-gt-lazy-src"),
    lazy("data-hi-res-src"),
    lazy("data-high-res-src"),
    lazy("data-hires"),
    lazy("data-href"),
    lazy("data-iesrc"),
    lazy("data-iframe-src"),
    lazy("data-image"),
    lazy("data-image-src"),
    lazy("data-image-url"),
    lazy("data-img"),
    lazy("data-img-src"),
    lazy("data-img-url"),
    lazy("data-large"),
    lazy("data-large-file"),
    lazy("data-large-src"),
    lazy("data-large_image"),
    lazy("data-lazy"),
    lazy("data-lazy-background"),
    lazy("data-lazy-bg"),
    lazy("data-lazy-original"),
    lazy("data-lazy-src"),
    lazy("data-lazy-srcset", Syntax::srcset),
    lazy("data-lazyload"),
    lazy("data-lg", Syntax::path),
    lazy("data-litespeed-src"),
    lazy("data-ll-src"),
    lazy("data-low-res-src"),
    lazy("data-lowsrc"),
    lazy("data-mce-href"),
    lazy("data-mce-src"),
    lazy("data-md", Syntax::path),
    lazy("data-medium-file"),
    lazy("data-mfp-src"),
    lazy("data-mobile-src"),
    lazy("data-mp4"),
    lazy("data-native-src"),
    lazy("data-opt-src"),
    lazy("data-orig-file"),
    lazy("data-orig-src"),
    lazy("data-original"),
    lazy("data-original-retina"),
    lazy("data-original-set", Syntax::srcset),
    lazy("data-original-src"),
    lazy("data-original-srcset", Syntax::srcset),
    lazy("data-original-webp"),
    lazy("data-pagespeed-lazy-src"),
    lazy("data-permalink"),
    lazy("data-pin-media"),
    lazy("data-poster"),
    lazy("data-retina"),
    lazy("data-rocket-href"),
    lazy("data-rocket-src"),
    lazy("data-runner-src"),
    lazy("data-setbg"),
    lazy("data-sm", Syntax::path),
    lazy("data-splide-lazy"),
    lazy("data-splide-lazy-srcset", Syntax::srcset),
    lazy("data-src"),
    lazy("data-srcset", Syntax::srcset),
    lazy("data-suppressedsrc"),
    lazy("data-thumb"),
    lazy("data-thumbnail"),
    lazy("data-thumbsrc"),
    lazy("data-url"),
    lazy("data-video-src"),
    lazy("data-webm"),
    lazy("data-wpfc-original-src"),
    lazy("data-wpfc-original-srcset", Syntax::srcset),
    lazy("data-xlargesrc"),
    lazy("data-xs", Syntax::path),
    lazy("data-zoom-image"),
    lazy("desktop-data-src"),
    html("img", "dynsrc").against(Against::images).loaded(),
    amp("entity-logo-src", "amp-story"),
    svg("*", "fill", Syntax::css).with_own_fragments(),
    svg("*", "filter", Syntax::css).with_own_fragments(),
    html("button", "formaction").sent_to(),
    html("input", "formaction").sent_to(),
    animation("from", "animate"),
    custom("href"),
    html("a", "href"),
    amp("href"),
    html("area", "href"),
    html("base", "href").against(Against::retrieval),
    html("link", "href", Syntax::link).loaded(),
    html("o:*", "href").loaded(),
    html("v:*", "href").loaded(),
    svg("*", "href").loaded().with_own_fragments(),
    svg("a", "href"),
    svg("image", "href").against(Against::images).loaded().with_own_fragments(),
    mathml("*", "href").with_own_fragments(),
    mathml("a", "href"),
    html("command", "icon").loaded(),
    html("menuitem", "icon").loaded(),
    html("link", "imagesrcset", Syntax::srcset),
    html("*", "itemid"),
    lazy("lazy-src"),
    html("frame", "longdesc"),
    html("iframe", "longdesc"),
    html("img", "longdesc"),
    html("img", "lowsrc").against(Against::images).loaded(),
    html("html", "manifest").against(Against::retrieval).loaded(),
    svg("*", "marker", Syntax::css).with_own_fragments(),
    svg("*", "marker-end", Syntax::css).with_own_fragments(),
    svg("*", "marker-mid", Syntax::css).with_own_fragments(),
    svg("*", "marker-start", Syntax::css).with_own_fragments(),
    svg("*", "mask", Syntax::css).with_own_fragments(),
    lazy("mobile-data-src"),
    lazy("nitro-lazy-src"),
    lazy("nitro-lazy-srcset", Syntax::srcset),
    html("o:*", "o:althref").loaded(),
    html("v:*", "o:althref").loaded(),
    html("o:*", "o:href").loaded(),
    html("v:*", "o:href").loaded(),
    html("applet", "object").against(Against::codebase).loaded(),
    html("a", "ping", Syntax::tokens),
    html("area", "ping", Syntax::tokens),
    html("embed", "pluginspage"),
    html("embed", "pluginurl"),
    custom("poster"),
    amp("poster"),
    html("audio", "poster").against(Against::images).loaded(),
    html("video", "poster").against(Against::images).loaded(),
    amp("poster-landscape-src", "amp-story"),
    amp("poster-portrait-src", "amp-story"),
    amp("poster-square-src", "amp-story"),
    html("head", "profile", Syntax::tokens),
    amp("publisher-logo-src", "amp-story"),
    rdfa("resource"),
    custom("src"),
    amp("src"),
    html("audio", "src").against(Against::images).loaded(),
    html("bgsound", "src").loaded(),
    html("embed", "src").loaded(),
    html("frame", "src").loaded(),
    html("iframe", "src").loaded(),
    html("ilayer", "src").loaded(),
    html("img", "src").against(Against::images).loaded(),
    html("input", "src").against(Against::images).loaded(),
    html("layer", "src").loaded(),
    html("model", "src").loaded(),
    html("o:*", "src").loaded(),
    html("portal", "src").loaded(),
    html("script", "src").loaded(),
    html("source", "src").against(Against::images).loaded(),
    html("track", "src").against(Against::images).loaded(),
    html("v:*", "src").loaded(),
    html("video", "src").against(Against::images).loaded(),
    mathml("annotation", "src").loaded(),
    mathml("annotation-xml", "src").loaded(),
    mathml("mglyph", "src").loaded(),
    html("iframe", "srcdoc", Syntax::html),
    custom("srcset", Syntax::srcset),
    amp("srcset", "amp-*", Syntax::srcset),
    html("img", "srcset", Syntax::srcset).against(Against::images),
    html("source", "srcset", Syntax::srcset).against(Against::images),
    svg("*", "stroke", Syntax::css).with_own_fragments(),
    html("*", "style", Syntax::css),
    svg("*", "style", Syntax::css),
    mathml("*", "style", Syntax::css),
    lazy("suppressedsrc"),
    animation("to", "animate"),
    animation("to", "set"),
    html("param", "value", Syntax::param).loaded(),
    animation("values", "animate"),
    svg("*", "xlink:href").loaded().with_own_fragments(),
    svg("a", "xlink:href"),
    svg("image", "xlink:href").against(Against::images).loaded().with_own_fragments(),
    mathml("*", "xlink:href").with_own_fragments(),
    mathml("a", "xlink:href"),
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
  return name.size() > beginning.size() + ending.size() && has_beginning(name, beginning) && has_ending(name, ending);
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
