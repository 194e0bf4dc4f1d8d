#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../src/archive/archive.h"
#include "../../src/archive/records.h"

namespace absolve::test {

/// Gives an archive to what cuts it into records whenever that needs more.
class ArchiveReader {
 public:
  using Read = std::function<std::size_t(std::span<char> space)>;

  /// `read` starts at the byte range.begin, and returns 0 at the end.
  explicit ArchiveReader(Read read, ArchiveRange range = {}) : read_(std::move(read)), records_(range) {}

  [[nodiscard]] std::optional<Record> next() {
    return again([this] { return records_.next(); });
  }
  std::string rest(const std::function<void(std::string_view bytes)>& take) {
    return again([&] { return records_.rest(take); });
  }
  [[nodiscard]] ArchiveCompression compression() const noexcept { return records_.segments().compression(); }
  [[nodiscard]] const std::string& error() const noexcept { return records_.segments().error(); }
  [[nodiscard]] std::size_t errors() const noexcept { return records_.segments().errors(); }

 private:
  template <class F>
  std::invoke_result_t<F> again(F&& f) {
    for (;;) {
      try {
        return f();
      } catch (const container::NeedsMore&) {
        const std::size_t size = read_(records_.queue().space(std::size_t{256} << 10));
        records_.queue().add(size);
        if (size == 0) records_.end();
      }
    }
  }

  Read read_;
  container::Records records_;
};

/// All that is read of an archive.
struct ArchiveRead {
  std::vector<Record> records;  // with all of their text and line ends, whole or not
  ArchiveCompression packing = ArchiveCompression::none;
  std::string trouble;
  std::size_t troubles = 0;

  /// What was unpacked: the texts of the records, and the line ends between them.
  [[nodiscard]] std::string all() const;
};

/// Reads a range of an archive that comes `at_once` bytes at a time. What must hold for any archive is expected:
/// numbers that count, and pieces that are not larger than stated.
[[nodiscard]] ArchiveRead read_archive(std::string_view archive, ArchiveRange range = {},
                                       std::size_t at_once = SIZE_MAX);

/// A record of WARC, with the line ends after it.
[[nodiscard]] std::string warc_record(std::string_view fields, std::string_view block);

/// The field of a record that says the digest of its block, with its line end.
[[nodiscard]] std::string block_digest(std::string_view block);

/// A frame of zstd that needs a dictionary, a text like what is in it.
[[nodiscard]] std::string packed_with_dictionary(std::string_view text, std::string_view dictionary);

}  // namespace absolve::test
