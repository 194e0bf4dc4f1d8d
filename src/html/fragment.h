#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::html {

/// Finds what HTML holds that is no page of its own, as in feeds. Base elements in it count for nothing, and are
/// noted on. Linear.
[[nodiscard]] Finding find_in_fragment(std::string_view text, const Request& request);

/// A fragment in base64: one value for all of the text.
[[nodiscard]] Finding find_in_base64(std::string_view text, const Request& request);

}  // namespace absolve::html
