// The transfer coding "chunked" of HTTP (RFC 9112, section 7.1), as saved responses may still have it:
//
//     4 CR LF Wiki CR LF  5 CR LF pedia CR LF  0 CR LF  [trailers]  CR LF
//     text: Wikipedia
//
// It is read leniently, as browsers do: LF may end a line, and a body that was cut off is read as far as it goes. Such
// a body is written again without a last chunk, so that readers still see that it was cut off.

#include "chunked.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "../../text/ascii.h"
#include "../../text/numbers.h"
#include "../compression/compressed.h"

namespace absolve::codec {
namespace {

/// The size of the chunks that are written: one that is usual for servers that produce responses on the fly.
constexpr std::size_t chunk_size = std::size_t{8} << 10;

void add(std::string_view text, Decompressed& out) {
  while (!text.empty() && !out.is_beyond_limit()) {
    const std::span<char> space = out.space();
    const std::size_t size = std::min(space.size(), text.size());
    std::copy_n(text.data(), size, space.data());
    out.add(size);
    text.remove_prefix(size);
  }
}

/// Skips a line end; false if there is none.
bool accept_line_end(std::string_view& text) noexcept {
  if (text.starts_with("\r\n")) text.remove_prefix(2);
  else if (text.starts_with('\n')) text.remove_prefix(1);
  else return false;
  return true;
}

/// The size that a line gives, without its LF; capped at the maximum size of a text. nullopt if it is not a size, or
/// one that no system allows.
std::optional<std::size_t> size_in(std::string_view line) noexcept {
  constexpr std::uint64_t max_size = UINT64_MAX >> 4;
  const auto size = read_number<std::uint64_t>(trimmed(line.substr(0, line.find(';'))), 16);
  if (!size || *size > max_size) return std::nullopt;
  return at_most(*size, SIZE_MAX);
}

/// Skips the trailer fields after the last chunk, and the blank line that ends them.
void skip_trailers(std::string_view& text) noexcept {
  while (!text.empty() && !accept_line_end(text)) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
}

/// The content of a chunked body.
struct Chunks {
  Fault fault = Fault::none;
  bool is_ended = false;  // there is a last chunk
};

template <class Add>
Chunks read_chunks(std::string_view encoded, const Add& add_data) {
  while (!encoded.empty()) {
    const auto size = read_chunk_size(encoded);
    if (!size) return {may_be_cut_there(encoded) ? Fault::none : Fault::broken};
    encoded.remove_prefix(size->length);
    if (size->value == 0) {
      skip_trailers(encoded);
      const bool is_all = std::ranges::all_of(encoded, is_space);
      return {is_all ? Fault::none : Fault::goes_on, true};
    }
    const std::string_view data = encoded.substr(0, size->value);
    if (!add_data(data)) return {Fault::too_large};
    encoded.remove_prefix(data.size());
    if (encoded.empty() || encoded == "\r") break;
    if (!accept_line_end(encoded)) return {Fault::broken};
  }
  return {};
}

}  // namespace

std::optional<ChunkSize> read_chunk_size(std::string_view text) noexcept {
  const std::size_t newline = text.find('\n');
  if (newline == std::string_view::npos) return std::nullopt;
  const auto size = size_in(text.substr(0, newline));
  return size ? std::optional(ChunkSize{*size, newline + 1}) : std::nullopt;
}

bool may_be_cut_there(std::string_view rest) noexcept {
  constexpr std::size_t longest = 256;  // a longer line is more than a size
  if (rest.size() > longest || rest.find('\n') != std::string_view::npos) return false;
  return trimmed(rest).empty() || size_in(rest);
}

bool are_chunks_cut(std::string_view encoded) {
  const Chunks chunks = read_chunks(encoded, [](std::string_view) { return true; });
  return chunks.fault == Fault::none && !chunks.is_ended;
}

Fault decode_chunked(std::string_view encoded, Decompressed& out) {
  const auto add_data = [&](std::string_view data) {
    add(data, out);
    return !out.is_beyond_limit();
  };
  return read_chunks(encoded, add_data).fault;
}

std::string encode_chunked(std::string_view like, std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  const bool is_ended = read_chunks(like, [](std::string_view) { return true; }).is_ended;
  std::string encoded;
  encoded.reserve(text.size() + text.size() / chunk_size * 8 + 16);
  while (!text.empty()) {
    const std::string_view data = text.substr(0, chunk_size);
    std::string size;
    for (std::size_t left = data.size(); left > 0; left /= 16) size.insert(size.begin(), digits[left % 16]);
    encoded.append(size).append("\r\n").append(data).append("\r\n");
    text.remove_prefix(data.size());
  }
  if (is_ended) encoded.append("0\r\n\r\n");
  return encoded;
}

}  // namespace absolve::codec
