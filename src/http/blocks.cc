#include "blocks.h"

#include <algorithm>

#include "../mime/fields.h"
#include "../text/ascii.h"
#include "../text/lines.h"
#include "../text/numbers.h"
#include "../text/utf8.h"

namespace absolve::http {
namespace {

Block block_at(std::string_view text, std::size_t begin) noexcept {
  Block block{};
  block.begin = begin;
  block.fields = std::min(line_end(text, begin) + 1, text.size());
  std::size_t at = block.fields;
  while (at < text.size() && !line_at(text, at).empty()) at = std::min(line_end(text, at) + 1, text.size());
  block.bodiless = at == text.size();
  block.body = std::min(line_end(text, at) + 1, text.size());
  return block;
}

std::optional<Block> block_if_any(std::string_view text, std::size_t at) noexcept {
  return starts_like_a_response(text.substr(at)) ? std::optional(block_at(text, at)) : std::nullopt;
}

constexpr bool is_interim(unsigned status) noexcept { return status >= 100 && status < 200; }

}  // namespace

bool starts_like_a_response(std::string_view text) noexcept {
  constexpr std::string_view protocol = "HTTP/";
  if (!text.starts_with(protocol)) return false;
  text.remove_prefix(protocol.size());
  const auto accept_digits = [&](std::size_t count) {
    const bool are_there = text.size() >= count && std::ranges::all_of(text.substr(0, count), is_digit);
    if (are_there) text.remove_prefix(count);
    return are_there;
  };
  if (!accept_digits(1)) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (!accept_digits(1)) return false;
  }
  if (!text.starts_with(' ')) return false;
  text.remove_prefix(1);
  return accept_digits(3) && (text.empty() || is_space(text.front()));
}

Block first_final_block(std::string_view text) noexcept {
  Block block = block_at(text, 0);
  while (is_interim(status_of(text, block)) && starts_like_a_response(text.substr(block.body))) {
    block = block_at(text, block.body);
  }
  return block;
}

std::optional<Block> first_block(std::string_view text) noexcept { return block_if_any(text, after_mark(text)); }

std::optional<Block> next_block(std::string_view text, const Block& block) {
  if (const auto next = block_if_any(text, block.body)) return next;
  if (!is_redirection(status_of(text, block))) return std::nullopt;
  const auto lengths = mime::find_named(text, block.fields, block.body, "Content-Length");
  const auto length = lengths.empty() ? std::nullopt : read_number<std::size_t>(body_of(text, lengths.front()));
  if (!length || *length > text.size() - block.body) return std::nullopt;
  const std::string_view behind = text.substr(block.body + *length);
  const std::size_t line_ends = std::min(behind.find_first_not_of("\r\n"), behind.size());
  return block_if_any(text, block.body + *length + line_ends);
}

Block last_block(std::string_view text) {
  Block block{};
  for (auto next = first_block(text); next; next = next_block(text, block)) block = *next;
  return block;
}

unsigned status_of(std::string_view text, const Block& block) noexcept {
  constexpr std::size_t enough = 64;
  std::string_view line =
      line_at(text.substr(0, block.begin + std::min(enough, text.size() - block.begin)), block.begin);
  line.remove_prefix(std::min(line.find(' '), line.size()));
  line = trimmed(line);
  unsigned status = 0;
  for (std::size_t i = 0; i < 3 && i < line.size() && is_digit(line[i]); ++i) {
    status = status * 10 + static_cast<unsigned>(digit_value(line[i]));
  }
  return status;
}

}  // namespace absolve::http
