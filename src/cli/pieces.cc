#include "pieces.h"

#include <algorithm>

#include "absolve/mailbox.h"

namespace absolve::cli {
namespace {

constexpr std::size_t lines_at_once = std::size_t{16} << 20;
constexpr std::size_t message_at_first = std::size_t{1} << 16;

}  // namespace

std::string_view Pieces::next() {
  if (cut_ != Cut::nowhere) lines_ += static_cast<std::size_t>(std::ranges::count(piece_, '\n'));
  bytes_ += piece_.size();
  messages_ += cut_ == Cut::at_messages && !piece_.empty() ? 1 : 0;
  input_.pass(piece_.size());
  switch (cut_) {
    case Cut::nowhere: piece_ = input_.rest(); break;
    case Cut::at_lines: piece_ = lines(); break;
    case Cut::at_messages: piece_ = message(); break;
  }
  return piece_;
}

/// The lines that have arrived, up to a line end; what is in UTF-16 stays whole.
std::string_view Pieces::lines() {
  std::size_t searched = 0;
  for (std::size_t most = lines_at_once;; most = std::max(most, searched * 2)) {
    const std::string_view text = input_.arrived(searched + 1, most);
    if (at_start() && (text.starts_with('\xFF') || text.starts_with('\xFE'))) return input_.rest();
    if (input_.ended() && text.size() <= lines_at_once) return text;
    const std::size_t newline = text.substr(searched).rfind('\n');
    if (newline != std::string_view::npos) return text.substr(0, searched + newline + 1);
    if (input_.ended()) return text;
    searched = text.size();
  }
}

std::string_view Pieces::message() {
  for (std::size_t size = message_at_first;; size *= 2) {
    const std::string_view text = input_.ahead(size);
    if (const auto length = first_message_size(text, input_.ended())) return text.substr(0, *length);
    size = std::max(size, text.size());
  }
}

}  // namespace absolve::cli
