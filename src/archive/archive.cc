#include "absolve/archive.h"

#include <string>
#include <utility>

#include "../codec/compression/compression.h"
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
std::string ArchiveReader::rest(const std::function<void(std::string_view bytes)>& take) { return state_->rest(take); }
const std::string& ArchiveReader::error() const noexcept { return state_->segments().error(); }
std::size_t ArchiveReader::errors() const noexcept { return state_->segments().errors(); }

void gzip_member(const std::function<void(const std::function<void(std::string_view bytes)>& write)>& fill,
                 const std::function<void(std::string_view bytes)>& take) {
  codec::compress_as_it_comes(codec::Coding::gzip, "", fill, take);
}

std::string gzip_member(std::string_view record) { return codec::compress_member(record); }

}  // namespace absolve
