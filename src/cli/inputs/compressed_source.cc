#include "compressed_source.h"

#include <algorithm>
#include <cstring>

#include "../../text/growth.h"

namespace absolve::cli {
namespace {

std::string decompressed(std::string_view compressed, ContentCoding coding, std::size_t size) {
  CompressedReader reader(coding, [&compressed](std::span<char> room) {
    const std::size_t taken = std::min(room.size(), compressed.size());
    std::memcpy(room.data(), compressed.data(), taken);
    compressed.remove_prefix(taken);
    return taken;
  });
  std::string text(size, '\0');
  std::size_t filled = 0;
  while (filled < size) {
    const std::size_t got = reader.read(std::span(text).subspan(filled));
    if (got == 0) break;
    filled += got;
  }
  text.resize(filled);
  return text;
}

}  // namespace

std::size_t CompressedSource::read(std::span<char> room) {
  const std::size_t size = reader_.read(room);
  given_ += size;
  if (size == 0 && !reader_.error().empty()) throw InputError(reader_.error());
  if (is_limited_ && given_ > max_growth(taken_)) {
    throw InputError("its compressed data expands beyond the limit of 64 MiB plus 100 times its size");
  }
  return size;
}

std::string decompressed_beginning(OpenInput& input, ContentCoding coding, std::size_t size) {
  constexpr std::size_t most = std::size_t{1} << 20;
  for (std::size_t seen = 256;; seen *= 2) {
    const std::string_view compressed = input.ahead(seen);
    std::string text = decompressed(compressed, coding, size);
    if (text.size() == size || compressed.size() < seen || seen >= most) return text;
  }
}

}  // namespace absolve::cli
