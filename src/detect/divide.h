#pragma once

#include <cstddef>
#include <string_view>

#include "../find/container.h"
#include "absolve/input.h"
#include "absolve/options.h"

namespace absolve::inline detail {

/// How much of an input is needed to tell how it is cut; its first line is enough, too.
inline constexpr std::size_t enough_to_divide = 6;

/// How an input is cut into pieces that are planned one after the other, all but the first with Input::continues.
/// `beginning`: at least its first enough_to_divide bytes, or its first line; as much as detect() needs, if nothing is
/// detected yet. A list can only be cut if its line ends are single bytes: not in UTF-16.
[[nodiscard]] Container container_of(std::string_view beginning, const Input& input, const Options& options);

}  // namespace absolve::inline detail
