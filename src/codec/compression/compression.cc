#include "compression.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "compressed.h"

namespace absolve::codec {
namespace {

/// Collects what is written, since compressing a few bytes takes as long as compressing many.
class Compressor {
 public:
  Compressor(Coding coding, std::string_view like, FunctionRef<void(std::string_view bytes)> take)
      : coding_(coding), like_(like), take_(take) {}

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::size_t size = std::min(bytes.size(), at_once - held_.size());
      held_ += bytes.substr(0, size);
      bytes.remove_prefix(size);
      if (held_.size() == at_once && !bytes.empty()) compress();
    }
  }

  /// In gzip, a text that fits in the collected bytes is compressed as a whole.
  void finish() {
    if (is_taking_) return;
    if (coding_ == Coding::gzip && !compression_) {
      compressed_ = compress_gzip(like_, held_);
    } else {
      compress();
      compression_->finish(compressed_);
    }
    hand_over();
  }

 private:
  static constexpr std::size_t at_once = std::size_t{1} << 20;

  void compress() {
    if (!compression_) compression_ = coding_ == Coding::zstd ? zstd_compression(like_) : gzip_compression(like_);
    compression_->write(held_, compressed_);
    held_.clear();
    hand_over();
  }

  void hand_over() {
    if (compressed_.empty()) return;
    is_taking_ = true;
    take_(compressed_);
    is_taking_ = false;
    compressed_.clear();
  }

  Coding coding_;
  std::string_view like_;
  FunctionRef<void(std::string_view bytes)> take_;
  std::unique_ptr<Compression> compression_;
  std::string held_;
  std::string compressed_;
  bool is_taking_ = false;  // take_ is running, or has thrown: it must not be called again
};

}  // namespace

void compress_as_it_comes(Coding coding, std::string_view like,
                          FunctionRef<void(FunctionRef<void(std::string_view bytes)> write)> fill,
                          FunctionRef<void(std::string_view bytes)> take) {
  Compressor compressor(coding, like, take);
  try {
    fill([&](std::string_view bytes) { compressor.write(bytes); });
  } catch (...) {
    compressor.finish();  // so that data after it in the same file can be read
    throw;
  }
  compressor.finish();
}

}  // namespace absolve::codec
