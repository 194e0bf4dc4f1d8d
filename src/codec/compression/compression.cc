#include "compression.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace absolve::codec {

void compress_as_it_comes(Coding coding, FunctionRef<void(FunctionRef<void(std::string_view bytes)> write)> fill,
                          FunctionRef<void(std::string_view bytes)> take) {
  constexpr std::size_t at_once = std::size_t{1} << 20;
  std::unique_ptr<Compression> compression = coding == Coding::zstd ? zstd_compression() : nullptr;
  std::string held;  // of gzip the beginning, until it is clear that there is more than can be held
  std::string compressed;
  const auto hand_over = [&] {
    if (!compressed.empty()) take(compressed);
    compressed.clear();
  };
  const auto compress = [&](std::string_view bytes) {
    for (; !bytes.empty(); bytes.remove_prefix(std::min(at_once, bytes.size()))) {
      compression->write(bytes.substr(0, at_once), compressed);
      hand_over();
    }
  };
  fill([&](std::string_view bytes) {
    if (compression) return compress(bytes);
    if (bytes.size() <= at_once - held.size()) {
      held += bytes;
      return;
    }
    compression = gzip_compression();
    compress(std::exchange(held, {}));
    compress(bytes);
  });
  if (compression) compression->finish(compressed);
  else compressed = compress_member(held);
  hand_over();
}

}  // namespace absolve::codec
