// JobInput opens the input of a job as an OpenInput, and looks at its first bytes to detect the type; then the run over
// the units reads the rest. The list of jobs looks into archives in the same way.

#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "../system/files.h"
#include "absolve/rewriter.h"

namespace absolve::cli {

/// Memory that inputs are read into, one after the other: many small inputs cost one allocation.
class Buffer {
 public:
  Buffer() = default;
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  [[nodiscard]] char* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

  /// Enlarges it to `capacity` bytes, and keeps its content. Throws InputError.
  void grow(std::size_t capacity);
  /// Frees memory that only a large input needed.
  void settle() noexcept;

 private:
  char* data_ = nullptr;
  std::size_t capacity_ = 0;
};

/// The bytes of a file, of standard input ("-"), which is consumed, or of a part of a file. They are read, never mapped
/// into memory, so that changes by other processes can't affect bytes that were already seen. A file is read up to the
/// size that it has at first, since it may be the file that is being written to. Only one input at a time may use a
/// buffer.
class OpenInput {
 public:
  /// How a file is opened.
  enum class Open {
    any,
    found,           // it was found to be a regular file, and must still be one
    found_unlinked,  // the same, and the path was not a symbolic link
  };

  /// Throws InputError.
  OpenInput(Buffer& buffer, std::string name, Open how = Open::any);
  /// The `size` bytes that `source` reads from a file. Throws InputError.
  OpenInput(Buffer& buffer, ReadFunction source, Descriptor file, std::uint64_t size);
  ~OpenInput() { buffer_.settle(); }
  OpenInput(const OpenInput&) = delete;
  OpenInput& operator=(const OpenInput&) = delete;

  /// Starts again with the file that now has this name; standard input, which must be a file then, is set back to its
  /// original position.
  void reopen();

  /// Moves to an offset, in bytes from 0; only before any bytes were passed. Throws InputError if it is not a file.
  void go_to(std::uint64_t offset);

  /// The next bytes: at least `size`, or all that are left. Views are valid until the next call. Throws InputError.
  [[nodiscard]] std::string_view ahead(std::size_t size);
  /// The next bytes that have arrived: up to `max` if this doesn't mean waiting, but at least `min`, or all that are
  /// left. It is unknown whether reading from a source waits.
  [[nodiscard]] std::string_view arrived(std::size_t min, std::size_t max);
  /// All bytes that are left.
  [[nodiscard]] std::string_view rest() { return ahead(SIZE_MAX); }
  /// Passes the bytes that were seen, and returns them; valid until the input is destroyed.
  [[nodiscard]] std::string_view lend() noexcept;
  /// Whether nothing comes after the bytes that were seen.
  [[nodiscard]] bool is_all_seen() const noexcept { return left_ == 0; }
  /// Reads the bytes after those that were lent (a ReadFunction): up to room.size(); returns how many, 0 at the end, or
  /// would_wait; if it is called again then, it waits.
  [[nodiscard]] std::size_t read(std::span<char> room);

  /// The status of the file before the first byte was read.
  [[nodiscard]] const struct stat& status() const noexcept { return status_; }
  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }
  /// Another descriptor of the file. Throws InputError.
  [[nodiscard]] Descriptor same_file() const;
  /// Its size in bytes, if it is a file or is in one.
  [[nodiscard]] std::uint64_t size() const noexcept { return source_ ? source_size_ : file_size(); }
  /// Its offset in the file; nullopt if it is not a file, or it is a part of one.
  [[nodiscard]] std::optional<std::uint64_t> begin() const noexcept;

 private:
  void examine();
  void start();
  [[nodiscard]] std::uint64_t file_size() const noexcept;
  void read(std::size_t min, std::size_t max);
  [[nodiscard]] bool would_wait() const noexcept;
  void make_room(std::size_t wanted);
  [[nodiscard]] std::size_t read_some(std::span<char> room);

  Buffer& buffer_;
  std::string name_;
  Open how_;
  Descriptor file_;
  ReadFunction source_;  // nullptr if the bytes come from the file itself
  std::uint64_t source_size_ = 0;
  off_t begin_ = 0;  // the initial offset in the file; negative: it can't be positioned
  struct stat status_ {};
  std::size_t size_ = 0;  // number of bytes in the buffer
  std::size_t at_ = 0;    // how many of these were passed
  std::size_t left_ = 0;  // the most bytes that may still be read
  bool waits_ = false;    // it has told that it would wait
};

/// The bytes ahead from which the content coding and the charset of an input are detected. It waits for no more than
/// the first few bytes, or the first line end, since a program that writes a list may wait for answers.
[[nodiscard]] std::string_view first_bytes(OpenInput& input);

/// The bytes of a file from an offset on. The file must stay open. Reading throws InputError, and Interrupted.
[[nodiscard]] FileBytes bytes_of(int descriptor, std::uint64_t begin, std::uint64_t size);
/// The bytes of an input. Throws InputError if it is not a file.
[[nodiscard]] FileBytes bytes_of(const OpenInput& input);

}  // namespace absolve::cli
