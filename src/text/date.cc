#include "date.h"

#include <algorithm>
#include <chrono>

#include "ascii.h"
#include "numbers.h"

namespace absolve::inline detail {
namespace {

using namespace std::chrono;

constexpr year first_year{1900};

}  // namespace

bool is_date(std::string_view text) noexcept {
  constexpr std::string_view form = "0000-00-00T00:00:00Z";
  const auto suits = [](char c, char of_form) { return of_form == '0' ? is_digit(c) : c == of_form; };
  if (!std::ranges::equal(text, form, suits)) return false;
  const auto number = [&](std::size_t at, std::size_t size) { return *read_number<unsigned>(text.substr(at, size)); };
  const year_month_day date(year(static_cast<int>(number(0, 4))), month(number(5, 2)), day(number(8, 2)));
  return date.ok() && date.year() >= first_year && number(11, 2) < 24 && number(14, 2) < 60 && number(17, 2) < 60;
}

std::optional<std::string> date_at(std::int64_t since_1970) {
  constexpr sys_seconds first = sys_days(first_year / 1 / 1);
  constexpr sys_seconds end = sys_days(year(10000) / 1 / 1);
  const sys_seconds moment{seconds(since_1970)};
  if (moment < first || moment >= end) return std::nullopt;
  const auto midnight = floor<days>(moment);
  const year_month_day date(midnight);
  const hh_mm_ss clock(moment - midnight);
  std::string text;
  const auto put = [&](auto number, std::size_t digits, char behind) {
    const std::string decimal = std::to_string(number);
    text.append(digits - decimal.size(), '0').append(decimal) += behind;
  };
  put(static_cast<int>(date.year()), 4, '-');
  put(static_cast<unsigned>(date.month()), 2, '-');
  put(static_cast<unsigned>(date.day()), 2, 'T');
  put(clock.hours().count(), 2, ':');
  put(clock.minutes().count(), 2, ':');
  put(clock.seconds().count(), 2, 'Z');
  return text;
}

std::string date_of_now() { return *date_at(floor<seconds>(system_clock::now()).time_since_epoch().count()); }

}  // namespace absolve::inline detail
