#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace absolve::test {

[[nodiscard]] inline std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

/// The numbers from 0 on, each between two texts.
[[nodiscard]] inline std::string numbered(std::string_view before, std::string_view after, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result.append(before).append(std::to_string(i)).append(after);
  return result;
}

/// Whether a test that reads such a text again and again would take minutes, as all is slower where sanitizers look on.
/// There it reads it once; what comes of the other readings shows without them.
[[nodiscard]] constexpr bool takes_minutes(std::string_view text) noexcept {
  return ABSOLVE_SANITIZED != 0 && text.size() > 60'000;
}

/// How often something is repeated that must not take time with the square of it. A fourth of what a hostile page could
/// hold is enough for that to show: it would take hours. Where sanitizers look on, less leads to the same lines.
[[nodiscard]] constexpr std::size_t many(std::size_t times) noexcept {
  return times / (ABSOLVE_SANITIZED != 0 ? 20 : 4);
}

/// How many of so many cases, which are made by number, are tried: where sanitizers look on, each takes ten times as
/// long, and a tenth of them has to do. All are tried without.
[[nodiscard]] constexpr unsigned fewer(unsigned cases) noexcept { return ABSOLVE_SANITIZED != 0 ? cases / 10 : cases; }

}  // namespace absolve::test
