#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::json {

/// Finds what is in a JSON document: a JSON Feed (version 1.1), which is recognized by its media type or version, or
/// else a web app manifest. URLs are only looked for in their defined places; an empty one names nothing; the HTML of
/// items is a fragment inside an escaped string. If a name is given twice, both are read. With FeedBase::entry, an item
/// with a URL has a scope. If the text is not JSON, or is nested too deeply, nothing is read, which is a failure.
/// Linear.
[[nodiscard]] Finding find_in_document(std::string_view text, const Request& request);

}  // namespace absolve::json
