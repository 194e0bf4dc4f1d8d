// Returns the entries of the files that --files-from, --url-map and --attributes name, and the lines of HTTrack's log,
// one after another.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "files.h"

namespace absolve::cli {

/// Reads a list of entries: lines, or texts ended by NUL. If lines are read, a CR before the line end and a byte order
/// mark at the beginning don't belong to them. Needs memory for the longest entry, of at most max_size bytes.
class ListFile {
 public:
  static constexpr std::size_t max_size = std::size_t{1} << 20;

  /// "-": standard input. Throws InputError; when it is read, Interrupted, too.
  ListFile(const std::string& name, bool null_separated);

  /// The next entry, without its end; nullopt if there is none. The view is valid until the next call. If an entry is
  /// too long, only its beginning is returned. Throws InputError.
  [[nodiscard]] std::optional<std::string_view> next();
  [[nodiscard]] bool was_too_long() const noexcept { return was_too_long_; }
  /// The number of the entry, from 1.
  [[nodiscard]] std::size_t number() const noexcept { return number_; }

 private:
  bool read_more();

  Descriptor file_;
  char end_;
  std::string buffer_;
  std::size_t at_ = 0;    // where the next entry starts in the buffer
  std::size_t size_ = 0;  // number of bytes in the buffer
  std::size_t number_ = 0;
  bool ended_ = false;
  bool was_too_long_ = false;
};

}  // namespace absolve::cli
