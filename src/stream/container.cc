#include "../find/container.h"

#include <algorithm>
#include <array>

#include "../mime/mailbox.h"
#include "../table/rows.h"
#include "../text/limits.h"

namespace absolve::inline detail {
namespace {

std::optional<Piece> rest(std::string_view text, std::size_t at) {
  return Piece{.offset = at, .length = text.size() - at, .next = text.size()};
}

std::optional<Piece> next_whole(std::string_view text, std::size_t at, bool whole) {
  return whole ? rest(text, at) : std::nullopt;
}

/// As many entries as are available, each ended by `end`.
template <char end>
std::optional<Piece> next_entries(std::string_view text, std::size_t at, bool whole) {
  if (whole) return rest(text, at);
  const std::size_t last = text.substr(at).rfind(end);
  if (last == std::string_view::npos) return std::nullopt;
  return Piece{.offset = at, .length = last + 1, .next = at + last + 1};
}

/// As many rows of a table as are available. Each window is read from its beginning, since only this shows what is in
/// quotes.
std::optional<Piece> next_rows(std::string_view text, std::size_t at, bool whole, char delimiter) {
  if (whole) return rest(text, at);
  const std::size_t end = table::end_of_rows(text, at, delimiter);
  // A line that tells the delimiter stays with the header after it.
  const bool lacks_header = end == at + table::begin_of_rows(text.substr(at), Type::csv);
  if (end == std::string_view::npos || lacks_header) return std::nullopt;
  return Piece{.offset = at, .length = end - at, .next = end};
}

std::optional<Piece> next_block(std::string_view text, std::size_t at, bool whole) {
  const std::size_t size = std::min(text.size() - at, max_block_size);
  if (size < max_block_size && !whole) return std::nullopt;
  return Piece{.offset = at, .length = size, .next = at + size};
}

Window whole_window(std::size_t) noexcept { return {.min = SIZE_MAX, .max = SIZE_MAX, .at = 0}; }

/// A message is searched for from its beginning each time, so the window must be twice as large each time.
Window message_window(std::size_t seen) noexcept {
  const std::size_t size = std::max(limits::message_at_first, 2 * seen);
  return {.min = size, .max = size, .at = 0};
}

Window entries_window(std::size_t seen) noexcept {
  return {.min = seen + 1, .max = std::max(limits::entries_at_once, 2 * seen), .at = seen};
}

Window rows_window(std::size_t seen) noexcept {
  // Reading a long row again with each new block would be quadratic.
  const std::size_t min = seen < limits::entries_at_once ? seen + 1 : 2 * seen;
  return {.min = min, .max = std::max(limits::entries_at_once, 2 * seen), .at = 0};
}

Window block_window(std::size_t) noexcept { return {.min = max_block_size, .max = max_block_size, .at = 0}; }

struct ContainerRow {
  Container container;
  std::optional<Piece> (*next)(std::string_view text, std::size_t at, bool whole);
  Window (*window)(std::size_t seen) noexcept;
};

constexpr auto rows = std::to_array<ContainerRow>({
    {Container::none, next_whole, whole_window},
    {Container::mailbox, container::next_message, message_window},
    {Container::lines, next_entries<'\n'>, entries_window},
    {Container::records, next_entries<'\0'>, entries_window},
    {Container::archive, next_whole, whole_window},
    {Container::blocks, next_block, block_window},
});

const ContainerRow& row_of(Container container) noexcept {
  return *std::ranges::find(rows, container, &ContainerRow::container);
}

}  // namespace

std::optional<Piece> next_piece(Container container, std::string_view text, std::size_t at, bool whole) {
  if (is_of_rows(container)) return next_rows(text, at, whole, delimiter_of(container));
  return row_of(container).next(text, at, whole);
}

Window next_window(Container container, std::size_t seen) noexcept {
  return is_of_rows(container) ? rows_window(seen) : row_of(container).window(seen);
}

}  // namespace absolve::inline detail
