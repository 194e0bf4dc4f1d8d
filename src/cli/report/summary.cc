#include "summary.h"

#include <array>
#include <charconv>
#include <string_view>
#include <system_error>

namespace absolve::cli {

std::string summary_of(const Totals& totals, double seconds) {
  std::string text;
  const auto add = [&](std::size_t number, std::string_view what, std::string_view plural = "") {
    text.append(std::to_string(number)).append(" ").append(what).append(number == 1 ? "" : plural).append(", ");
  };
  add(totals.files, "file", "s");
  add(totals.changed, "changed");
  add(totals.unchanged, "unchanged");
  add(totals.skipped, "skipped");
  add(totals.failed, "failed");
  add(totals.counts.links, "link", "s");
  return text + seconds_text(seconds) + " s";
}

std::string decimal(double number) {
  std::array<char, 32> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, 1);
  return error == std::errc() ? std::string(text.data(), end) : "0.0";
}

}  // namespace absolve::cli
