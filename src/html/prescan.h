#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "absolve/edit.h"

namespace absolve::html {

inline constexpr std::size_t prescanned_bytes = 1024;

/// The charset that a meta element declares within the first prescanned_bytes (HTML standard, section 13.2.3.2), as the
/// page spells it; UTF-7 if its byte order mark is at the start; "" if there is none. `edits` are applied to the page
/// first. Constant time, as it reads only so many bytes.
[[nodiscard]] std::string declared_charset(std::string_view bytes, std::span<const Edit> edits = {});

}  // namespace absolve::html
