#include "absolve/archive.h"

#include <algorithm>
#include <utility>

#include "../codec/compression/unpacking.h"
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

ArchivePacking ArchiveReader::packing() const noexcept { return state_->segments().packing(); }
std::optional<Record> ArchiveReader::next() { return state_->next(); }
std::string ArchiveReader::rest(const std::function<void(std::string_view bytes)>& take) { return state_->rest(take); }
const std::string& ArchiveReader::trouble() const noexcept { return state_->segments().trouble(); }
std::size_t ArchiveReader::troubles() const noexcept { return state_->segments().troubles(); }

class GzipMember::State {
 public:
  explicit State(Take take) : take_(std::move(take)) {}

  void write(std::string_view bytes) {
    constexpr std::size_t at_once = std::size_t{1} << 20;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(at_once, bytes.size()))) {
      packing_.write(bytes.substr(0, at_once), packed_);
      hand_over();
    }
  }

  void finish() {
    packing_.finish(packed_);
    hand_over();
  }

 private:
  void hand_over() {
    if (!packed_.empty()) take_(packed_);
    packed_.clear();
  }

  Take take_;
  codec::GzipPacking packing_;
  std::string packed_;
};

GzipMember::GzipMember(Take take) : state_(std::make_unique<State>(std::move(take))) {}
GzipMember::~GzipMember() = default;
void GzipMember::write(std::string_view bytes) { state_->write(bytes); }
void GzipMember::finish() { state_->finish(); }

std::string gzip_member(std::string_view record) {
  std::string packed;
  codec::GzipPacking packing;
  packing.write(record, packed);
  packing.finish(packed);
  return packed;
}

}  // namespace absolve
