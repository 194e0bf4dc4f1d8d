// Measures, shortens and breaks lines for a terminal. The views, messages, the progress line and --help lay out their
// text with these functions.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "../../text/byte_sets.h"

namespace absolve::cli {

/// All bytes but those of printable ASCII, each of which takes one column.
using NotPrintable = AnyOf<ByteRange<'\0', '\x1F'>, Bytes<'\x7F'>, NotAscii>;

/// The number of columns that a UTF-8 text takes on a terminal.
[[nodiscard]] std::size_t width_of(std::string_view text) noexcept;

/// Text shortened to `max_columns` columns, but not to less than 10, with dots in the middle.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t max_columns);

/// A line broken at blanks into lines of at most `max_columns` columns, unless a word is longer; all lines but the
/// first are indented by `indent` blanks.
[[nodiscard]] std::string wrapped(std::string_view line, std::size_t max_columns, std::size_t indent);

/// A number with commas between thousands: 12,345.
[[nodiscard]] std::string grouped(std::size_t number);

/// No limit on columns.
inline constexpr std::size_t unlimited = static_cast<std::size_t>(-1);

/// The number of columns if the descriptor is a terminal; otherwise unlimited, as readers of a file or a pipe want
/// everything.
[[nodiscard]] std::size_t columns_of(int descriptor);

/// Whether the descriptor is a terminal that can do more than print lines, judged by TERM.
[[nodiscard]] bool is_capable_terminal(int descriptor);

}  // namespace absolve::cli
