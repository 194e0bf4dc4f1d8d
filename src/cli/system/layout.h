#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace absolve::cli {

/// The columns that a text in UTF-8 takes on a terminal.
[[nodiscard]] std::size_t width_of(std::string_view text) noexcept;

/// Text shortened to `max_columns` columns, or to 10 where that is less, with dots in the middle.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t max_columns);

/// A line broken at blanks into lines of `max_columns` columns, where it has words so short; those after the first
/// start with `indent` blanks.
[[nodiscard]] std::string wrapped(std::string_view line, std::size_t max_columns, std::size_t indent);

/// A number with commas between thousands: 12,345.
[[nodiscard]] std::string grouped(std::size_t number);

/// No limit on columns.
inline constexpr std::size_t unlimited = static_cast<std::size_t>(-1);

/// The columns there are where the descriptor is a terminal's; else unlimited, as what reads a file or a pipe wants
/// all.
[[nodiscard]] std::size_t columns_of(int descriptor);

/// Whether the descriptor is that of a terminal that can do more than print lines: TERM says so.
[[nodiscard]] bool is_capable_terminal(int descriptor);

}  // namespace absolve::cli
