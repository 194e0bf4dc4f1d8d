#pragma once

#include <string_view>
#include <vector>

#include "absolve/base.h"

namespace absolve::html {

/// The URLs from which a page was retrieved, as the programs that saved it wrote them into it, in their order.
[[nodiscard]] std::vector<Candidate> find_marks(std::string_view page);

}  // namespace absolve::html
