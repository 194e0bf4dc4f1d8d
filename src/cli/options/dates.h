// parse() determines here, once for the whole run, the date of new records in web archives and of the report page, from
// --date, the environment or the clock.

#pragma once

#include <optional>
#include <string>

namespace absolve::cli {

/// A point in time as WARC writes it (`2026-01-02T03:04:05Z`): from a text of that form, or from `@` and the seconds
/// since 1970; nullopt if the text is neither.
[[nodiscard]] std::optional<std::string> date_from(const std::string& text);

/// The date for records that are made anew: SOURCE_DATE_EPOCH from the environment, so that the same run gives the same
/// bytes; otherwise the current time. nullopt if that variable is not a number of seconds.
[[nodiscard]] std::optional<std::string> date_of_run();

}  // namespace absolve::cli
