#include "dates.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <ctime>

#include "../../text/numbers.h"

namespace absolve::cli {
namespace {

constexpr const char* form = "%Y-%m-%dT%H:%M:%SZ";

std::optional<std::string> date_at(std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  constexpr int last_year = 9999 - 1900;
  if (::gmtime_r(&time, &parts) == nullptr || parts.tm_year < 0 || parts.tm_year > last_year) return std::nullopt;
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
  const auto date = date_at(::timegm(&parts));
  return date == text ? date : std::nullopt;  // there is no 30th of February
}

std::optional<std::string> date_of_run() {
  const char* const epoch = std::getenv("SOURCE_DATE_EPOCH");
  return epoch != nullptr && *epoch != '\0' ? date_of_seconds(epoch) : date_at(std::time(nullptr));
}

}  // namespace absolve::cli
