#include "pieces.h"

namespace absolve::cli {

std::string_view Pieces::next() {
  const bool is_counted = container_ != Container::none && container_ != Container::blocks;
  if (is_counted) place_.lines += lines_in(piece_);
  place_.messages += container_ == Container::mailbox && !piece_.empty() ? 1 : 0;
  place_.bytes += piece_.size();
  input_.pass(piece_.size());
  for (std::size_t seen = 0;;) {
    const Window window = next_window(container_, seen);
    const std::string_view text = input_.arrived(window.min, window.max);
    if (const auto piece = next_piece(container_, text, window.at, input_.ended())) {
      piece_ = text.substr(0, piece->next);
      return piece_;
    }
    seen = text.size();
  }
}

}  // namespace absolve::cli
