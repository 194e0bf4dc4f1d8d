#pragma once

#include <string>
#include <string_view>

namespace absolve::cli {

/// Text that may come from an input, made safe for a terminal: control bytes escaped (\n, \x1B), the rest as it is.
[[nodiscard]] std::string printable(std::string_view text);

/// How an input is called in messages.
[[nodiscard]] std::string display_name(std::string_view input);

/// Prints `absolve: where: what` on standard error.
void complain(std::string_view where, std::string_view what);

}  // namespace absolve::cli
