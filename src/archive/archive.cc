#include "absolve/archive.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "../codec/compression/decompression.h"
#include "records.h"

namespace absolve {

class ArchiveReader::State : public container::Records {
 public:
  using Records::Records;
};

ArchiveReader::ArchiveReader(Read read, ArchiveRange range) : state_(std::make_unique<State>(std::move(read), range)) {}
ArchiveReader::~ArchiveReader() = default;
ArchiveReader::ArchiveReader(ArchiveReader&&) noexcept = default;
ArchiveReader& ArchiveReader::operator=(ArchiveReader&&) noexcept = default;

ArchiveCompression ArchiveReader::compression() const noexcept { return state_->segments().compression(); }
std::optional<Record> ArchiveReader::next() { return state_->next(); }
std::string ArchiveReader::rest(FunctionRef<void(std::string_view bytes)> take) { return state_->rest(take); }
const std::string& ArchiveReader::error() const noexcept { return state_->segments().error(); }
std::size_t ArchiveReader::errors() const noexcept { return state_->segments().errors(); }

void gzip_member(FunctionRef<void(FunctionRef<void(std::string_view bytes)> write)> fill,
                 FunctionRef<void(std::string_view bytes)> take) {
  constexpr std::size_t at_once = std::size_t{1} << 20;
  std::optional<codec::GzipCompression> compression;
  std::string held;  // the beginning, until it is clear that there is more than can be held
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
    compression.emplace();
    compress(std::exchange(held, {}));
    compress(bytes);
  });
  if (compression) compression->finish(compressed);
  else compressed = codec::compress_member(held);
  hand_over();
}

std::string gzip_member(std::string_view record) { return codec::compress_member(record); }

}  // namespace absolve
