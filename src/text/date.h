#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace absolve::inline detail {

// Dates as WARC writes them (WARC 1.1, section 5.4): `2026-01-02T03:04:05Z`, from 1900 to 9999.

/// Whether a text is a date, of a moment that there is.
[[nodiscard]] bool is_date(std::string_view text) noexcept;

/// The date of a moment, in seconds since 1970; nullopt if it is before or after those years.
[[nodiscard]] std::optional<std::string> date_at(std::int64_t seconds);

[[nodiscard]] std::string date_of_now();

}  // namespace absolve::inline detail
