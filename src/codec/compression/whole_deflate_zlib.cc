// For a build with zlib alone (ABSOLVE_CODECS=zlib). The text is the same as with libdeflate; the compressed bytes are
// zlib's, which are a little more.

#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <memory>
#include <new>

#include "whole_deflate.h"

namespace absolve::codec {

void append_deflated(std::string& out, std::string_view text, int level, DeflateFrame frame) {
  constexpr int usual_memory = 8;
  z_stream stream{};
  const int window = frame == DeflateFrame::raw ? -MAX_WBITS : MAX_WBITS;
  if (deflateInit2(&stream, level, Z_DEFLATED, window, usual_memory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  const std::unique_ptr<z_stream, decltype(&deflateEnd)> ended(&stream, deflateEnd);
  // Texts of any other size are compressed in steps (gzip.cc): this one can be counted in unsigned int.
  const std::size_t before = out.size();
  out.resize(before + deflateBound(&stream, static_cast<uLong>(text.size())));
  stream.next_in = reinterpret_cast<const Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data() + before);
  stream.avail_out = static_cast<uInt>(out.size() - before);
  deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
}

/// zlib works in steps, which gzip.cc does.
std::optional<std::size_t> inflate_member(std::string_view, std::span<char>) { return std::nullopt; }
std::optional<std::size_t> size_in_member(std::string_view) noexcept { return std::nullopt; }

std::uint32_t crc32_of(std::string_view text, std::uint32_t before) noexcept {
  constexpr std::size_t most = std::size_t{1} << 30;
  uLong check = before;
  while (!text.empty()) {
    const std::size_t size = std::min(text.size(), most);
    check = crc32(check, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(size));
    text.remove_prefix(size);
  }
  return static_cast<std::uint32_t>(check);
}

}  // namespace absolve::codec
