// WaczFile opens a ByteSource for an archive that is a job of its own, and OpenInput reads from that in place of a
// file.

#pragma once

#include <cstddef>
#include <span>

namespace absolve::cli {

/// The source of the bytes of an input that is not a file of its own, such as a member of a ZIP archive.
class ByteSource {
 public:
  ByteSource() = default;
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// Reads the next bytes into `room`, which must not be empty, and returns how many; 0 if there are no more. Throws
  /// InputError.
  [[nodiscard]] virtual std::size_t read(std::span<char> room) = 0;
};

}  // namespace absolve::cli
