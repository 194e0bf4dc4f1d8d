#include "dates.h"

#include <cstdint>
#include <cstdlib>

#include "../../text/date.h"
#include "../../text/numbers.h"

namespace absolve::cli {
namespace {

std::optional<std::string> date_of_seconds(std::string_view text) {
  const auto seconds = read_number<std::int64_t>(text);
  return seconds ? date_at(*seconds) : std::nullopt;
}

}  // namespace

std::optional<std::string> date_from(const std::string& text) {
  if (text.starts_with('@')) return date_of_seconds(std::string_view(text).substr(1));
  return is_date(text) ? std::optional(text) : std::nullopt;
}

std::optional<std::string> date_of_run() {
  const char* const epoch = std::getenv("SOURCE_DATE_EPOCH");
  return epoch != nullptr && *epoch != '\0' ? date_of_seconds(epoch) : date_of_now();
}

}  // namespace absolve::cli
