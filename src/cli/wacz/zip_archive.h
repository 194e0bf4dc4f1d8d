#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "../inputs/byte_source.h"

namespace absolve::cli {

/// A range of an open file, in bytes from 0.
struct FileRange {
  int descriptor = -1;
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
};

/// Fills `room` from byte `at` of a range on; the range must be large enough. Throws InputError, also if the file has
/// become shorter.
void read_at(const FileRange& range, std::uint64_t at, std::span<char> room);

/// A member of a ZIP archive, as the central directory describes it.
struct ZipMember {
  enum class Method : std::uint8_t { stored, deflated, other };

  std::string name;  // its bytes; a NUL in it has become a space
  std::uint64_t size = 0;
  std::uint64_t compressed_size = 0;
  Method method = Method::other;
  bool is_encrypted = false;
};

/// A ZIP archive (APPNOTE.TXT of PKWARE, also Zip64) in a file, read and written by libzip. That is loaded when the
/// first archive is opened: few inputs are ZIP archives, and libzip needs libraries that would double the start time of
/// the program.
///
/// Bytes are read at their offsets (pread), so the position of the file doesn't matter. Only one thread at a time may
/// use it.
class ZipArchive {
 public:
  /// `file` must stay open as long as this exists. Reads the central directory, in linear memory and time. Throws
  /// InputError if it can't be read, or if libzip is missing.
  explicit ZipArchive(FileRange file);
  ~ZipArchive();
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  /// In the order of the central directory.
  [[nodiscard]] const std::vector<ZipMember>& members() const noexcept { return members_; }

  /// The decompressed content of a member: at most as many bytes as its size says, with their checksum verified. Must
  /// not outlive the archive. Throws InputError.
  [[nodiscard]] std::unique_ptr<ByteSource> open(std::size_t index);
  /// The whole content. Throws InputError if it is more than `max_size` bytes.
  [[nodiscard]] std::string text_of(std::size_t index, std::size_t max_size);

  // Changes, which write_to() carries out. They throw InputError.

  /// Gives the member other bytes, from a file that must stay open until everything is written. It keeps its name and
  /// its place, and also its compression method if `method` is `other`; `time`: that of the change, in UTC, from 1980
  /// to 2107.
  void replace(std::size_t index, FileRange bytes, ZipMember::Method method, const std::tm& time);
  /// Adds a member that is stored.
  void add(const std::string& name, FileRange bytes, const std::tm& time);
  /// Stores the member, instead of deflating it.
  void store(std::size_t index);
  void remove(std::size_t index);

  /// Writes the archive with its changes to the beginning of a file; unchanged members keep their compressed bytes.
  /// Must be called only once, as the last function. Throws InputError if the archive can't be read, FileError if the
  /// new one can't be written, and Interrupted.
  void write_to(int descriptor);

 private:
  class Source;

  ZipArchive();

  void set_time(std::size_t index, const std::tm& time);
  void set_method(std::size_t index, ZipMember::Method method);
  [[noreturn]] void fail(const char* action) const;

  std::shared_ptr<std::exception_ptr> thrown_;  // in functions that libzip calls, as no exception may pass through it
  Source* source_ = nullptr;                    // owned by libzip
  void* archive_ = nullptr;                     // zip_t
  std::vector<ZipMember> members_;
};

}  // namespace absolve::cli
