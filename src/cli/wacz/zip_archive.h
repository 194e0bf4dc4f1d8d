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

/// Fills `room` from byte `at` of a range on, which reaches so far. Throws InputError, also where the file has become
/// shorter.
void read_at(const FileRange& range, std::uint64_t at, std::span<char> room);

/// A member of a ZIP archive, as the central directory describes it.
struct ZipMember {
  enum class Method : std::uint8_t { stored, deflated, other };

  std::string name;  // as its bytes are; a NUL in it has become a space
  std::uint64_t size = 0;
  std::uint64_t compressed_size = 0;
  Method method = Method::other;
  bool is_encrypted = false;
};

/// A ZIP archive (APPNOTE.TXT of PKWARE, also Zip64) in a file, read and written by libzip. That is loaded when the
/// first archive is opened: few inputs are one, and libzip needs libraries that would double the time in which the
/// program starts.
///
/// Bytes are read where they stand (pread), so that the position of the file is nobody's. One thread at a time may use
/// it.
class ZipArchive {
 public:
  /// `file`: stays open as long as this. Reads the central directory: memory and time are linear in that. Throws
  /// InputError where it can't be read, or libzip isn't there.
  explicit ZipArchive(FileRange file);
  ~ZipArchive();
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  /// In the order of the central directory.
  [[nodiscard]] const std::vector<ZipMember>& members() const noexcept { return members_; }

  /// What is in a member, decompressed: no more bytes than its size says, and their checksum is looked at. Lives no
  /// longer than the archive. Throws InputError.
  [[nodiscard]] std::unique_ptr<ByteSource> open(std::size_t index);
  /// All of that. Throws InputError where it is more than `max_size`, in bytes.
  [[nodiscard]] std::string text_of(std::size_t index, std::size_t max_size);

  // Changes, which write_to() makes. Throw InputError.

  /// The member has other bytes, of a file that stays open until all is written. It keeps its name and its place, and
  /// its method, if `method` is no other; `time`: of the change, in UTC, from 1980 to 2107.
  void replace(std::size_t index, FileRange bytes, ZipMember::Method method, const std::tm& time);
  /// Adds a member that is stored.
  void add(const std::string& name, FileRange bytes, const std::tm& time);
  /// The member is stored, and no longer deflated.
  void store(std::size_t index);
  void remove(std::size_t index);

  /// Writes the archive with its changes to a file from its beginning; members that are not changed keep their bytes,
  /// compressed as they are. To be called once, and last. Throws InputError where the archive can't be read, FileError
  /// where the new one can't be written, and Interrupted.
  void write_to(int descriptor);

 private:
  class Source;

  void set_time(std::size_t index, const std::tm& time);
  void set_method(std::size_t index, ZipMember::Method method);
  [[noreturn]] void fail(const char* action) const;

  std::shared_ptr<std::exception_ptr> thrown_;  // in calls of libzip, through which nothing may be thrown
  Source* source_ = nullptr;                    // owned by libzip
  void* archive_ = nullptr;                     // zip_t
  std::vector<ZipMember> members_;
};

}  // namespace absolve::cli
