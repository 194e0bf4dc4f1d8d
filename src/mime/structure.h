#pragma once

#include <span>
#include <string_view>

#include "absolve/edit.h"

namespace absolve::mime {

/// Whether a line separates the messages of a mailbox, or would once something moves it: it starts with `From `, or
/// looks like the first field of a header behind such a line.
[[nodiscard]] bool looks_like_separator(std::string_view line, std::string_view line_before) noexcept;

/// Whether edits of a body make a line mean something that it didn't to who reads the mail around it: a delimiter of
/// one of these boundaries, or a separator of messages. Linear.
[[nodiscard]] bool create_structure(std::string_view body, std::span<const Edit> edits,
                                    std::span<const std::string_view> boundaries);

}  // namespace absolve::mime
