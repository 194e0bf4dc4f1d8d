#pragma once

#include <span>
#include <string_view>

#include "absolve/edit.h"

namespace absolve::container {

/// Whether edits of a body make lines of it mean something else to who reads the mail around it: a line that begins
/// like a delimiter of one of these boundaries comes to be, or one that starts with `From `, or one such comes to
/// separate messages. Linear.
[[nodiscard]] bool change_structure(std::string_view body, std::span<const Edit> edits,
                                    std::span<const std::string_view> boundaries);

}  // namespace absolve::container
