#include "absolve/archive.h"

#include <utility>

namespace absolve {

class ArchiveReader::State {
 public:
  Read read;
  std::string trouble;
};

ArchiveReader::ArchiveReader(Read read, ArchiveRange) : state_(std::make_unique<State>()) {
  state_->read = std::move(read);
}
ArchiveReader::~ArchiveReader() = default;
ArchiveReader::ArchiveReader(ArchiveReader&&) noexcept = default;
ArchiveReader& ArchiveReader::operator=(ArchiveReader&&) noexcept = default;

ArchivePacking ArchiveReader::packing() const noexcept { return ArchivePacking::none; }
std::optional<Record> ArchiveReader::next() { return std::nullopt; }
void ArchiveReader::rest(const std::function<void(std::string_view bytes)>&) {}
const std::string& ArchiveReader::trouble() const noexcept { return state_->trouble; }
std::size_t ArchiveReader::troubles() const noexcept { return 0; }

class GzipMember::State {
 public:
  Take take;
};

GzipMember::GzipMember(Take take) : state_(std::make_unique<State>()) { state_->take = std::move(take); }
GzipMember::~GzipMember() = default;
void GzipMember::write(std::string_view bytes) { state_->take(bytes); }
void GzipMember::finish() {}

std::string gzip_member(std::string_view record) { return std::string(record); }

}  // namespace absolve
