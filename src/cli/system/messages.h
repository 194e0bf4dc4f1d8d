#pragma once

#include <string>
#include <string_view>

namespace absolve::cli {

/// What is said for want of memory. An empty string holds it without any.
inline constexpr std::string_view out_of_memory = "out of memory";

/// Text that may come from an input, made safe for a terminal: controls, what turns the direction of the text after it
/// and what is no UTF-8 escaped (\n, \x1B), the rest as it is.
[[nodiscard]] std::string printable(std::string_view text);

/// How an input is called in messages.
[[nodiscard]] std::string display_name(std::string_view input);

/// The same; "" where memory is out.
[[nodiscard]] std::string display_name_or_nothing(std::string_view input) noexcept;

/// `absolve: where: what`, a line.
[[nodiscard]] std::string message_line(std::string_view where, std::string_view what);

/// Prints that on standard error; with less care for what is printable where memory is out.
void complain(std::string_view where, std::string_view what) noexcept;

}  // namespace absolve::cli
