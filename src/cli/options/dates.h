#pragma once

#include <optional>
#include <string>

namespace absolve::cli {

/// A point in time as WARC has it (`2026-01-02T03:04:05Z`): of that form, or `@` and seconds since 1970; nullopt: it is
/// none.
[[nodiscard]] std::optional<std::string> date_from(const std::string& text);

/// That of what is made anew: SOURCE_DATE_EPOCH of the environment, so that the same run gives the same bytes, or now.
/// nullopt: it is no number of seconds.
[[nodiscard]] std::optional<std::string> date_of_run();

}  // namespace absolve::cli
