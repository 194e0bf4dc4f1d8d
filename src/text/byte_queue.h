#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace absolve::inline detail {

/// A queue of bytes: added at one end, taken from the other. Each byte is moved at most about twice. It may begin with
/// bytes that somebody else owns, which are only copied when more are added.
///
///     passed | view                        | space
///            position
class ByteQueue {
 public:
  ByteQueue() = default;
  /// `lent` must outlive it, or the next call of space() or some_space().
  explicit ByteQueue(std::string_view lent) noexcept : bytes_(lent.data()), end_(lent.size()) {}
  ByteQueue(ByteQueue&& other) noexcept { *this = std::move(other); }
  ByteQueue& operator=(ByteQueue&& other) noexcept {
    bytes_ = std::exchange(other.bytes_, nullptr);
    own_ = std::move(other.own_);
    capacity_ = std::exchange(other.capacity_, 0);
    begin_ = std::exchange(other.begin_, 0);
    end_ = std::exchange(other.end_, 0);
    position_ = std::exchange(other.position_, 0);
    return *this;
  }
  ~ByteQueue() = default;

  [[nodiscard]] std::string_view view() const noexcept { return {bytes_ + begin_, end_ - begin_}; }

  /// The position of the first byte of the view, counted in all bytes that were ever added.
  [[nodiscard]] std::uint64_t position() const noexcept { return position_; }
  /// The position of the end of the view, counted in the same way.
  [[nodiscard]] std::uint64_t end() const noexcept { return position_ + (end_ - begin_); }

  /// Space for `size` more bytes. Invalidates what view() returned.
  [[nodiscard]] std::span<char> space(std::size_t size) {
    if (room() < size) make_room(size);
    return {own_.get() + end_, size};
  }
  /// Space for some more bytes, at most `size`: what is left, unless it is little. So bytes may come one by one.
  [[nodiscard]] std::span<char> some_space(std::size_t size) {
    constexpr std::size_t little = 4;  // one part in so many
    if (room() < size / little + 1) make_room(size);
    return {own_.get() + end_, std::min(size, room())};
  }
  /// So many bytes were written to the space.
  void add(std::size_t size) noexcept { end_ += size; }

  void pass(std::size_t size) noexcept {
    begin_ += size;
    position_ += size;
    if (begin_ == end_ && own_) begin_ = end_ = 0;
  }

  /// Removes the first `size` bytes and returns them.
  [[nodiscard]] std::string extract(std::size_t size) {
    std::string text(view().substr(0, size));
    pass(size);
    return text;
  }

 private:
  /// Bytes that somebody else owns have no room after them.
  [[nodiscard]] std::size_t room() const noexcept { return own_ ? capacity_ - end_ : 0; }

  /// Moves the bytes to the front, or to a new place: a larger one, or a smaller one if most of a large one is unused.
  void make_room(std::size_t size) {
    constexpr std::size_t large = std::size_t{8} << 20;
    const std::size_t used = end_ - begin_;
    const bool is_oversized = capacity_ > large && used + size < capacity_ / 8;
    if (own_ && begin_ >= used && capacity_ - used >= size && !is_oversized) {
      std::memmove(own_.get(), bytes_ + begin_, used);
    } else {
      const std::size_t capacity = used + std::max(2 * size, used / 2);
      auto larger = std::make_unique_for_overwrite<char[]>(capacity);
      if (used > 0) std::memcpy(larger.get(), bytes_ + begin_, used);
      own_ = std::move(larger);
      bytes_ = own_.get();
      capacity_ = capacity;
    }
    begin_ = 0;
    end_ = used;
  }

  const char* bytes_ = nullptr;
  std::unique_ptr<char[]> own_;  // nullptr if somebody else owns them
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t position_ = 0;
};

}  // namespace absolve::inline detail
