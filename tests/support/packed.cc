#include "packed.h"

#include <brotli/encode.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdint>
#include <cstdio>
#include <stdexcept>

#include "../../src/codec/compression/compressed.h"

namespace absolve::test {
namespace {

using codec::Coding;
using namespace std::string_view_literals;

/// What zlib makes of a text: raw, in its own frame, or, with a header, in that of gzip.
std::string deflated(std::string_view text, int window, int level, gz_header* header) {
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, window, 1, Z_DEFAULT_STRATEGY) != Z_OK) throw std::runtime_error("zlib");
  if (header != nullptr) deflateSetHeader(&stream, header);
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

/// A member of gzip with the header fields that are given.
std::string member(std::string_view text, gz_header header, int level) {
  return deflated(text, 16 + 9, level, &header);
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

std::string chunk(std::string_view text, const char* format, std::string_view end_of_line = "\r\n") {
  char size[20];
  static_cast<void>(std::snprintf(size, sizeof size, format, text.size()));
  return std::string(size).append(end_of_line).append(text);
}

std::string chunks(std::string_view text, Random& random) {
  std::string out;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, 1 + random.below(random.one_in(2) ? 3 : 40));
    text.remove_prefix(part.size());
    const std::string_view after = random.any({"\r\n", "\r\n", "\n", " \r\n", ";a\n", "; a=\"b;\"\r\n"});
    out.append(chunk(part, random.one_in(2) ? "%zx" : "%03zX", after)).append(random.any({"\r\n", "\n"}));
  }
  return out.append(random.any({"0\r\n\r\n", "0\n\n", "000;a\r\nA: b\r\n\r\n", "0\r\n", "", "0\r\n\r\n\r\n"}));
}

}  // namespace

std::string packed(Coding coding, std::string_view text, Random& random) {
  if (coding == Coding::chunked) return chunks(text, random);
  if (coding == Coding::deflate) return deflated(text, random.one_in(2) ? -9 : 9, random.one_in(2) ? 1 : 9, nullptr);
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
    case Coding::deflate: return deflated(text, 9, 6, nullptr);
    case Coding::brotli: return brotli(text, 5);
    case Coding::chunked: return chunk(text, "%zx") + "\r\n0\r\n\r\n";
    default: return frame(text, true, true);
  }
}

std::string content(codec::Coding coding, std::string_view packed) {
  codec::Fault fault{};
  const auto codec = codec::open_compressed(coding, packed, fault);
  EXPECT_EQ(codec == nullptr, fault != codec::Fault::none);
  return codec ? std::string(codec->text()) : "?" + std::string(describe(fault));
}

}  // namespace absolve::test
