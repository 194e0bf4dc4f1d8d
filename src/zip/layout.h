#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "../text/little_endian.h"

// The records of a ZIP archive (APPNOTE.TXT, sections 4.3.7 to 4.3.16). Offsets and sizes are in bytes.

namespace absolve::zip {

using namespace std::string_view_literals;

constexpr std::string_view local_signature = "PK\x03\x04"sv;
constexpr std::string_view descriptor_signature = "PK\x07\x08"sv;
constexpr std::string_view central_signature = "PK\x01\x02"sv;
constexpr std::string_view end_signature = "PK\x05\x06"sv;
constexpr std::string_view end64_signature = "PK\x06\x06"sv;
constexpr std::string_view locator_signature = "PK\x06\x07"sv;

constexpr std::size_t local_size = 30;        // without name and extra fields
constexpr std::size_t central_size = 46;      // without name, extra fields and comment
constexpr std::size_t end_numbers_size = 20;  // the size of the comment, and the comment follow
constexpr std::size_t end_size = 22;
constexpr std::size_t end64_size = 56;
constexpr std::size_t locator_size = 20;

/// Where the fields of a local header are.
namespace local {
enum : std::size_t { version = 4, flags = 6, method = 8, time = 10, checksum = 14, compressed_size = 18, size = 22 };
enum : std::size_t { name_size = 26, extra_size = 28 };
}  // namespace local

/// Where those of a header in the central directory are.
namespace central {
enum : std::size_t { version = 6, flags = 8, method = 10, time = 12, checksum = 16, compressed_size = 20, size = 24 };
enum : std::size_t { name_size = 28, extra_size = 30, comment_size = 32, offset = 42 };
}  // namespace central

constexpr std::uint64_t flag_encrypted = 1;
constexpr std::uint64_t flag_descriptor = 1U << 3U;
constexpr std::uint64_t flag_utf8 = 1U << 11U;
/// Those that say how the content is encrypted, or where its sizes are: all but flag_utf8 (section 4.4.4).
constexpr std::uint64_t flags_of_content = 0xFFFF & ~flag_utf8;

constexpr std::uint64_t version_of_zip64 = 45;

/// The sizes of what follows the numbers of a header in the central directory.
struct CentralSizes {
  explicit constexpr CentralSizes(std::string_view header)
      : name(static_cast<std::size_t>(little_endian(header, central::name_size, 2))),
        extra(static_cast<std::size_t>(little_endian(header, central::extra_size, 2))),
        comment(static_cast<std::size_t>(little_endian(header, central::comment_size, 2))) {}

  [[nodiscard]] constexpr std::size_t total() const noexcept { return central_size + name + extra + comment; }

  std::size_t name;
  std::size_t extra;
  std::size_t comment;
};

/// One of the extra fields of a header (section 4.5.1).
struct ExtraField {
  std::uint64_t id;
  std::string_view all;  // with the ID and the size before the value
  std::string_view value;
};

constexpr std::uint64_t zip64_field = 0x0001;

/// The extra fields of a header. What follows them, but is none, is left out.
[[nodiscard]] inline std::vector<ExtraField> extra_fields(std::string_view text) {
  constexpr std::size_t begin = 4;
  std::vector<ExtraField> fields;
  while (text.size() >= begin) {
    const std::string_view all = text.substr(0, begin + static_cast<std::size_t>(little_endian(text, 2, 2)));
    fields.push_back({little_endian(text, 0, 2), all, all.substr(begin)});
    text.remove_prefix(all.size());
  }
  return fields;
}

}  // namespace absolve::zip
