#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::http {

/// Finds what a response as it was saved holds: its body, where that is of a type that is read, with the scopes of its
/// headings. A body that is still packed, as Transfer-Encoding or Content-Encoding says, is left, with a remark; most
/// programs that save it unpack it, and leave the header as it was. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::http
