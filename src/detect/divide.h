#pragma once

#include <cstddef>
#include <string_view>

#include "../find/container.h"
#include "absolve/input.h"
#include "absolve/options.h"

namespace absolve::inline detail {

/// How much of an input is needed to tell how it is cut; its first line is enough, too.
inline constexpr std::size_t enough_to_divide = 6;

/// The label of the charset of a list or a table, unless it has a mark: the given one, or that in which the NUL bytes
/// at its beginning are parts of characters; "" if nothing says it. It is a view of the input, or static.
[[nodiscard]] std::string_view charset_of_list(std::string_view beginning, const Input& input) noexcept;

/// How an input is cut into pieces that are planned one after the other, all but the first with Input::continues.
/// `beginning` is at least its first enough_to_divide bytes, or its first line; as much as detect() needs, if nothing
/// is detected yet. A list can only be cut if its line ends are single bytes: not in UTF-16.
[[nodiscard]] Container container_of(std::string_view beginning, const Input& input, const Options& options);

}  // namespace absolve::inline detail
