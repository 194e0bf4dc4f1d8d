#pragma once

#include <span>
#include <string_view>

#include "absolve/link.h"

namespace absolve::container {

/// Whether edits of a body change what its lines mean for readers of the mail around it: whether they create a line
/// that begins like a delimiter of one of these boundaries, or one that starts with `From `, or turn such a line into a
/// separator of messages. Linear.
[[nodiscard]] bool change_structure(std::string_view body, std::span<const Edit> edits,
                                    std::span<const std::string_view> boundaries);

}  // namespace absolve::container
