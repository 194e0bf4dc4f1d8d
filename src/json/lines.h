#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::json {

[[nodiscard]] Finding find_in_lines(std::string_view text, const Request& request);

}  // namespace absolve::json
