#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::http {

/// Beyond so many bytes an archive is not read.
inline constexpr std::size_t max_har_size = std::size_t{256} << 20;

/// Finds what the entries of an HTTP Archive (HAR 1.2) hold: each `response.content.text` of a type that is read is a
/// document, in base64 where `encoding` says so, with `request.url` of its entry as the URL it was retrieved from.
/// `content.size` is made right where it is a number. Names that are given twice count as the last of them. What is no
/// JSON, or is larger than max_har_size, is left, with a note. Linear.
[[nodiscard]] Finding find_in_har(std::string_view text, const Request& request);

/// Whether a text begins as such an archive: an object whose `log` is one of HAR's. Linear.
[[nodiscard]] bool starts_like_har(std::string_view beginning);

}  // namespace absolve::http
