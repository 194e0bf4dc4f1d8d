#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// DEFLATE (RFC 1951) of texts that are in memory as a whole, by way of libdeflate: it packs and unpacks about twice as
// fast as zlib, but can't work in steps. What comes in steps is for gzip.cc. The same text gives the same bytes in
// every thread. All of these throw std::bad_alloc.

namespace absolve::codec {

/// What surrounds deflated data: nothing, or what RFC 1950 says.
enum class DeflateFrame : unsigned char { raw, zlib };

/// Longer texts are compressed in steps, so that memory stays small.
inline constexpr std::size_t max_whole_deflate = std::size_t{64} << 20;

/// Appends a text, compressed. `level`: as zlib counts, 1 to 9.
void append_deflated(std::string& out, std::string_view text, int level, DeflateFrame frame);

/// Decompresses one member of gzip into a space that it must fill; returns how many bytes it takes of `compressed`, or
/// nullopt: it is broken, cut short, of another size, or its header has a check of its own. What is in the space is
/// anything then. Where a block names more lengths or distances than RFC 1951 has (section 3.2.7), and uses none of
/// them, zlib calls it broken; libdeflate reads it.
[[nodiscard]] std::optional<std::size_t> inflate_member(std::string_view compressed, std::span<char> space);

/// How many bytes are in the member of gzip that ends where the text does, as its last four bytes say (RFC 1952,
/// section 2.3.1); nullopt: it can't be so many.
[[nodiscard]] std::optional<std::size_t> size_in_member(std::string_view member) noexcept;

/// CRC-32 of a text; `before`: that of what comes before it.
[[nodiscard]] std::uint32_t crc32_of(std::string_view text, std::uint32_t before = 0) noexcept;

}  // namespace absolve::codec
