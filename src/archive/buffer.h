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

/// A queue of bytes: added at one end, taken from the other. Each byte is moved at most about twice.
///
///     passed | view                        | space
///            position
class Buffer {
 public:
  [[nodiscard]] std::string_view view() const noexcept { return {bytes_.data() + begin_, end_ - begin_}; }

  /// The position of the first byte of the view, counted in all bytes that were ever added.
  [[nodiscard]] std::uint64_t position() const noexcept { return position_; }
  /// The position of the end of the view, counted in the same way.
  [[nodiscard]] std::uint64_t end() const noexcept { return position_ + (end_ - begin_); }

  /// Space for `size` more bytes. Invalidates what view() returned.
  [[nodiscard]] std::span<char> space(std::size_t size) {
    if (bytes_.size() - end_ < size) make_room(size);
    return {bytes_.data() + end_, size};
  }
  /// So many bytes were written to the space.
  void add(std::size_t size) noexcept { end_ += size; }

  void pass(std::size_t size) noexcept {
    begin_ += size;
    position_ += size;
    if (begin_ == end_) begin_ = end_ = 0;
  }

  /// Removes the first `size` bytes and returns them; if they are many, without a copy.
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
