// Says in words where in an input something is. Task puts this into messages and reports, and the views into what they
// print. It is defined in views/list.cc.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "absolve/rewriter.h"

namespace absolve::cli {

/// `message 3, part 1.2`, `record 5` or `line 5`, as far as these exist; `message` is the number in the source, or 0.
[[nodiscard]] std::string place_in_input(const SourcePlace& source, std::size_t message, std::string_view part);

}  // namespace absolve::cli
