#include "pieces.h"

#include <algorithm>
#include <utility>

namespace absolve::cli {

std::string_view Pieces::next() {
  const bool is_counted = container_ != Container::none && container_ != Container::blocks;
  if (is_counted) place_.lines += lines_in(piece_);
  place_.messages += container_ == Container::mailbox && !piece_.empty() ? 1 : 0;
  place_.bytes += piece_.size();
  input_.pass(piece_.size());
  piece_ = {};
  was_too_long_ = !find(Waits::yes);
  if (was_too_long_) pass_over();
  else piece_ = input_.arrived(0, 0).substr(0, *std::exchange(next_size_, std::nullopt));
  return piece_;
}

/// Finds the end of the piece after the current one; false: it is too long or, if this must not wait, not complete.
bool Pieces::find(Waits waits) {
  const std::size_t behind = piece_.size();
  const auto size_with = [&](std::size_t size) { return size > SIZE_MAX - behind ? SIZE_MAX : behind + size; };
  for (std::size_t seen = 0; !next_size_;) {
    const Window window = next_window(container_, seen);
    const std::size_t min = waits == Waits::yes ? size_with(window.min) : 0;
    std::string_view text = input_.arrived(min, size_with(window.max));
    piece_ = text.substr(0, behind);
    text.remove_prefix(behind);
    if (text.size() < window.min && !input_.ended()) return false;
    if (const auto piece = next_piece(container_, text, window.at, input_.ended())) next_size_ = piece->next;
    seen = text.size();
    if (!next_size_ && seen > max_size_) return false;
  }
  return true;
}

/// Skips to the end of the line that is too long. After such a row of a table nothing can be read, since a quote in it
/// may be open.
void Pieces::pass_over() {
  constexpr std::size_t block = std::size_t{1} << 20;
  const bool has_end = !is_of_rows(container_);
  const char end = container_ == Container::records ? '\0' : '\n';
  was_too_long_ = true;
  for (;;) {
    const std::string_view text = input_.arrived(1, block);
    const std::size_t at = has_end ? text.find(end) : std::string_view::npos;
    piece_ = text.substr(std::min(at, text.size()), 1);
    const std::size_t before = at == std::string_view::npos ? text.size() : at;
    if (pass_) pass_(text.substr(0, before));
    place_.bytes += before;
    input_.pass(before);
    if (at != std::string_view::npos || text.empty()) break;
  }
  piece_ = input_.ahead(1).substr(0, 1);
}

}  // namespace absolve::cli
