#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::uris {

[[nodiscard]] Finding find_in_pairs(std::string_view text, const Request& request);

}  // namespace absolve::uris
