#include "compressed_reader.h"

#include <utility>

#include "compressed.h"
#include "decompression.h"

namespace absolve::codec {

/// Consecutive members or frames:
///
///     1F 8B 08 ... | 1F 8B 08 ... | 0 0 0
///     buffer_: the bytes that were read; those before at_ have been decompressed
class CompressedReader::State {
 public:
  State(Coding coding, Read read)
      : is_gzip_(coding == Coding::gzip),
        decompression_(is_gzip_ ? gzip_decompression() : zstd_decompression({})),
        read_(std::move(read)) {}

  [[nodiscard]] const std::string& error() const noexcept { return error_; }

  std::size_t read(std::span<char> space) {
    while (error_.empty()) {
      if (at_ == buffer_.size() && !fill()) {
        if (is_in_member_ || !has_member_) fail(is_cut_short);
        return 0;
      }
      if (!is_in_member_ && !begin()) continue;
      const Decompression::Step step = decompression_->step(rest(), space);
      at_ += step.taken;
      is_in_member_ = !step.is_end;
      if (!step.error.empty()) fail(step.error);
      else if (step.given > 0) return step.given;
      else if (step.taken == 0 && !step.is_end && !fill()) fail(is_cut_short);
    }
    return 0;
  }

 private:
  [[nodiscard]] std::string_view rest() const noexcept { return std::string_view(buffer_).substr(at_); }

  /// Reads more after the remaining bytes; false: there is no more.
  bool fill() {
    constexpr std::size_t block = std::size_t{64} << 10;
    buffer_.erase(0, std::exchange(at_, 0));
    const std::size_t before = buffer_.size();
    buffer_.resize(before + block);
    std::size_t got = 0;
    try {
      got = read_({buffer_.data() + before, block});
    } catch (...) {
      buffer_.resize(before);  // so that a later call reads on after an exception
      throw;
    }
    buffer_.resize(before + got);
    return got > 0;
  }

  /// Begins a member or a frame; false: there is none.
  bool begin() {
    constexpr std::size_t enough = 4;  // to recognize it
    if (is_gzip_ && has_member_ && rest().front() == '\0') {
      at_ += std::min(rest().find_first_not_of('\0'), rest().size());
      is_padded_ = true;
      return false;
    }
    while (rest().size() < enough && fill()) {
    }
    const auto coding = is_gzip_ ? Coding::gzip : Coding::zstd;
    if (has_member_ && (is_padded_ || content_coding_at(rest()) != coding)) {
      fail(goes_on);
      return false;
    }
    decompression_->begin();
    is_in_member_ = has_member_ = true;
    return true;
  }

  void fail(std::string_view why) {
    error_.append("its compressed data (").append(is_gzip_ ? "gzip" : "zstd").append(") ").append(why);
  }

  bool is_gzip_;
  std::unique_ptr<Decompression> decompression_;
  Read read_;
  std::string buffer_;
  std::size_t at_ = 0;
  bool has_member_ = false;
  bool is_in_member_ = false;
  bool is_padded_ = false;
  std::string error_;
};

CompressedReader::CompressedReader(Coding coding, Read read)
    : state_(std::make_unique<State>(coding, std::move(read))) {}
CompressedReader::~CompressedReader() = default;
CompressedReader::CompressedReader(CompressedReader&&) noexcept = default;
CompressedReader& CompressedReader::operator=(CompressedReader&&) noexcept = default;

std::size_t CompressedReader::read(std::span<char> space) { return state_->read(space); }
const std::string& CompressedReader::error() const noexcept { return state_->error(); }

}  // namespace absolve::codec
