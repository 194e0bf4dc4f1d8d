#include "compression.h"

#include <algorithm>
#include <cstddef>

#include "compressed.h"

namespace absolve::codec {
namespace {

constexpr std::size_t compressed_at_once = std::size_t{1} << 20;

}  // namespace

void Compressor::write(std::string_view bytes, Put put) {
  while (!bytes.empty()) {
    const std::size_t size = std::min(bytes.size(), compressed_at_once - held_.size());
    held_ += bytes.substr(0, size);
    bytes.remove_prefix(size);
    if (held_.size() == compressed_at_once && !bytes.empty()) compress(put);
  }
}

void Compressor::finish(Put put) {
  if (is_taking_) return;
  if (coding_ == Coding::gzip && !compression_) {
    compressed_ = compress_gzip(like_, held_);
  } else {
    compress(put);
    compression_->finish(compressed_);
  }
  hand_over(put);
}

void Compressor::compress(Put put) {
  if (!compression_) compression_ = coding_ == Coding::zstd ? zstd_compression(like_) : gzip_compression(like_);
  compression_->write(held_, compressed_);
  held_.clear();
  hand_over(put);
}

void Compressor::hand_over(Put put) {
  if (compressed_.empty()) return;
  is_taking_ = true;
  put(compressed_);
  is_taking_ = false;
  compressed_.clear();
}

}  // namespace absolve::codec
