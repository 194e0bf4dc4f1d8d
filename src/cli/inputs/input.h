#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "../system/files.h"
#include "byte_source.h"

namespace absolve::cli {

/// Memory to read inputs into, one after the other: many small ones cost one allocation.
class Buffer {
 public:
  Buffer() = default;
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  [[nodiscard]] char* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

  /// Makes room for `capacity` bytes, and keeps those that are there. Throws InputError.
  void grow(std::size_t capacity);
  /// Gives back what only a large input needed.
  void settle() noexcept;

 private:
  char* data_ = nullptr;
  std::size_t capacity_ = 0;
};

/// The bytes of a file, of standard input ("-"), which is consumed, or of a part of a file. They are read, never
/// mapped: what another process does to the file meanwhile can't change what was seen. A file is read up to the size
/// that it has at first, as it may be the one that is written to. There is one input a buffer at a time.
class Input {
 public:
  /// How it is opened.
  enum class Open {
    any,
    found,           // it was found to be a regular file, and must still be one
    found_unlinked,  // the same, and it was no symbolic link
  };

  /// Throws InputError.
  Input(Buffer& buffer, std::string name, Open how = Open::any);
  /// What `source` reads in a file, `size` bytes. Throws InputError.
  Input(Buffer& buffer, std::unique_ptr<ByteSource> source, Descriptor file, std::uint64_t size);
  ~Input() { buffer_.settle(); }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  /// Starts anew with what now bears the name; standard input, which must be a file then, goes back to where it was.
  void reopen();

  /// Goes to a byte of it, from 0, before anything was passed over. Throws InputError where it is no file.
  void go_to(std::uint64_t offset);

  /// What follows: at least `size` bytes, or all there are. Views die with the next call. Throws InputError.
  [[nodiscard]] std::string_view ahead(std::size_t size);
  /// What follows as far as it has arrived: up to `max` bytes as long as reading doesn't wait, but `min` or all
  /// there are in any case. Where a ByteSource is read, nobody knows whether that waits.
  [[nodiscard]] std::string_view arrived(std::size_t min, std::size_t max);
  /// Copies some of what follows, as it has arrived, and passes over that; returns how much: 0 at the end.
  [[nodiscard]] std::size_t take(std::span<char> room);
  /// All that follows.
  [[nodiscard]] std::string_view rest() { return ahead(SIZE_MAX); }
  /// Whether what was seen reaches to the end.
  [[nodiscard]] bool ended() const noexcept { return ended_; }
  /// Passes over bytes that were seen.
  void pass(std::size_t size) noexcept { at_ += size; }

  /// What to do before waiting for more to come.
  void before_waiting(std::function<void()> action) { before_waiting_ = std::move(action); }

  /// That of the file, as it was before the first byte was read.
  [[nodiscard]] const struct stat& status() const noexcept { return status_; }
  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }
  /// Another descriptor of the file. Throws InputError.
  [[nodiscard]] Descriptor same_file() const;
  /// How many bytes it has, if it is a file or stands in one.
  [[nodiscard]] std::uint64_t size() const noexcept { return source_ ? source_size_ : file_size(); }
  /// Where in the file it begins; nullopt: it is none, or stands somewhere in it.
  [[nodiscard]] std::optional<std::uint64_t> begin() const noexcept;

 private:
  void examine();
  void start();
  [[nodiscard]] std::uint64_t file_size() const noexcept;
  void read(std::size_t min, std::size_t max);
  [[nodiscard]] bool would_wait() const noexcept;
  void make_room(std::size_t wanted);

  Buffer& buffer_;
  std::string name_;
  Open how_;
  Descriptor file_;
  std::unique_ptr<ByteSource> source_;  // nullptr: the file itself
  std::uint64_t source_size_ = 0;
  off_t begin_ = 0;  // where it stood at first; negative: there is no such place in it
  struct stat status_ {};
  std::size_t size_ = 0;  // bytes in the buffer
  std::size_t at_ = 0;    // of these, passed over
  std::size_t left_ = 0;  // bytes still to be read, at most
  bool ended_ = false;
  std::function<void()> before_waiting_ = [] {};
};

/// The bytes ahead from which the content coding of an input is detected. No more of them are waited for than the first
/// few, or the first line end: a list may be one end of a conversation.
[[nodiscard]] std::string_view first_bytes(Input& input);

}  // namespace absolve::cli
