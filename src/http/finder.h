#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::http {

/// Finds what a response as it was saved holds: its body, where that is of a type that is read, behind the codings that
/// it is really compressed with, with the scopes of its headings; and, on request, the references in its header. What
/// can't be decompressed is left, with a note. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::http
