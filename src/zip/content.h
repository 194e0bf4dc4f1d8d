#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "absolve/rewriter.h"
#include "archive.h"

namespace absolve::zip {

/// New content for a member: its bytes as they stand in the archive, and what its headers say of them.
struct NewContent {
  std::uint64_t size = 0;
  std::uint64_t compressed_size = 0;
  std::uint32_t checksum = 0;  // CRC-32
  Method method = Method::stored;
  std::function<void(const WriteFunction& write)> put = {};  // writes exactly `compressed_size` bytes
};

/// Content that is a text, compressed by one of the methods. Linear.
[[nodiscard]] NewContent content_of(std::string text, Method method);

/// A date and a time as ZIP has them (section 4.4.6).
enum class DosTime : std::uint32_t {};

/// The time that a date in the form of WARC says: "2026-01-02T03:04:05Z". Years before 1980 and after 2107 become the
/// first day of these. It stays in UTC: with local time, whose time zone a ZIP archive doesn't record, the bytes would
/// depend on the system.
[[nodiscard]] DosTime dos_time_of(std::string_view date);

}  // namespace absolve::zip
