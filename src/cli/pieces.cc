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

/// Up to a line end. What is in UTF-16 stays whole, and no piece but the first starts like a byte order mark.
std::string_view Pieces::lines() {
  std::string_view text = input_.ahead(lines_at_once);
  if (text.size() <= lines_at_once && input_.ended()) return text;
  if (text.starts_with('\xFF') || text.starts_with('\xFE')) return input_.rest();
  for (std::size_t from = lines_at_once - 1;;) {
    const std::size_t newline = text.find('\n', from);
    const std::size_t end = newline == std::string_view::npos ? text.size() : newline + 1;
    if (end < text.size() && static_cast<unsigned char>(text[end]) < 0xEF) return text.substr(0, end);
    if (end == text.size() && input_.ended()) return text;
    if (end == text.size()) {
      from = text.size() - 1;
      text = input_.ahead(text.size() * 2);
    } else {
      from = end;
    }
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
