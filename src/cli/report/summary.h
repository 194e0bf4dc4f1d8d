// Makes the line that Run prints at the end of a run over many files. The report page and the progress line show times
// in the same way.

#pragma once

#include <algorithm>
#include <string>

#include "../outputs/outcome.h"

namespace absolve::cli {

/// A time to be shown, in seconds: not negative, and not absurdly long.
[[nodiscard]] constexpr double shown_time(double seconds) noexcept {
  constexpr double longest = 1e9;
  return seconds > 0 ? std::min(seconds, longest) : 0;
}

/// `3 files, 2 changed, 1 unchanged, 0 skipped, 0 failed, 17 links, 0.1 s`
[[nodiscard]] std::string summary_of(const Totals& totals, double seconds);

/// A number with one decimal place, whatever the locale is.
[[nodiscard]] std::string decimal(double number);
/// A time in seconds, so; for an invalid one, 0.0.
[[nodiscard]] inline std::string seconds_text(double seconds) { return decimal(shown_time(seconds)); }

}  // namespace absolve::cli
