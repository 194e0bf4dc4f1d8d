#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::markdown {

/// Finds the references of a Markdown document as GitHub renders it: CommonMark with GitHub's tables, footnotes and
/// autolinks. The destinations of links, images and definitions are values; all raw HTML is one value. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::markdown
