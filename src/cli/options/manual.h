// Not part of a run. The build calls manual() in manual_main.cc, to make the manual page.

#pragma once

#include <string>
#include <string_view>

namespace absolve::cli {

/// The manual page, in the man macros of roff: `source` (manual.1.in), with the table of options in place of its line
/// `@OPTIONS@`, and the version for `@VERSION@`.
[[nodiscard]] std::string manual(std::string_view source);

}  // namespace absolve::cli
