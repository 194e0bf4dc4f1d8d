#include "blocks.h"

#include <algorithm>

#include "../text/ascii.h"
#include "../text/lines.h"

namespace absolve::http {

bool starts_like_a_response(std::string_view text) noexcept {
  constexpr std::string_view protocol = "HTTP/";
  if (!text.starts_with(protocol)) return false;
  text.remove_prefix(protocol.size());
  const auto take_digits = [&](std::size_t count) {
    const bool are_there = text.size() >= count && std::ranges::all_of(text.substr(0, count), is_digit);
    if (are_there) text.remove_prefix(count);
    return are_there;
  };
  if (!take_digits(1)) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (!take_digits(1)) return false;
  }
  if (!text.starts_with(' ')) return false;
  text.remove_prefix(1);
  return take_digits(3) && (text.empty() || is_space(text.front()));
}

Block last_block(std::string_view text) noexcept {
  Block block{};
  while (starts_like_a_response(text.substr(block.body))) {
    block.begin = block.body;
    block.fields = std::min(line_end(text, block.begin) + 1, text.size());
    std::size_t at = block.fields;
    while (at < text.size() && !line_at(text, at).empty()) at = std::min(line_end(text, at) + 1, text.size());
    block.bodiless = at == text.size();
    block.body = std::min(line_end(text, at) + 1, text.size());
  }
  return block;
}

}  // namespace absolve::http
