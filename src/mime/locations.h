#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "../find/finding.h"
#include "fields.h"

namespace absolve::mime {

/// The URL that a heading holds: without the white space that folding brings, encoded words (RFC 2047) decoded,
/// without quotes, angle brackets and the `URL:` of RFC 1808, section 3.1. Nothing is %-decoded. Linear.
[[nodiscard]] std::string url_of(std::string_view body);

/// The URLs that a field holds that is read for its URL: what stands between angle brackets, but in comments and quoted
/// strings; where there are none, all but comments, which must stand behind white space there. Each as url_of reads it.
/// Linear.
[[nodiscard]] std::vector<std::string> urls_of(std::string_view body);

/// Finds the references in the header fields of an entity: the whole of Content-Location, and what stands in angle
/// brackets in Link and List-*. Offsets are bytes of the message. Linear.
[[nodiscard]] Finding find_in_fields(std::string_view message, const std::vector<Field>& fields);

}  // namespace absolve::mime
