#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::http {

/// Finds what is in a saved response: its body, if that is of a type that is read, inside the codings that it really
/// has, with the scopes from its header; and, on request, the references in its header. A body that can't be
/// decompressed is left unchanged, with a note. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::http
