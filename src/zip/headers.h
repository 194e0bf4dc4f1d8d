#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "archive.h"
#include "content.h"

namespace absolve::zip {

/// The header in the central directory of a member whose local header is at `offset` now. If `content` is nullptr, it
/// keeps its own; if `time` is nullopt, that stays.
[[nodiscard]] std::string central_header(const Member& member, std::uint64_t offset, const NewContent* content,
                                         std::optional<DosTime> time);

/// The local header of a member with new content. `old` is the old one, with name and extra fields.
[[nodiscard]] std::string local_header(std::string_view old, const NewContent& content, std::optional<DosTime> time);

/// Both headers of a new member, up to its extra fields.
[[nodiscard]] std::string new_local_header(std::string_view name, const NewContent& content, DosTime time);
[[nodiscard]] std::string new_central_header(std::string_view name, const NewContent& content, DosTime time,
                                             std::uint64_t offset);

/// What follows the central directory, up to the comment, whose size comes first.
struct Directory {
  std::uint64_t begin;
  std::uint64_t size;
  std::uint64_t members;
};
[[nodiscard]] std::string end_records(const Directory& directory, bool is_zip64);

}  // namespace absolve::zip
