#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "absolve/edit.h"

namespace absolve::html {

inline constexpr std::size_t prescanned_bytes = 1024;

/// The charset that a meta element declares within the first prescanned_bytes (HTML standard, section 13.2.3.2), in the
/// spelling of the page, or UTF-7 where its mark is at the start; "" where there is none. `edits`: of what they
/// make of the page. Constant, as it looks at as many bytes.
[[nodiscard]] std::string declared_charset(std::string_view bytes, std::span<const Edit> edits = {});

}  // namespace absolve::html
