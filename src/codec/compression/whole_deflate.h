#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// DEFLATE (RFC 1951) for texts that are in memory as a whole, with libdeflate: it compresses and decompresses about
// twice as fast as zlib, but can't work in steps. Data that arrives in steps is processed in gzip.cc. The same text
// gives the same bytes in every thread. All of these may throw std::bad_alloc.

namespace absolve::codec {

/// The frame around deflated data: none, or that of RFC 1950.
enum class DeflateFrame : unsigned char { raw, zlib };

/// Compresses a text and appends the result. `level` is one of zlib's, 1 to 9.
void append_deflated(std::string& out, std::string_view text, int level, DeflateFrame frame);

/// Decompresses one member of gzip into a space that it must fill exactly; returns how many bytes of `compressed` it
/// takes. nullopt if it is broken, cut short, of another size, or its header has a CRC of its own; then the content of
/// the space is unspecified. A block that declares more lengths or distances than RFC 1951 allows (section 3.2.7),
/// without using the excess, is broken for zlib, but not for libdeflate.
[[nodiscard]] std::optional<std::size_t> inflate_member(std::string_view compressed, std::span<char> space);

/// The decompressed size of the gzip member that ends at the end of the text, from its last four bytes (RFC 1952,
/// section 2.3.1); nullopt if it can't be that large.
[[nodiscard]] std::optional<std::size_t> size_in_member(std::string_view member) noexcept;

/// CRC-32 of a text; `before` is the CRC-32 of the text before it.
[[nodiscard]] std::uint32_t crc32_of(std::string_view text, std::uint32_t before = 0) noexcept;

}  // namespace absolve::codec
