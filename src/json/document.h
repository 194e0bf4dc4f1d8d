#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::json {

/// What stands in a document in JSON: a JSON Feed (version 1.1), which is told by its media type or its version, or
/// else a web app manifest. Linear.
[[nodiscard]] Finding find_in_document(std::string_view text, const Request& request);

}  // namespace absolve::json
