// Called before an archive or a package is read, as the build may lack something that this needs.

#pragma once

#include <string_view>

#include "absolve/input.h"

namespace absolve::collect {

/// Why this build of the library can't read an input of a type, in words that follow its name; "" if it can.
/// `is_compressed` means that a new archive would be compressed.
[[nodiscard]] std::string_view why_left_out(Type type, bool is_compressed);

}  // namespace absolve::collect
