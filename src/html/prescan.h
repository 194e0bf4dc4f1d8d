#pragma once

#include <string>
#include <string_view>

namespace absolve::html {

/// The charset that a meta element declares within the first 1,024 bytes (HTML standard, section 13.2.3.2), in the
/// spelling of the page, or UTF-7 where its mark stands at the start; "" where there is none.
[[nodiscard]] std::string declared_charset(std::string_view bytes);

}  // namespace absolve::html
