// Makes text safe for a terminal, and messages into lines. Console prints the messages of a run in this form; code that
// has no Console calls complain() itself.

#pragma once

#include <string>
#include <string_view>

namespace absolve::cli {

/// The message when memory is exhausted. It fits in an empty std::string without an allocation.
inline constexpr std::string_view out_of_memory = "out of memory";

/// Text that may come from an input, made safe for a terminal: controls, characters that change the direction of text
/// and invalid UTF-8 are escaped (\n, \x1B); everything else is left unchanged.
[[nodiscard]] std::string printable(std::string_view text);

/// The name of an input in messages.
[[nodiscard]] std::string display_name(std::string_view input);

/// The same; "" if memory is exhausted.
[[nodiscard]] std::string display_name_or_nothing(std::string_view input) noexcept;

/// The line `absolve: where: what`.
[[nodiscard]] std::string message_line(std::string_view where, std::string_view what);

/// Prints that line on standard error; if memory is exhausted, with a simpler replacement of unprintable characters.
void complain(std::string_view where, std::string_view what) noexcept;

}  // namespace absolve::cli
