#pragma once

#include <span>
#include <string>
#include <string_view>

#include "../find/finding.h"

namespace absolve::xml {

/// Finds what a document in XML holds: a feed, a sitemap, SVG, XHTML or any other. It is read as leniently as
/// HTML, as feeds are often ill-formed, and no entity is ever expanded. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

/// What the XML declaration says of the charset; where it says nothing, that is UTF-8 (XML 1.0, section 4.3.3).
[[nodiscard]] std::string declared_charset(std::string_view bytes, std::span<const Edit> edits);

}  // namespace absolve::xml
