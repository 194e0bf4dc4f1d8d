#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::http {

/// Finds what is in the entries of an HTTP Archive (HAR 1.2): each `response.content.text` of a type that is read is a
/// document, in base64 if `encoding` says so, and the `request.url` of its entry is the URL it was retrieved from; the
/// `response.headers` may give it a base. If its type is unknown, it is sniffed. On request, the references in
/// `response.headers` and `response.redirectURL` are found, too, as in the header of a saved response.
/// `content.size` is corrected if it is a number. If a name is given twice, the last is used. A text that is not JSON,
/// or is larger than limits::har, is left unchanged, with a note. Linear.
[[nodiscard]] Finding find_in_har(std::string_view text, const Request& request);

/// Whether a text begins like an HTTP Archive: an object whose `log` is one of HAR's. Linear.
[[nodiscard]] bool starts_like_har(std::string_view beginning);

}  // namespace absolve::http
