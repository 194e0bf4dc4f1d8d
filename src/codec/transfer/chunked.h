#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace absolve::codec {

/// The line with the size of a chunk (RFC 9112, section 7.1).
///
///     1a;name=value CR LF
struct ChunkSize {
  std::size_t value;   // of its data
  std::size_t length;  // of the line, with its line end
};

/// Whether a chunked body ends before its last chunk. Linear in the number of chunks.
[[nodiscard]] bool are_chunks_cut(std::string_view encoded);

/// The chunk-size line at the beginning of a text: hexadecimal digits, and after a semicolon extensions, which are
/// ignored. It may end in a single LF, and have blanks around the digits, as browsers accept. nullopt if it is not such
/// a line, has no end, or has a size that no text can have. Linear in the line.
[[nodiscard]] std::optional<ChunkSize> read_chunk_size(std::string_view text) noexcept;

/// Whether a body that was cut off may end like this after a chunk: with a chunk-size line that has no end, with a part
/// of one, or with nothing. Linear in the rest.
[[nodiscard]] bool may_be_cut_there(std::string_view rest) noexcept;

}  // namespace absolve::codec
