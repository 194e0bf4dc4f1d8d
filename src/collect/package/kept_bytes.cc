#include "kept_bytes.h"

#include <span>

#include "../../codec/compression/whole_deflate.h"

namespace absolve::collect {

KeptBytes::KeptBytes(Scratch scratch) : scratch_(std::move(scratch)) {
  if (scratch_.add) return;
  scratch_.add = [this](std::string_view bytes) { memory_ += bytes; };
  scratch_.read_at = [this](std::uint64_t at, std::span<char> space) {
    return zip::in_memory(memory_).read_at(at, space);
  };
}

void KeptBytes::begin() {
  begin_ = end_;
  checksum_ = 0;
  digest_ = warc::Digest::of("sha256");
}

void KeptBytes::add(std::string_view bytes) {
  scratch_.add(bytes);
  digest_->add(bytes);
  checksum_ = codec::crc32_of(bytes, checksum_);
  end_ += bytes.size();
}

KeptBytes::Kept KeptBytes::end(std::string name) {
  const std::uint64_t size = end_ - begin_;
  const auto put = [this, begin = begin_, end = end_](const WriteFunction& write) {
    zip::copy({scratch_.read_at, end}, begin, end, write);
  };
  return {{std::move(name), warc::base16(digest_->finish()), size}, {size, size, checksum_, zip::Method::stored, put}};
}

}  // namespace absolve::collect
