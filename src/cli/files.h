#pragma once

#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

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

/// Throws a FileError that says what errno means.
[[noreturn]] void fail(std::string_view action);

/// An open file descriptor, closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int fd) noexcept : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor();

  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] explicit operator bool() const noexcept { return fd_ >= 0; }
  int release() noexcept;

 private:
  int fd_;
};

/// The bytes of a file or of standard input ("-"), which is consumed. A regular file is mapped; anything else, and what
/// is standard output too, is read to its end. There is one input at a time.
class Input {
 public:
  /// Throws FileError.
  explicit Input(const std::string& name);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  [[nodiscard]] std::string_view bytes() const noexcept { return {data_, size_}; }
  [[nodiscard]] const struct stat& status() const noexcept { return status_; }
  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }

  /// Whether another process has cut the file short meanwhile: what was missing has been read as zeros.
  [[nodiscard]] bool was_cut_short() const noexcept;

 private:
  void map();
  void read();

  Descriptor file_;
  struct stat status_ {};
  char* data_ = nullptr;
  std::size_t size_ = 0;
  bool mapped_ = false;
};

/// Collects bytes and writes them in few large writes. Throws FileError.
class Writer {
 public:
  explicit Writer(int fd);

  void write(std::string_view bytes);
  /// The same without a copy: the bytes must live until the next flush.
  void write_lasting(std::string_view bytes);
  void flush();

 private:
  void add(std::string_view bytes);

  int fd_;
  std::string buffer_;  // never grows past what it reserves, as parts point into it
  std::vector<iovec> parts_;
};

/// A file that appears under its name whole or not at all.
class NewFile {
 public:
  /// In the directory of `path`. Throws FileError.
  explicit NewFile(std::string path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }

  /// Gives the file the owner, mode and extended attributes (access control lists are among them) of another.
  void take_after(int original, const struct stat& status);
  void set_mode(mode_t mode);
  /// Gives it the mode that a file made anew has.
  void set_default_mode();
  /// On disk, then under its name.
  void commit();

 private:
  std::string path_;
  std::string temporary_;
  Descriptor file_;
};

}  // namespace absolve::cli
