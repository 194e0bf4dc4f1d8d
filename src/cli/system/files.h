// What most of the program needs for files: the errors that are thrown about them, descriptors that close themselves,
// and functions around system calls.

#pragma once

#include <sys/stat.h>

#include <compare>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace absolve::cli {

/// An error with a file; what() says it in words.
class FileError : public std::runtime_error {
 public:
  explicit FileError(const std::string& what, int code = 0) : std::runtime_error(what), code_(code) {}

  /// The errno of the error, or 0.
  [[nodiscard]] int code() const noexcept { return code_; }

 private:
  int code_;
};

/// An error with a file that is read, not one that is written.
class InputError : public FileError {
 public:
  using FileError::FileError;
};

/// Throw an error with the meaning of errno.
[[noreturn]] void fail(std::string_view action);
[[noreturn]] void fail_to_read(std::string_view action);

/// An open file descriptor, closed by the destructor.
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
  /// Gives up ownership, and leaves it open.
  [[nodiscard]] int release() noexcept { return std::exchange(fd_, -1); }
  [[nodiscard]] explicit operator bool() const noexcept { return fd_ >= 0; }

 private:
  int fd_;
};

/// The status of a path, with links followed, or of an open file; nullopt if it can't be examined (errno says why).
[[nodiscard]] std::optional<struct stat> status_of(const std::string& path) noexcept;
[[nodiscard]] std::optional<struct stat> status_of(int file) noexcept;
/// The same of a path itself, even if it is a link.
[[nodiscard]] std::optional<struct stat> own_status_of(const std::string& path) noexcept;
/// The same, but throws FileError if it can't be examined.
[[nodiscard]] struct stat examined(const std::string& path);
[[nodiscard]] struct stat examined(int file);

/// Identifies a file or a folder, whatever its name is.
struct FileId {
  dev_t device = 0;
  ino_t number = 0;

  FileId() = default;
  explicit FileId(const struct stat& status) noexcept : device(status.st_dev), number(status.st_ino) {}
  friend auto operator<=>(const FileId&, const FileId&) = default;
};

[[nodiscard]] inline bool is_same_file(const struct stat& a, const struct stat& b) noexcept {
  return FileId(a) == FileId(b);
}
[[nodiscard]] inline bool is_same_time(const timespec& a, const timespec& b) noexcept {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}
/// Whether a path leads to that file, and not by a link.
[[nodiscard]] bool leads_to(const std::string& path, const struct stat& file) noexcept;

/// Whether two open files have the same content; false if one can't be read.
[[nodiscard]] bool have_same_bytes(int a, int b);

/// The directory that a path is in, with a slash at its end.
[[nodiscard]] std::string directory_of(const std::string& path);

/// Whether open files have paths; path_of_open() returns that path, which doesn't depend on the file's name, even if it
/// has none.
[[nodiscard]] bool has_paths_of_open() noexcept;
[[nodiscard]] std::string path_of_open(int file);

/// A path as system calls of the kind of openat() get it. Below the path of an open folder, this is that folder and the
/// name in it: the same file, but the system needn't look into /proc.
struct At {
  int folder;
  const char* name;  // in the path, which must outlive it
};
[[nodiscard]] At at(const std::string& path) noexcept;

/// Opens a file that the user named; if it is a pipe, waits until another program writes to it. Negative: it can't be
/// opened (errno says why). Throws Interrupted.
[[nodiscard]] int open_to_read(const std::string& path);

/// Opens a file itself: no link is followed, and a pipe doesn't block. `access` is O_RDONLY or O_RDWR.
[[nodiscard]] Descriptor open_itself(const std::string& path, int access);

/// Opens something other than a file for writing: a device, or a pipe, where it waits until another program reads.
/// Negative: it can't be opened (errno says why). Throws Interrupted.
[[nodiscard]] int open_to_write(const std::string& path);

/// Whether an error means that the file system doesn't support the operation: hard links, modes.
[[nodiscard]] bool is_not_supported(int error) noexcept;

/// Renames a file to a name that doesn't exist; false if errno says why not. If the system can't check and rename in
/// one step, an empty file is created with the name first.
[[nodiscard]] bool rename_anew(const std::string& from, const std::string& to) noexcept;

/// Passes on the name of each file in a directory, as far as it can be read. (The iterator of the standard library
/// terminates the program if memory is exhausted.)
void for_each_name_in(const std::string& directory, const std::function<void(const char* name)>& visit);

/// Creates a folder, and those around it, if they don't exist; if they are to last, also writes the names of the new
/// folders to disk. Throws FileError.
void make_folder(const std::string& path, bool lasting);

/// Writes changes of names in a directory to disk. Throws FileError.
void sync_directory(const std::string& directory);

/// How many files the process may have open, and how many of these are reserved for files that are not inputs: standard
/// streams, reports, ...
[[nodiscard]] std::size_t max_open_files() noexcept;
inline constexpr std::size_t files_for_others = 8;

/// The umask of the process. The first call must be made while there is only one thread.
[[nodiscard]] mode_t process_umask() noexcept;

/// Opens /dev/null for standard input, output or error if these are closed: otherwise the next file that is opened
/// would be used as one of them. Reading from it and writing to it fail as for a closed one. Returns whether this
/// succeeded.
[[nodiscard]] bool open_standard_descriptors() noexcept;

}  // namespace absolve::cli
