#pragma once

#include <string_view>

#include "../find/finding.h"
#include "absolve/options.h"

namespace absolve::html {

/// Finds the values in a page that hold references, with the reader that Options::html_reader says. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::html
