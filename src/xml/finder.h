#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::xml {

/// Finds what is in an XML document: a feed, a sitemap, SVG, XHTML or any other. It is read as leniently as HTML, as
/// feeds are often not well-formed, and no entity is ever expanded. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::xml
