#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::json {

[[nodiscard]] Finding find_in_import_map(std::string_view text, const Request& request);
[[nodiscard]] Finding find_in_speculation_rules(std::string_view text, const Request& request);
[[nodiscard]] Finding find_in_linked_data(std::string_view text, const Request& request);

}  // namespace absolve::json
