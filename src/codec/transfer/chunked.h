#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace absolve::codec {

/// The line that says the size of a chunk (RFC 9112, section 7.1).
///
///     1a;name=value CR LF
struct ChunkSize {
  std::size_t value;   // of its data
  std::size_t length;  // of the line, with its line end
};

/// Whether a body in chunks ends before its last one. Linear in the number of chunks.
[[nodiscard]] bool are_chunks_cut(std::string_view encoded);

/// The line that a text starts with: hexadecimal digits, and extensions after a semicolon, which nobody uses. It may
/// end in LF alone, and have blanks around the digits, as browsers take them. nullopt: it is none such, has no end, or
/// says a size that no text has. Linear in the line.
[[nodiscard]] std::optional<ChunkSize> read_chunk_size(std::string_view text) noexcept;

/// Whether a body that is cut may end so, behind a chunk: with a line that says a size but has no end, a part of one,
/// or nothing. Linear in the rest.
[[nodiscard]] bool may_be_cut_there(std::string_view rest) noexcept;

}  // namespace absolve::codec
