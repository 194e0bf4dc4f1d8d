// For a build without zstd (ABSOLVE_CODECS): whatever is compressed with it is left, and the reason says so. Nothing is
// compressed anew that was not decompressed before, so the functions that compress are never called.

#include "compressed.h"
#include "compression.h"
#include "decompression_off.h"

namespace absolve::codec {

Fault decompress_zstd(std::string_view, Decompressed&) { return Fault::left_out; }
std::string compress_zstd(std::string_view like, std::string_view) { return std::string(like); }
std::unique_ptr<Compression> zstd_compression(std::string_view) { return nullptr; }
std::unique_ptr<Decompression> zstd_decompression(std::string_view) { return std::make_unique<NoDecompression>(); }

}  // namespace absolve::codec
