#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::uris {

/// Takes each line as one reference: nothing is stripped or decoded, a line ends with LF or CR LF, and an empty
/// line is the empty reference. A byte order mark at the beginning is no part of it, unless the options say that
/// the list goes on here. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::uris
