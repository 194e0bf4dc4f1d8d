#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::xml {

/// Finds what a document in XML holds: a feed, a sitemap, SVG, XHTML or any other. It is read as leniently as
/// HTML, as feeds are often ill-formed, and no entity is ever expanded. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::xml
