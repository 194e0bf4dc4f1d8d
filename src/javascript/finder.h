#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::javascript {

[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::javascript
