#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::http {

/// Finds what a response as it was saved holds. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::http
