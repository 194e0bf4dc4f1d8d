#include "dates.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>

#include "../../text/numbers.h"

namespace absolve::cli {
namespace {

constexpr const char* form = "%Y-%m-%dT%H:%M:%SZ";

/// std::time_t ends in 2038 on some systems.
std::optional<std::string> date_at(std::int64_t seconds) {
  using namespace std::chrono;
  constexpr sys_seconds first = sys_days(year(1900) / 1 / 1);
  constexpr sys_seconds end = sys_days(year(10000) / 1 / 1);
  const sys_seconds time{std::chrono::seconds(seconds)};
  if (time < first || time >= end) return std::nullopt;
  const auto day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss clock(time - day);
  std::tm parts{};
  parts.tm_year = static_cast<int>(date.year()) - 1900;
  parts.tm_mon = static_cast<int>(static_cast<unsigned>(date.month())) - 1;
  parts.tm_mday = static_cast<int>(static_cast<unsigned>(date.day()));
  parts.tm_hour = static_cast<int>(clock.hours().count());
  parts.tm_min = static_cast<int>(clock.minutes().count());
  parts.tm_sec = static_cast<int>(clock.seconds().count());
  std::array<char, 32> text{};
  const std::size_t size = std::strftime(text.data(), text.size(), form, &parts);
  return std::string(text.data(), size);
}

std::optional<std::string> date_of_seconds(const std::string& text) {
  const auto seconds = read_number<std::int64_t>(text);
  return seconds ? date_at(*seconds) : std::nullopt;
}

}  // namespace

std::optional<std::string> date_from(const std::string& text) {
  if (text.starts_with('@')) return date_of_seconds(text.substr(1));
  std::tm parts{};
  const char* const stopped = ::strptime(text.c_str(), form, &parts);
  if (stopped == nullptr || *stopped != '\0') return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(parts.tm_year + 1900),
                                         std::chrono::month(static_cast<unsigned>(parts.tm_mon) + 1),
                                         std::chrono::day(static_cast<unsigned>(parts.tm_mday)));
  const std::int64_t day = std::chrono::sys_days(date).time_since_epoch().count();
  const auto result = date_at(((day * 24 + parts.tm_hour) * 60 + parts.tm_min) * 60 + parts.tm_sec);
  return result == text ? result : std::nullopt;  // 30 February doesn't exist
}

std::optional<std::string> date_of_run() {
  const char* const epoch = std::getenv("SOURCE_DATE_EPOCH");
  return epoch != nullptr && *epoch != '\0' ? date_of_seconds(epoch) : date_at(std::time(nullptr));
}

}  // namespace absolve::cli
