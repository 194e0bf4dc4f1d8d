#pragma once

#include <sys/stat.h>

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace absolve::cli {

/// Something went wrong with a file; what() says it in words.
class FileError : public std::runtime_error {
 public:
  explicit FileError(const std::string& what, int code = 0) : std::runtime_error(what), code_(code) {}

  /// The errno behind it, or 0.
  [[nodiscard]] int code() const noexcept { return code_; }

 private:
  int code_;
};

/// Something went wrong with what is read, and not with what is written.
class InputError : public FileError {
 public:
  using FileError::FileError;
};

/// Throw an error that says what errno means.
[[noreturn]] void fail(std::string_view action);
[[noreturn]] void fail_to_read(std::string_view action);

/// An open file descriptor, closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) noexcept : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor();

  [[nodiscard]] int get() const noexcept { return fd_; }
  /// Leaves it open.
  [[nodiscard]] int release() noexcept { return std::exchange(fd_, -1); }
  [[nodiscard]] explicit operator bool() const noexcept { return fd_ >= 0; }

 private:
  int fd_;
};

/// What a path leads to, links followed; nullopt: nothing that can be examined (errno says why).
[[nodiscard]] std::optional<struct stat> status_of(const std::string& path) noexcept;

[[nodiscard]] inline bool is_same_file(const struct stat& a, const struct stat& b) noexcept {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Whether two open files hold the same; not so where one can't be read.
[[nodiscard]] bool have_same_bytes(int a, int b);

/// The directory that a path leads into, with a slash at its end.
[[nodiscard]] std::string directory_of(const std::string& path);

/// Whether there is a path to what is open; path_of_open() is it, whatever name that has, or none.
[[nodiscard]] bool has_paths_of_open() noexcept;
[[nodiscard]] std::string path_of_open(int file);

/// Opens what people name; where that is a pipe, waits until somebody writes to it. Negative: it can't be opened (errno
/// says why). Throws Interrupted.
[[nodiscard]] int open_to_read(const std::string& path);

/// Opens what is no file to write to: a device, or a pipe, where it waits until somebody reads. Negative: it can't be
/// opened (errno says why). Throws Interrupted.
[[nodiscard]] int open_to_write(const std::string& path);

/// Whether a call has failed as a file system has no such thing: hard links, modes.
[[nodiscard]] bool is_not_supported(int error) noexcept;

/// Gives a file a name that no other has; false: errno says why not. Where the system can't look and rename in one
/// step, an empty file takes the name first.
[[nodiscard]] bool rename_anew(const std::string& from, const std::string& to) noexcept;

/// Hands over the name of each file in a directory, as far as it can be read. (An iterator of the standard library ends
/// the program where memory is out.)
void for_each_name_in(const std::string& directory, const std::function<void(const char* name)>& take);

/// How many files the process may have open, and how many of them are for what is no input: standard ones, reports, ...
[[nodiscard]] std::size_t max_open_files() noexcept;
inline constexpr std::size_t files_for_others = 8;

/// What the process withholds of the modes of new files. The first call must be made while there is one thread.
[[nodiscard]] mode_t process_umask() noexcept;

/// Puts /dev/null where standard input, output or error is closed: or else the next file that is opened would be taken
/// for it. Reading from it and writing to it fail as they would have. Returns whether it could.
[[nodiscard]] bool open_standard_descriptors() noexcept;

}  // namespace absolve::cli
