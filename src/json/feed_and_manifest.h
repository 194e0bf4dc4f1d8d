#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::json {

/// Finds what a document in JSON holds: a JSON Feed (version 1.1), which is detected from its media type or version, or
/// else a web app manifest. Each URL is at its defined place, an empty one names nothing, and the HTML of items is
/// a fragment behind the escapes of its string. Names that are given twice are places all of them. With
/// FeedBase::entry, an item with a URL has a scope. Where the text is no JSON, or is nested too deeply, nothing is
/// read, which is a failure. Linear.
[[nodiscard]] Finding find_in_document(std::string_view text, const Request& request);

}  // namespace absolve::json
