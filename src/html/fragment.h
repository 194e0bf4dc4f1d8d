#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::html {

/// Finds what is in HTML that is not a page of its own, as in feeds. Base elements in it have no effect, and get a
/// note. Linear.
[[nodiscard]] Finding find_in_fragment(std::string_view text, const Request& request);

/// A fragment in base64: one value for the whole text.
[[nodiscard]] Finding find_in_base64(std::string_view text, const Request& request);

}  // namespace absolve::html
