#include "absolve/readers.h"

#include <algorithm>
#include <string>

namespace absolve {

/// The bytes that were read, with the piece at their beginning, which the next call skips:
///
///     |   piece   | read ahead |  room  |
///     0           passed_      size_    buffer_.size()
class PieceReader::State {
 public:
  State(Container container, Read read) : container_(container), read_(std::move(read)) {}

  std::optional<std::string_view> next() {
    std::copy(buffer_.begin() + offset(passed_), buffer_.begin() + offset(size_), buffer_.begin());
    size_ -= passed_;
    passed_ = 0;
    for (std::size_t seen = 0;;) {
      const Window window = next_window(container_, seen);
      fill(window.min);
      const std::string_view text(buffer_.data(), size_);
      if (const auto piece = next_piece(container_, text, window.at, has_ended_)) {
        passed_ = piece->next;
        return passed_ == 0 ? std::nullopt : std::optional(text.substr(0, passed_));
      }
      seen = size_;
    }
  }

 private:
  static std::ptrdiff_t offset(std::size_t at) noexcept { return static_cast<std::ptrdiff_t>(at); }

  /// Reads until there are so many bytes, or all.
  void fill(std::size_t wanted) {
    constexpr std::size_t at_once = std::size_t{64} << 10;
    while (size_ < wanted && !has_ended_) {
      if (buffer_.size() - size_ < at_once) buffer_.resize(std::max(2 * buffer_.size(), size_ + at_once));
      const std::span<char> space = std::span(buffer_).subspan(size_);
      const std::size_t got = std::min(read_(space), space.size());
      has_ended_ = got == 0;
      size_ += got;
    }
  }

  Container container_;
  Read read_;
  std::string buffer_;
  std::size_t size_ = 0;
  std::size_t passed_ = 0;
  bool has_ended_ = false;
};

PieceReader::PieceReader(Container container, Read read)
    : state_(std::make_unique<State>(container, std::move(read))) {}
PieceReader::~PieceReader() = default;
PieceReader::PieceReader(PieceReader&& other) noexcept = default;
PieceReader& PieceReader::operator=(PieceReader&& other) noexcept = default;

std::optional<std::string_view> PieceReader::next() { return state_->next(); }

}  // namespace absolve
