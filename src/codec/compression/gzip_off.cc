// For a build without gzip, zlib and deflate (ABSOLVE_CODECS): whatever is compressed with them is left, and the reason
// says so. What would be compressed without having been decompressed before, a new archive, is refused where it is
// begun (collect/left_out.h), so the functions that compress are never called.

#include "compressed.h"
#include "compression.h"
#include "decompression_off.h"
#include "whole_deflate.h"

namespace absolve::codec {

Fault decompress_gzip(std::string_view, Decompressed&) { return Fault::left_out; }
std::string compress_gzip(std::string_view like, std::string_view) { return std::string(like); }
Fault decompress_deflate(std::string_view, Decompressed&) { return Fault::left_out; }
std::string compress_deflate(std::string_view like, std::string_view) { return std::string(like); }
std::unique_ptr<Decompression> gzip_decompression() { return std::make_unique<NoDecompression>(); }
std::unique_ptr<Decompression> raw_decompression() { return std::make_unique<NoDecompression>(); }
std::string compress_member(std::string_view) { return {}; }
std::unique_ptr<Compression> gzip_compression(std::string_view) { return nullptr; }

void append_deflated(std::string&, std::string_view, int, DeflateFrame) {}
std::optional<std::size_t> inflate_member(std::string_view, std::span<char>) { return std::nullopt; }
std::optional<std::size_t> size_in_member(std::string_view) noexcept { return std::nullopt; }
std::uint32_t crc32_of(std::string_view, std::uint32_t before) noexcept { return before; }

}  // namespace absolve::codec
