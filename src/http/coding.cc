#include "coding.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "../text/ascii.h"

namespace absolve::http {
namespace {

struct Size {
  std::size_t value;
  std::size_t length;  // of its line, with the line end
};

/// The line that says the size of the chunk at the start of a text: hexadecimal digits, and extensions after a
/// semicolon.
std::optional<Size> chunk_size(std::string_view text) noexcept {
  constexpr std::size_t max_digits = 15;
  constexpr std::size_t max_line = 1024;
  const std::size_t newline = text.substr(0, max_line).find('\n');
  if (newline == std::string_view::npos) return std::nullopt;
  std::string_view line = text.substr(0, newline);
  if (line.ends_with('\r')) line.remove_suffix(1);
  line = line.substr(0, line.find(';'));
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  const auto is_digit_of_it = [](char c) { return digit_value(c) < 16; };
  if (line.empty() || line.size() > max_digits || !std::ranges::all_of(line, is_digit_of_it)) return std::nullopt;
  Size size{0, newline + 1};
  for (const char c : line) size.value = size.value * 16 + static_cast<std::size_t>(digit_value(c));
  return size;
}

struct CodingRow {
  std::string_view name;
  std::string_view beginning;
};

constexpr auto codings = std::to_array<CodingRow>({
    {"gzip", "\x1F\x8B"},
    {"x-gzip", "\x1F\x8B"},
    {"compress", "\x1F\x9D"},
    {"x-compress", "\x1F\x9D"},
    {"zstd", "\x28\xB5\x2F\xFD"},
});

/// Whether no text starts so: with bytes that the MIME Sniffing standard calls binary, and no mark of UTF-16.
bool starts_like_no_text(std::string_view body) noexcept {
  constexpr std::size_t enough = 1445;
  if (body.starts_with("\xFF\xFE") || body.starts_with("\xFE\xFF")) return false;
  const auto is_binary = [](char c) { return static_cast<unsigned char>(c) < 0x20 && !is_space(c) && c != '\x1B'; };
  return std::ranges::any_of(body.substr(0, enough), is_binary);
}

}  // namespace

bool is_chunked(std::string_view body) noexcept {
  const auto first = chunk_size(body);
  if (!first) return false;
  body.remove_prefix(first->length);
  if (first->value >= body.size()) return first->value > 0 || trimmed(body).empty();
  body.remove_prefix(first->value);
  if (first->value == 0) return true;  // the last one; fields may follow
  if (body.starts_with('\r')) body.remove_prefix(1);
  if (!body.starts_with('\n')) return body.empty();
  body.remove_prefix(1);
  return body.empty() || chunk_size(body);
}

bool is_packed(std::string_view body, std::string_view coding) noexcept {
  if (coding.empty() || equal_ignoring_case(coding, "identity")) return false;
  const auto* const row =
      std::ranges::find_if(codings, [&](const CodingRow& one) { return equal_ignoring_case(one.name, coding); });
  return row == codings.end() ? starts_like_no_text(body) : body.starts_with(row->beginning);
}

}  // namespace absolve::http
