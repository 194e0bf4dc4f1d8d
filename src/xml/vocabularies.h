#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "../find/finding.h"

namespace absolve::xml {

/// The vocabulary that names of elements and attributes belong to: a namespace, under all URLs that it has had.
enum class Vocabulary : std::uint8_t {
  other,  // an unknown one
  html,   // XHTML
  svg,
  mathml,
  atom,  // 1.0 and 0.3
  rss,   // 0.9 to 2.0, including RDF
  content,
  media,
  itunes,
  googleplay,
  wfw,
  admin,
  opml,
  sitemap,
  sitemap_image,
  sitemap_video,
  rdf,
  xinclude,
  xlink,
  google,
  podcast,
  source,
  threading,
  excerpt,  // WordPress exports, as the next
  wordpress,
  feedburner,
  yandex,
  turbo,     // Yandex
  chapters,  // Podlove
  docbook,   // 5; its links are XLink's
  opensearch,
  browserconfig,  // tiles of Windows
};

/// The vocabulary of a namespace; Vocabulary::other if it is unknown. Constant time.
[[nodiscard]] Vocabulary vocabulary_of_namespace(std::string_view url) noexcept;

/// The usual meaning of a prefix that is so well known that feeds don't always declare it.
[[nodiscard]] Vocabulary vocabulary_of_prefix(std::string_view prefix) noexcept;

/// The vocabulary of elements in no namespace, by the local name of the root element, or else by the media type.
[[nodiscard]] Vocabulary vocabulary_of_root(std::string_view name, std::string_view media_type) noexcept;

/// Whether a root element with that local name, in any namespace, shows that a document is XML, not HTML. (The svg
/// element doesn't: it also occurs in HTML, without a namespace.)
[[nodiscard]] bool is_root_of_xml(std::string_view name) noexcept;

/// The media type of a document with a root element of this vocabulary; "" if there is no specific one.
[[nodiscard]] std::string_view media_type_of(Vocabulary root, std::string_view name) noexcept;

/// What a place holds.
enum class Holds : std::uint8_t {
  url,
  srcset,      // image candidates
  entry_link,  // a URL; in an entry, it leads to the subject of the entry, unless the attributes say otherwise
  html,        // as text, escaped or in CDATA sections
  typed,       // HTML, if the attributes say so (RFC 4287, section 3.1; Atom 0.3: type and mode)
  id,          // the name by which readers identify an entry: never changed
  permalink,   // the same; if the entry has no link, also what readers open, unless an attribute says otherwise
  entry,       // an entry
};

/// A place that holds something. Its rule names the element as feeds usually write it, including its prefix;
/// `podcast:*` stands for all elements of the vocabulary without a row of their own.
struct Place {
  Vocabulary vocabulary;
  Holds holds;
  Rule rule;  // if `attribute` is "": the content of the element

  /// The name of the element without its prefix.
  [[nodiscard]] constexpr std::string_view local_name() const noexcept {
    return rule.element.substr(rule.element.find(':') + 1);
  }
};

/// The only table of places outside of HTML, SVG and MathML. Each row has a case in testdata/xml/places.
[[nodiscard]] std::span<const Place> places() noexcept;

/// The rows for an element; for most there are none. Linear in the rows of its vocabulary.
[[nodiscard]] std::span<const Place> places_of(Vocabulary vocabulary, std::string_view local_name) noexcept;

}  // namespace absolve::xml
