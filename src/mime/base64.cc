#include <mimetic/codec/base64.h>

#include <algorithm>

#include "../splicing/edited.h"
#include "../splicing/lines.h"
#include "../url/ascii.h"
#include "transfer.h"

namespace absolve::mime {
namespace {

constexpr bool in_alphabet(char c) noexcept { return is_letter(c) || is_digit(c) || c == '+' || c == '/'; }

/// Where the encoded data ends: behind the last character of the alphabet before the padding.
std::size_t end_of_data(std::string_view encoded) noexcept {
  std::size_t end = std::min(encoded.find('='), encoded.size());
  while (end > 0 && !in_alphabet(encoded[end - 1])) --end;
  return end;
}

/// Where the padding ends, which may stand in lines of its own; the end of the data, where there is none.
std::size_t end_of_padding(std::string_view encoded, std::size_t data_end) noexcept {
  const std::size_t behind = std::min(encoded.find_first_not_of("= \t\r\n", data_end), encoded.size());
  const std::size_t last = encoded.substr(0, behind).rfind('=');
  return last == std::string_view::npos ? data_end : last + 1;
}

/// The width that lines are broken at: that of the longest, where none is too long; of the shortest but the last,
/// where all are.
std::size_t width_of(std::string_view data) noexcept {
  std::size_t longest = 0;
  std::size_t shortest = std::string_view::npos;
  std::size_t lines = 0;
  for (std::size_t at = 0; at < data.size(); at = line_end(data, at) + 1) {
    const std::size_t size = line_at(data, at).size();
    if (size == 0) continue;
    ++lines;
    longest = std::max(longest, size);
    if (line_end(data, at) < data.size()) shortest = std::min(shortest, size);
  }
  if (longest <= longest_encoded_line) return lines < 2 ? longest_encoded_line : longest;
  return std::max(shortest, longest_encoded_line);
}

/// The place of the character of the alphabet before which there are `count` others.
std::size_t place_of(std::string_view encoded, std::size_t count) noexcept {
  std::size_t at = 0;
  for (;; ++at) {
    if (at == encoded.size() || (in_alphabet(encoded[at]) && count-- == 0)) return at;
  }
}

std::string encode(std::string_view bytes) {
  std::string result((bytes.size() + 2) / 3 * 4, '\0');
  mimetic::Base64::Encoder(0).process(bytes.begin(), bytes.end(), result.data());
  return result;
}

/// Text in lines of `width`, of which the first has `column` bytes before it.
std::string wrapped(std::string_view text, std::size_t column, std::size_t width, std::string_view ending) {
  std::string result;
  while (text.size() > width - std::min(column, width)) {
    const std::size_t fitting = width - std::min(column, width);
    result.append(text.substr(0, fitting)).append(ending);
    text.remove_prefix(fitting);
    column = 0;
  }
  return result.append(text);
}

}  // namespace

std::optional<std::string> decode_base64(std::string_view encoded) {
  std::string characters(encoded.size(), '\0');
  std::size_t count = 0;
  for (const char c : encoded.substr(0, encoded.find('='))) {
    if (in_alphabet(c)) {
      characters[count++] = c;
    } else if (!is_space(c)) {
      return std::nullopt;
    }
  }
  if (count % 4 == 1) return std::nullopt;
  characters.resize(count);
  std::string decoded(count * 3 / 4, '\0');
  mimetic::Base64::Decoder().process(characters.begin(), characters.end(), decoded.data());
  return decoded;
}

bool goes_on_behind_padding(std::string_view encoded) {
  const std::size_t padding = std::min(encoded.find('='), encoded.size());
  const std::string_view rest =
      encoded.substr(std::min(encoded.find_first_not_of("= \t\r\n", padding), encoded.size()));
  return !rest.empty() && decode_base64(rest).has_value();
}

bool needs_line_end(std::string_view encoded, std::size_t size) noexcept {
  const std::size_t padding = encoded.find('=');
  if (size % 3 != 0 || padding == std::string_view::npos) return false;
  return encoded.find_first_not_of("= \t\r\n", padding) != std::string_view::npos;
}

std::vector<Edit> encode_base64(std::string_view encoded, std::string_view decoded, std::span<const Edit> edits,
                                std::string_view ending, Strings& strings) {
  if (edits.empty()) return {};
  const std::size_t quantum = std::min(edits.front().offset, decoded.size()) / 3;
  const std::string_view data = encoded.substr(0, end_of_data(encoded));
  const std::size_t begin = place_of(data, quantum * 4);
  const std::size_t end = end_of_padding(encoded, data.size());

  std::string bytes = edited(decoded, edits, quantum * 3);
  if (needs_line_end(encoded, bytes.size())) bytes += '\n';
  std::string text = encode(bytes);
  const bool unpadded = end == data.size() && decoded.size() % 3 != 0;
  if (unpadded) text.erase(text.find_last_not_of('=') + 1);
  const std::size_t column = begin - line_begin(data, begin);
  text = wrapped(text, column, width_of(data), ending);
  return {{begin, end - begin, strings.keep(text)}};
}

}  // namespace absolve::mime
