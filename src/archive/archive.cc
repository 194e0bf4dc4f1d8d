#include "absolve/archive.h"

#include <algorithm>
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

class GzipMember::State {
 public:
  explicit State(Take take) : take_(std::move(take)) {}

  void write(std::string_view bytes) {
    constexpr std::size_t at_once = std::size_t{1} << 20;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(at_once, bytes.size()))) {
      compression_.write(bytes.substr(0, at_once), compressed_);
      hand_over();
    }
  }

  void finish() {
    compression_.finish(compressed_);
    hand_over();
  }

 private:
  void hand_over() {
    if (!compressed_.empty()) take_(compressed_);
    compressed_.clear();
  }

  Take take_;
  codec::GzipCompression compression_;
  std::string compressed_;
};

GzipMember::GzipMember(Take take) : state_(std::make_unique<State>(std::move(take))) {}
GzipMember::~GzipMember() = default;
void GzipMember::write(std::string_view bytes) { state_->write(bytes); }
void GzipMember::finish() { state_->finish(); }

std::string gzip_member(std::string_view record) {
  std::string compressed;
  codec::GzipCompression compression;
  compression.write(record, compressed);
  compression.finish(compressed);
  return compressed;
}

}  // namespace absolve
