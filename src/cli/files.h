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

/// Something went wrong with what is read, and not with what is written.
class InputError : public FileError {
 public:
  using FileError::FileError;
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
/// is standard output too, is read as far as is asked for. There is one input at a time.
class Input {
 public:
  /// Throws InputError.
  explicit Input(const std::string& name);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  /// What follows: at least `size` bytes, or all there are. Views die with the next call. Throws InputError.
  [[nodiscard]] std::string_view ahead(std::size_t size);
  /// All that follows.
  [[nodiscard]] std::string_view rest();
  /// Whether what was seen reaches to the end.
  [[nodiscard]] bool ended() const noexcept { return ended_; }
  /// Passes over bytes that were seen; the memory they took is given back.
  void pass(std::size_t size);

  [[nodiscard]] const struct stat& status() const noexcept { return status_; }
  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }

  /// Whether another process has cut the file short meanwhile: what was missing has been read as zeros.
  [[nodiscard]] bool was_cut_short() const noexcept;

 private:
  [[nodiscard]] bool map();
  void read(std::size_t wanted);
  void make_room();

  Descriptor file_;
  struct stat status_ {};
  char* data_ = nullptr;
  std::size_t size_ = 0;      // of what is mapped or has been read
  std::size_t capacity_ = 0;  // of what has been allocated; 0: it is mapped
  std::size_t at_ = 0;        // bytes that were passed over
  std::size_t returned_ = 0;  // of these, whose pages were given back
  std::size_t most_ = 0;      // bytes there were in a file at first: what it is written to meanwhile is no part of it
  bool ended_ = false;
};

/// Collects bytes and writes them in few large writes. Throws FileError.
class Writer {
 public:
  explicit Writer(int fd);

  void write(std::string_view bytes);
  /// The same without a copy: the bytes must live until the next flush or let_go.
  void write_lasting(std::string_view bytes);
  void flush();
  /// Flushes what was not copied.
  void let_go();

 private:
  void add(std::string_view bytes);

  int fd_;
  std::string buffer_;  // never grows past what it reserves, as parts point into it
  std::vector<iovec> parts_;
  bool refers_ = false;  // to bytes that were not copied
};

/// A file that appears under its name whole or not at all.
class NewFile {
 public:
  /// Until it is whole it stands in `directory`, which ends with a slash; "": that of `path`. Throws FileError.
  explicit NewFile(std::string path, std::string directory = {});
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }

  /// Gives the file the owner, mode and extended attributes (access control lists are among them) of another.
  void take_after(int original, const struct stat& status);
  void set_mode(mode_t mode);
  /// Gives it the mode that a file made anew has.
  void set_default_mode();
  /// Gives the file the times of another.
  void take_times(const struct stat& status);
  /// On disk, under another name.
  void finish();
  /// Under its name, once it is finished.
  void commit();

 private:
  std::string path_;
  std::string directory_;
  std::string temporary_;
  Descriptor file_;
};

}  // namespace absolve::cli
