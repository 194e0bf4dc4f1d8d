#include "pieces.h"

#include <algorithm>

namespace absolve::cli {

std::string_view Pieces::next() {
  const bool is_counted = container_ != Container::none && container_ != Container::blocks;
  if (is_counted) place_.lines += lines_in(piece_);
  place_.messages += container_ == Container::mailbox && !piece_.empty() ? 1 : 0;
  place_.bytes += piece_.size();
  input_.pass(piece_.size());
  was_too_long_ = false;
  for (std::size_t seen = 0;;) {
    const Window window = next_window(container_, seen);
    const std::string_view text = input_.arrived(window.min, window.max);
    if (const auto piece = next_piece(container_, text, window.at, input_.ended())) {
      piece_ = text.substr(0, piece->next);
      return piece_;
    }
    seen = text.size();
    if (seen <= max_size_) continue;
    pass_over();
    return piece_;
  }
}

/// Goes to what ends the line that is too long.
void Pieces::pass_over() {
  constexpr std::size_t block = std::size_t{1} << 20;
  const char end = container_ == Container::records ? '\0' : '\n';
  was_too_long_ = true;
  for (;;) {
    const std::string_view text = input_.arrived(1, block);
    const std::size_t at = text.find(end);
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
