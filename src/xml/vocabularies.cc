// Tables of what is known about XML: namespaces, prefixes, roots, and the places in which their elements hold
// references. The places are sorted by vocabulary, so that an index made at compile time gives the rows of each. Most
// elements have no row: a set of first letters detects this without looking at the rows.

#include "vocabularies.h"

#include <algorithm>
#include <array>

#include "../text/ascii.h"

namespace absolve::xml {
namespace {

struct NamespaceRow {
  std::string_view url;  // in lower case, with http, not https, and without a slash or a number sign at its end
  Vocabulary vocabulary;
};

/// Feeds vary these URLs: in capitals, with or without a slash at the end.
constexpr auto namespaces = std::to_array<NamespaceRow>({
    {"http://www.w3.org/1999/xhtml", Vocabulary::html},
    {"http://www.w3.org/2000/svg", Vocabulary::svg},
    {"http://www.w3.org/1998/math/mathml", Vocabulary::mathml},
    {"http://www.w3.org/2005/atom", Vocabulary::atom},
    {"http://purl.org/atom/ns", Vocabulary::atom},
    {"http://purl.org/rss/1.0", Vocabulary::rss},
    {"http://my.netscape.com/rdf/simple/0.9", Vocabulary::rss},
    {"http://channel.netscape.com/rdf/simple/0.9", Vocabulary::rss},
    {"http://purl.org/net/rss1.1", Vocabulary::rss},
    {"http://backend.userland.com/rss", Vocabulary::rss},
    {"http://backend.userland.com/rss2", Vocabulary::rss},
    {"http://blogs.law.harvard.edu/tech/rss", Vocabulary::rss},
    {"http://cyber.law.harvard.edu/rss/rss.html", Vocabulary::rss},
    {"http://purl.org/rss/1.0/modules/content", Vocabulary::content},
    {"http://search.yahoo.com/mrss", Vocabulary::media},
    {"http://tools.search.yahoo.com/mrss", Vocabulary::media},
    {"http://video.search.yahoo.com/mrss", Vocabulary::media},
    {"http://www.itunes.com/dtds/podcast-1.0.dtd", Vocabulary::itunes},
    {"http://www.google.com/schemas/play-podcasts/1.0", Vocabulary::googleplay},
    {"http://wellformedweb.org/commentapi", Vocabulary::wfw},
    {"http://webns.net/mvcb", Vocabulary::admin},
    {"http://opml.org/spec2", Vocabulary::opml},
    {"http://www.sitemaps.org/schemas/sitemap/0.9", Vocabulary::sitemap},
    {"http://www.google.com/schemas/sitemap/0.84", Vocabulary::sitemap},
    {"http://www.google.com/schemas/sitemap-image/1.1", Vocabulary::sitemap_image},
    {"http://www.google.com/schemas/sitemap-video/1.1", Vocabulary::sitemap_video},
    {"http://www.w3.org/1999/02/22-rdf-syntax-ns", Vocabulary::rdf},
    {"http://www.w3.org/2001/xinclude", Vocabulary::xinclude},
    {"http://www.w3.org/2003/xinclude", Vocabulary::xinclude},
    {"http://www.w3.org/1999/xlink", Vocabulary::xlink},
    {"http://base.google.com/ns/1.0", Vocabulary::google},
    {"http://podcastindex.org/namespace/1.0", Vocabulary::podcast},
    {"http://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md", Vocabulary::podcast},
    {"http://source.scripting.com", Vocabulary::source},
    {"http://purl.org/syndication/thread/1.0", Vocabulary::threading},
    {"http://wordpress.org/export/1.0/excerpt", Vocabulary::excerpt},
    {"http://wordpress.org/export/1.1/excerpt", Vocabulary::excerpt},
    {"http://wordpress.org/export/1.2/excerpt", Vocabulary::excerpt},
    {"http://wordpress.org/export/1.0", Vocabulary::wordpress},
    {"http://wordpress.org/export/1.1", Vocabulary::wordpress},
    {"http://wordpress.org/export/1.2", Vocabulary::wordpress},
    {"http://rssnamespace.org/feedburner/ext/1.0", Vocabulary::feedburner},
    {"http://news.yandex.ru", Vocabulary::yandex},
    {"http://turbo.yandex.ru", Vocabulary::turbo},
    {"http://podlove.org/simple-chapters", Vocabulary::chapters},
    {"http://docbook.org/ns/docbook", Vocabulary::docbook},
    {"http://a9.com/-/spec/opensearch/1.1", Vocabulary::opensearch},
});

struct NameRow {
  std::string_view name;
  Vocabulary vocabulary;
};

// clang-format off
constexpr auto prefixes = std::to_array<NameRow>({
    {"admin", Vocabulary::admin},
    {"atom", Vocabulary::atom},
    {"content", Vocabulary::content},
    {"excerpt", Vocabulary::excerpt},
    {"feedburner", Vocabulary::feedburner},
    {"g", Vocabulary::google},
    {"googleplay", Vocabulary::googleplay},
    {"html", Vocabulary::html},
    {"image", Vocabulary::sitemap_image},
    {"itunes", Vocabulary::itunes},
    {"media", Vocabulary::media},
    {"podcast", Vocabulary::podcast},
    {"psc", Vocabulary::chapters},
    {"rdf", Vocabulary::rdf},
    {"source", Vocabulary::source},
    {"svg", Vocabulary::svg},
    {"thr", Vocabulary::threading},
    {"turbo", Vocabulary::turbo},
    {"video", Vocabulary::sitemap_video},
    {"wfw", Vocabulary::wfw},
    {"wp", Vocabulary::wordpress},
    {"xhtml", Vocabulary::html},
    {"xi", Vocabulary::xinclude},
    {"xlink", Vocabulary::xlink},
    {"yandex", Vocabulary::yandex},
});
// clang-format on

struct RootRow {
  std::string_view name;
  Vocabulary vocabulary;
  std::string_view media_type;
  bool tells_xml = false;  // no such element occurs in HTML, so it shows XML even without a declaration
};

constexpr auto roots = std::to_array<RootRow>({
    {"RDF", Vocabulary::rss, "application/rdf+xml", true},
    {"feed", Vocabulary::atom, "application/atom+xml", true},
    {"browserconfig", Vocabulary::browserconfig, "", true},
    {"entry", Vocabulary::atom, "application/atom+xml"},
    {"html", Vocabulary::html, "application/xhtml+xml"},
    {"math", Vocabulary::mathml, "application/mathml+xml"},
    {"opml", Vocabulary::opml, "text/x-opml", true},
    {"rss", Vocabulary::rss, "application/rss+xml", true},
    {"sitemapindex", Vocabulary::sitemap, "", true},
    {"svg", Vocabulary::svg, "image/svg+xml"},
    {"urlset", Vocabulary::sitemap, "", true},
});

constexpr auto types = std::to_array<NameRow>({
    {"application/xhtml+xml", Vocabulary::html},
    {"image/svg+xml", Vocabulary::svg},
    {"application/atom+xml", Vocabulary::atom},
    {"application/rss+xml", Vocabulary::rss},
});

constexpr Rule text(std::string_view element) { return {element, "", Against::document, Empty::no_fetch}; }
constexpr Rule fetched(std::string_view element, std::string_view attribute) {
  return {element, attribute, Against::document, Empty::no_fetch};
}
constexpr Rule linked(std::string_view element, std::string_view attribute) { return {element, attribute}; }

constexpr Rule identity(std::string_view element) {
  return {.element = element, .attribute = "", .kept = Reason::identity};
}

using enum Vocabulary;

// clang-format off
constexpr auto table = std::to_array<Place>({
    {atom, Holds::typed, text("content")},
    {atom, Holds::url, fetched("content", "src")},
    {atom, Holds::typed, text("copyright")},
    {atom, Holds::entry, text("entry")},
    {atom, Holds::url, linked("generator", "uri")},
    {atom, Holds::url, linked("generator", "url")},
    {atom, Holds::url, text("homepage")},
    {atom, Holds::url, text("icon")},
    {atom, Holds::id, identity("id")},
    {atom, Holds::typed, text("info")},
    {atom, Holds::entry_link, linked("link", "href")},
    {atom, Holds::url, text("logo")},
    {atom, Holds::typed, text("rights")},
    {atom, Holds::typed, text("subtitle")},
    {atom, Holds::typed, text("summary")},
    {atom, Holds::typed, text("tagline")},
    {atom, Holds::typed, text("title")},
    {atom, Holds::url, text("uri")},
    {atom, Holds::url, text("url")},
    {rss, Holds::html, text("body")},
    {rss, Holds::url, text("comments")},
    {rss, Holds::html, text("description")},
    {rss, Holds::url, text("docs")},
    {rss, Holds::url, fetched("enclosure", "url")},
    {rss, Holds::html, text("fullitem")},
    {rss, Holds::permalink, identity("guid")},
    {rss, Holds::entry, text("item")},
    {rss, Holds::entry_link, text("link")},
    {rss, Holds::url, linked("link", "href")},
    {rss, Holds::url, fetched("source", "url")},
    {rss, Holds::html, text("summary")},
    {rss, Holds::html, text("title")},
    {rss, Holds::url, text("url")},
    {content, Holds::html, text("content:encoded")},
    {media, Holds::url, text("media:backLink")},
    {media, Holds::url, fetched("media:content", "url")},
    {media, Holds::typed, text("media:description")},
    {media, Holds::url, fetched("media:embed", "url")},
    {media, Holds::url, linked("media:license", "href")},
    {media, Holds::url, linked("media:peerLink", "href")},
    {media, Holds::url, fetched("media:player", "url")},
    {media, Holds::url, text("media:response")},
    {media, Holds::url, linked("media:subTitle", "href")},
    {media, Holds::typed, text("media:text")},
    {media, Holds::url, fetched("media:thumbnail", "url")},
    {media, Holds::typed, text("media:title")},
    {itunes, Holds::url, fetched("itunes:image", "href")},
    {itunes, Holds::url, fetched("itunes:image", "url")},
    {itunes, Holds::url, text("itunes:new-feed-url")},
    {itunes, Holds::html, text("itunes:summary")},
    {googleplay, Holds::html, text("googleplay:description")},
    {googleplay, Holds::url, fetched("googleplay:image", "href")},
    {wfw, Holds::url, text("wfw:CommentRSS")},
    {wfw, Holds::url, text("wfw:comment")},
    {wfw, Holds::url, text("wfw:commentRSS")},
    {wfw, Holds::url, text("wfw:commentRss")},
    {wfw, Holds::url, text("wfw:commentrss")},
    {admin, Holds::url, linked("admin:errorReportsTo", "rdf:resource")},
    {admin, Holds::url, linked("admin:generatorAgent", "rdf:resource")},
    {opml, Holds::url, text("docs")},
    {opml, Holds::url, fetched("outline", "htmlUrl")},
    {opml, Holds::url, fetched("outline", "opmlUrl")},
    {opml, Holds::url, fetched("outline", "url")},
    {opml, Holds::url, fetched("outline", "xmlUrl")},
    {sitemap, Holds::url, text("loc")},
    {sitemap_image, Holds::url, text("image:license")},
    {sitemap_image, Holds::url, text("image:loc")},
    {sitemap_video, Holds::url, text("video:content_loc")},
    {sitemap_video, Holds::url, text("video:gallery_loc")},
    {sitemap_video, Holds::url, text("video:player_loc")},
    {sitemap_video, Holds::url, text("video:thumbnail_loc")},
    {xinclude, Holds::url, fetched("xi:include", "href")},
    {google, Holds::url, text("g:additional_image_link")},
    {google, Holds::url, text("g:image_link")},
    {google, Holds::url, text("g:link")},
    {google, Holds::url, text("g:mobile_link")},
    {podcast, Holds::url, fetched("podcast:*", "href")},
    {podcast, Holds::url, fetched("podcast:*", "src")},
    {podcast, Holds::url, fetched("podcast:*", "url")},
    {podcast, Holds::url, fetched("podcast:chat", "embedUrl")},
    {podcast, Holds::srcset, fetched("podcast:images", "srcset")},
    {podcast, Holds::url, fetched("podcast:person", "href")},
    {podcast, Holds::url, fetched("podcast:person", "img")},
    {podcast, Holds::url, fetched("podcast:remoteItem", "feedUrl")},
    {podcast, Holds::url, fetched("podcast:socialInteract", "accountUrl")},
    {podcast, Holds::url, fetched("podcast:socialInteract", "uri")},
    {podcast, Holds::url, fetched("podcast:source", "uri")},
    {source, Holds::url, text("source:blogroll")},
    {source, Holds::url, text("source:cloud")},
    {source, Holds::url, text("source:inReplyTo")},
    {source, Holds::url, text("source:linkFull")},
    {source, Holds::url, text("source:self")},
    {source, Holds::url, text("source:subscriptionList")},
    {source, Holds::url, text("source:url")},
    {threading, Holds::url, fetched("thr:in-reply-to", "href")},
    {threading, Holds::url, fetched("thr:in-reply-to", "source")},
    {excerpt, Holds::html, text("excerpt:encoded")},
    {wordpress, Holds::url, text("wp:attachment_url")},
    {wordpress, Holds::url, text("wp:base_blog_url")},
    {wordpress, Holds::url, text("wp:base_site_url")},
    {wordpress, Holds::html, text("wp:comment_content")},
    {feedburner, Holds::url, text("feedburner:origEnclosureLink")},
    {feedburner, Holds::url, text("feedburner:origLink")},
    {yandex, Holds::html, text("yandex:full-text")},
    {turbo, Holds::html, text("turbo:content")},
    {turbo, Holds::url, text("turbo:source")},
    {chapters, Holds::url, fetched("psc:chapter", "href")},
    {chapters, Holds::url, fetched("psc:chapter", "image")},
    {docbook, Holds::url, fetched("audiodata", "fileref")},
    {docbook, Holds::url, fetched("imagedata", "fileref")},
    {docbook, Holds::url, fetched("textdata", "fileref")},
    {docbook, Holds::url, fetched("videodata", "fileref")},
    {opensearch, Holds::url, text("Image")},
    {opensearch, Holds::url, fetched("Url", "template")},
    {browserconfig, Holds::url, fetched("TileImage", "src")},
    {browserconfig, Holds::url, fetched("polling-uri", "src")},
    {browserconfig, Holds::url, fetched("square150x150logo", "src")},
    {browserconfig, Holds::url, fetched("square310x310logo", "src")},
    {browserconfig, Holds::url, fetched("square70x70logo", "src")},
    {browserconfig, Holds::url, fetched("wide310x150logo", "src")},
});
// clang-format on

constexpr bool precedes(const Place& a, const Place& b) {
  if (a.vocabulary != b.vocabulary) return a.vocabulary < b.vocabulary;
  if (a.rule.element != b.rule.element) return a.rule.element < b.rule.element;
  return a.rule.attribute < b.rule.attribute;
}

static_assert(std::ranges::adjacent_find(table, [](const auto& a, const auto& b) { return !precedes(a, b); }) ==
                  table.end(),
              "the table is sorted and no row stands twice");

constexpr std::size_t vocabulary_count = static_cast<std::size_t>(Vocabulary::browserconfig) + 1;

/// The first row of each vocabulary, and the end of the last.
constexpr auto first_rows = [] {
  std::array<std::size_t, vocabulary_count + 1> first{};
  for (std::size_t i = 0; i < first.size(); ++i) {
    while (first[i] < table.size() && static_cast<std::size_t>(table[first[i]].vocabulary) < i) ++first[i];
  }
  return first;
}();

/// The local names of the rows.
constexpr auto local_names = [] {
  std::array<std::string_view, table.size()> names{};
  std::ranges::transform(table, names.begin(), &Place::local_name);
  return names;
}();

constexpr std::string_view any_element = "*";

/// The first letters of the elements of each vocabulary, one bit each: most elements have no row.
constexpr std::uint32_t letter(char c) noexcept { return std::uint32_t{1} << (static_cast<unsigned char>(c) & 31); }

constexpr auto first_letters = [] {
  std::array<std::uint32_t, vocabulary_count> letters{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    letters[static_cast<std::size_t>(table[i].vocabulary)] |=
        local_names[i] == any_element ? ~std::uint32_t{0} : letter(local_names[i].front());
  }
  return letters;
}();

template <class Rows>
Vocabulary find_name(const Rows& rows, std::string_view name) noexcept {
  const auto row = std::ranges::find(rows, name, &std::ranges::range_value_t<Rows>::name);
  return row == rows.end() ? Vocabulary::other : row->vocabulary;
}

}  // namespace

Vocabulary vocabulary_of_namespace(std::string_view url) noexcept {
  constexpr std::size_t scheme = std::string_view("http").size();
  std::string_view rest = trimmed(url);
  if (!is_name(rest.substr(0, scheme), "http")) return Vocabulary::other;
  rest.remove_prefix(scheme);
  if (!rest.empty() && to_lower(rest.front()) == 's') rest.remove_prefix(1);
  while (rest.ends_with('/') || rest.ends_with('#')) rest.remove_suffix(1);
  const auto row =
      std::ranges::find_if(namespaces, [&](const NamespaceRow& one) { return is_name(rest, one.url.substr(scheme)); });
  return row == namespaces.end() ? Vocabulary::other : row->vocabulary;
}

Vocabulary vocabulary_of_prefix(std::string_view prefix) noexcept { return find_name(prefixes, prefix); }

Vocabulary vocabulary_of_root(std::string_view name, std::string_view media_type) noexcept {
  const Vocabulary by_name = find_name(roots, name);
  return by_name == Vocabulary::other ? find_name(types, media_type) : by_name;
}

bool is_root_of_xml(std::string_view name) noexcept {
  const auto row = std::ranges::find(roots, name, &RootRow::name);
  return row != roots.end() && row->tells_xml;
}

std::string_view media_type_of(Vocabulary root, std::string_view name) noexcept {
  const auto fits = [&](const RootRow& one) {
    return one.name == name && (one.vocabulary == root || root == Vocabulary::rdf);
  };
  const auto row = std::ranges::find_if(roots, fits);
  return row == roots.end() ? std::string_view() : row->media_type;
}

std::span<const Place> places() noexcept { return table; }

std::span<const Place> places_of(Vocabulary vocabulary, std::string_view local_name) noexcept {
  const auto number = static_cast<std::size_t>(vocabulary);
  if (local_name.empty() || (first_letters[number] & letter(local_name.front())) == 0) return {};
  // Most names are not in the table, and differ in the first letter from those of the same length.
  const char initial = local_name.front();
  const auto is_it = [&](std::string_view one) {
    return one.size() == local_name.size() && one.front() == initial && one == local_name;
  };
  const std::size_t end = first_rows[number + 1];
  std::size_t first = first_rows[number];
  while (first < end && !is_it(local_names[first])) ++first;
  if (first == end && local_names[first_rows[number]] == any_element) {  // it comes first
    first = first_rows[number];
    local_name = any_element;
  }
  std::size_t last = first;
  while (last < end && local_names[last] == local_name) ++last;
  return std::span(table).subspan(first, last - first);
}

}  // namespace absolve::xml
