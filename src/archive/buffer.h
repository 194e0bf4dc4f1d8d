#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace absolve::container {

/// Bytes that come at one end and go at the other. Each byte is moved about twice at most, whatever comes and goes.
///
///     passed | view                        | space
///            position
class Buffer {
 public:
  [[nodiscard]] std::string_view view() const noexcept { return {bytes_.data() + begin_, end_ - begin_}; }

  /// Of the first byte of the view among all that ever came.
  [[nodiscard]] std::uint64_t position() const noexcept { return position_; }
  /// Where the view ends among all that ever came.
  [[nodiscard]] std::uint64_t end() const noexcept { return position_ + (end_ - begin_); }

  /// Where `size` more bytes may be put. What view() gave is gone.
  [[nodiscard]] std::span<char> space(std::size_t size) {
    if (bytes_.size() - end_ < size) make_room(size);
    return {bytes_.data() + end_, size};
  }
  /// So many were put there.
  void add(std::size_t size) noexcept { end_ += size; }

  void pass(std::size_t size) noexcept {
    begin_ += size;
    position_ += size;
    if (begin_ == end_) begin_ = end_ = 0;
  }

  /// Passes `size` bytes, and gives them: many of them without a copy.
  [[nodiscard]] std::string take(std::size_t size) {
    if (size < worth_moving || size < bytes_.size() / 2) {
      std::string text(view().substr(0, size));
      pass(size);
      return text;
    }
    std::string behind(view().substr(size));
    std::string text = std::exchange(bytes_, std::move(behind));
    text.resize(begin_ + size);
    text.erase(0, begin_);
    position_ += size;
    begin_ = 0;
    end_ = bytes_.size();
    return text;
  }

 private:
  static constexpr std::size_t worth_moving = std::size_t{1} << 20;

  void make_room(std::size_t size) {
    const std::size_t used = end_ - begin_;
    const bool is_oversized = bytes_.size() > 8 * worth_moving && used + size < bytes_.size() / 8;
    if (begin_ >= used && bytes_.size() - used >= size && !is_oversized) {
      std::memmove(bytes_.data(), bytes_.data() + begin_, used);
    } else {
      std::string larger;
      larger.reserve(used + std::max(2 * size, used / 2));
      larger.append(view());
      larger.resize(larger.capacity());
      bytes_ = std::move(larger);
    }
    begin_ = 0;
    end_ = used;
  }

  std::string bytes_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t position_ = 0;
};

}  // namespace absolve::container
