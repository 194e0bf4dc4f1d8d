#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "../../text/byte_sets.h"
#include "absolve/members.h"

namespace absolve::cli {

/// How many line ends are in some bytes. Linear.
[[nodiscard]] inline std::size_t lines_in(std::string_view bytes) noexcept { return count_in_set<Bytes<'\n'>>(bytes); }

/// `message 3, part 1.2`, `record 5` or `line 5`, as far as these exist; `message`: the number in the source, or 0.
[[nodiscard]] std::string place_in_input(const SourcePlace& source, std::size_t message, std::string_view part);

}  // namespace absolve::cli
