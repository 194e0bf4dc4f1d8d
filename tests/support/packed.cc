#include "packed.h"

#include <brotli/encode.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace absolve::test {
namespace {

using codec::Coding;
using namespace std::string_view_literals;

/// A member of gzip with the header fields that are given.
std::string member(std::string_view text, gz_header header, int level) {
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, 16 + 9, 1, Z_DEFAULT_STRATEGY) != Z_OK) throw std::runtime_error("zlib");
  deflateSetHeader(&stream, &header);
  std::string out(text.size() + text.size() / 100 + 1000, '\0');
  std::string in(text);
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::runtime_error("zlib");
  return out;
}

std::string random_member(std::string_view text, Random& random) {
  std::string name(random.any({"a.html", "x", "\xE9"}));
  std::string comment(random.any({"", "a comment"}));
  std::string extra(random.any({"BC\2\0\x1B\0"sv, ""sv, "\0\0"sv}));
  gz_header header{};
  header.time = random.below(1'000'000);
  header.os = 3;
  header.text = random.one_in(3) ? 1 : 0;
  header.hcrc = random.one_in(3) ? 1 : 0;
  if (random.one_in(2)) header.name = reinterpret_cast<Bytef*>(name.data());
  if (random.one_in(3)) header.comment = reinterpret_cast<Bytef*>(comment.data());
  if (random.one_in(3)) {
    header.extra = reinterpret_cast<Bytef*>(extra.data());
    header.extra_len = static_cast<uInt>(extra.size());
  }
  constexpr std::string_view levels = "\x00\x01\x06\x09"sv;
  return member(text, header, levels[random.below(levels.size())]);
}

std::string frame(std::string_view text, bool with_checksum, bool with_size) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 1);
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, with_checksum ? 1 : 0);
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, with_size ? 1 : 0);
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size());
  ZSTD_freeCCtx(context);
  if (ZSTD_isError(size) != 0) throw std::runtime_error("zstd");
  out.resize(size);
  return out;
}

std::string brotli(std::string_view text, int quality) {
  std::size_t size = BrotliEncoderMaxCompressedSize(text.size());
  std::string out(size, '\0');
  if (BrotliEncoderCompress(quality, BROTLI_MIN_WINDOW_BITS, BROTLI_DEFAULT_MODE, text.size(),
                            reinterpret_cast<const std::uint8_t*>(text.data()), &size,
                            reinterpret_cast<std::uint8_t*>(out.data())) == BROTLI_FALSE) {
    throw std::runtime_error("brotli");
  }
  out.resize(size);
  return out;
}

}  // namespace

std::string packed(Coding coding, std::string_view text, Random& random) {
  if (coding == Coding::brotli) return brotli(text, random.one_in(2) ? 0 : 1);
  const bool is_gzip = coding == Coding::gzip;
  std::string out;
  do {
    const std::string_view part = text.substr(0, random.one_in(3) ? random.below(text.size() + 1) : text.size());
    text.remove_prefix(part.size());
    if (!is_gzip && random.one_in(5)) out += "\x5A\x2A\x4D\x18\x03\0\0\0abc"sv;
    out += is_gzip ? random_member(part, random) : frame(part, random.one_in(2), random.one_in(2));
  } while (!text.empty());
  if (is_gzip && random.one_in(5)) out.append(random.below(600), '\0');
  return out;
}

std::string packed(Coding coding, std::string_view text) {
  switch (coding) {
    case Coding::gzip: return member(text, {}, 6);
    case Coding::brotli: return brotli(text, 5);
    default: return frame(text, true, true);
  }
}

}  // namespace absolve::test
