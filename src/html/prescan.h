#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace absolve::html {

inline constexpr std::size_t prescanned_bytes = 1024;

/// The charset that a meta element declares within the first prescanned_bytes (HTML standard, section 13.2.3.2), in the
/// spelling of the page, or UTF-7 where its mark stands at the start; "" where there is none.
[[nodiscard]] std::string declared_charset(std::string_view bytes);

}  // namespace absolve::html
