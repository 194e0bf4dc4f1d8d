#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "../find/finding.h"

namespace absolve::xml {

/// What the names of elements and attributes belong to: a namespace, under all the URLs that it has had.
enum class Vocabulary : std::uint8_t {
  other,  // one of which nothing is known
  html,   // XHTML
  svg,
  mathml,
  atom,  // 1.0 and 0.3
  rss,   // 0.9 to 2.0, RDF included
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
};

/// The vocabulary of a namespace; other: it is unknown. Constant time.
[[nodiscard]] Vocabulary vocabulary_of_namespace(std::string_view url) noexcept;

/// What a prefix stands for that is known so well that feeds forget to declare it.
[[nodiscard]] Vocabulary vocabulary_of_prefix(std::string_view prefix) noexcept;

/// What a root element says of the elements that are in no namespace: its local name, or else the media type.
[[nodiscard]] Vocabulary vocabulary_of_root(std::string_view name, std::string_view media_type) noexcept;

/// Whether a root element of that local name, in any namespace, tells XML from HTML. (One of SVG stands in HTML as
/// well, where it needs no namespace.)
[[nodiscard]] bool is_root_of_xml(std::string_view name) noexcept;

/// The media type of a document with a root element of this vocabulary; "": there is none of its own.
[[nodiscard]] std::string_view media_type_of(Vocabulary root, std::string_view name) noexcept;

/// What a place holds.
enum class Holds : std::uint8_t {
  url,
  srcset,      // image candidates
  entry_link,  // the same; of an entry, it leads to what that is about, unless it says otherwise
  html,        // as text, escaped or in CDATA sections
  typed,       // the same where attributes say so (RFC 4287, section 3.1; Atom 0.3: type and mode)
  id,          // what readers know an entry by: never touched
  entry,       // an entry
};

/// A place that holds something. Its rule names the element as feeds usually write it, prefix included; `podcast:*`:
/// all of its vocabulary that have no row of their own.
struct Place {
  Vocabulary vocabulary;
  Holds holds;
  Rule rule;  // attribute "": the content of the element

  /// Without its prefix.
  [[nodiscard]] constexpr std::string_view local_name() const noexcept {
    return rule.element.substr(rule.element.find(':') + 1);
  }
};

/// The only table of places outside of HTML, SVG and MathML. Each row has a case in testdata/xml/places.
[[nodiscard]] std::span<const Place> places() noexcept;

/// The rows of an element; empty for most. Linear in those of its vocabulary.
[[nodiscard]] std::span<const Place> places_of(Vocabulary vocabulary, std::string_view local_name) noexcept;

}  // namespace absolve::xml
