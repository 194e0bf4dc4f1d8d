#pragma once

#include <string_view>

namespace absolve::html {

/// Whether a doctype, as written in the source, puts a page into quirks mode (HTML standard, section 13.2.6.4.1).
[[nodiscard]] bool is_quirky(std::string_view doctype);

}  // namespace absolve::html
