#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../codec/compression/decompression.h"
#include "../text/byte_queue.h"
#include "absolve/rewriter.h"

namespace absolve::zip {

// A ZIP archive (APPNOTE.TXT of PKWARE, section 4.3.6; also Zip64), from byte 0 to its last:
//
//     local header, data, perhaps a data descriptor      of each member, in any order
//     central directory                                  a header for each member, with the offset of that
//     end record and its locator                         of Zip64, if needed
//     end record, comment                                the offset of the central directory, and its size
//
// Between these, and before and after them, there may be bytes that belong to none.

enum class Method : std::uint16_t { stored = 0, deflated = 8 };  // there are more, which are not read

/// A member of a ZIP archive, as the central directory describes it.
struct Member {
  std::string header;       // its header there, with name, extra fields and comment
  std::string name;         // its bytes
  std::uint64_t begin = 0;  // of its local header
  std::uint64_t size = 0;
  std::uint64_t compressed_size = 0;
  std::uint32_t checksum = 0;  // CRC-32
  Method method = Method::stored;
  bool is_encrypted = false;
  bool has_descriptor = false;  // sizes and checksum follow its data (section 4.3.9)

  [[nodiscard]] bool is_readable() const noexcept {
    return !is_encrypted && (method == Method::stored || method == Method::deflated);
  }
};

/// A file in memory: `bytes` must outlive it.
[[nodiscard]] FileBytes in_memory(std::string_view bytes);

/// Reads up to space.size() bytes of a file, from an offset on; returns how many, 0 after its end. Throws
/// std::invalid_argument if the file's function says that it read more.
[[nodiscard]] std::size_t read_some(const FileBytes& file, std::uint64_t at, std::span<char> space);

/// Fills `space` with the bytes of a file from an offset on. Throws BadInput if it has fewer.
void read_at(const FileBytes& file, std::uint64_t at, std::span<char> space);

/// The same for up to `size` bytes, as far as the file has them.
[[nodiscard]] std::string read_range(const FileBytes& file, std::uint64_t begin, std::uint64_t size);

/// Writes the bytes of a file from `begin` on, up to `end`, block by block.
void copy(const FileBytes& file, std::uint64_t begin, std::uint64_t end, const WriteFunction& write);

/// A ZIP archive that is read: its central directory is in memory, its members are read at their offsets. What the
/// functions of the file throw passes through.
class Archive {
 public:
  /// Reads the central directory, in linear memory and time. Throws BadInput.
  explicit Archive(FileBytes file);

  [[nodiscard]] const FileBytes& file() const noexcept { return file_; }
  /// In the order of the central directory.
  [[nodiscard]] const std::vector<Member>& members() const noexcept { return members_; }
  /// Where the central directory begins.
  [[nodiscard]] std::uint64_t directory() const noexcept { return directory_; }
  /// Where the data of a member begins, after its local header. Throws BadInput if that isn't there.
  [[nodiscard]] std::uint64_t data_of(const Member& member) const;
  /// What comes after the numbers in the end record: the comment, with its size before it, and all that follows.
  [[nodiscard]] const std::string& comment() const noexcept { return comment_; }
  [[nodiscard]] bool is_zip64() const noexcept { return is_zip64_; }

  /// The decompressed content of a member. Throws BadInput if it can't be read, or is more than `max_size` bytes.
  [[nodiscard]] std::string text_of(const Member& member, std::uint64_t max_size) const;

 private:
  [[nodiscard]] std::uint64_t find_directory();
  [[nodiscard]] bool ends_at(std::uint64_t at, std::string_view record, std::uint64_t& size);

  FileBytes file_;
  std::uint64_t directory_ = 0;
  std::uint64_t count_ = 0;  // of members, as the end record says
  std::string comment_;
  bool is_zip64_ = false;
  std::vector<Member> members_;
};

/// Reads the decompressed content of a member, from its beginning to its end.
class Content {
 public:
  /// Both must outlive it. Throws BadInput if it is encrypted, or compressed by an unknown method.
  Content(const Archive& archive, const Member& member);

  /// Reads up to space.size() bytes, and returns how many; 0 if there are no more, and their number and their checksum
  /// are those of the central directory. Throws BadInput.
  [[nodiscard]] std::size_t read(std::span<char> space);

 private:
  [[nodiscard]] std::size_t read_stored(std::span<char> space);
  [[nodiscard]] std::size_t inflate(std::span<char> space);

  const Archive& archive_;
  const Member& member_;
  std::uint64_t at_;        // offset of the compressed bytes that were not read yet
  std::uint64_t left_;      // how many of them there are
  std::uint64_t size_ = 0;  // of what was read
  std::uint32_t checksum_ = 0;
  std::unique_ptr<codec::Decompression> inflater_;  // nullptr if the member is stored
  ByteQueue compressed_;
  bool is_over_ = false;
};

}  // namespace absolve::zip
