#include "values.h"

#include <algorithm>
#include <array>

#include "../text/ascii.h"
#include "../text/json.h"

namespace absolve::json {
namespace {

constexpr auto guards = std::to_array<std::string_view>(
    {")]}',", ")]}'", "while(1);", "for(;;);", "{}&&", "{} &&", "throw 1; < don't be evil' >", "//OK"});

constexpr char record_separator = '\x1E';

}  // namespace

bool is_between_values(char c) noexcept { return is_space(c) || c == record_separator; }

std::string_view without_guard(std::string_view text) noexcept {
  const auto guard = std::ranges::find_if(guards, [&](std::string_view one) { return text.starts_with(one); });
  if (guard != guards.end()) text.remove_prefix(guard->size());
  return trimmed(text, is_between_values);
}

std::vector<std::string_view> values_in(std::string_view text) {
  std::vector<std::string_view> values;
  while (!(text = trimmed(text, is_between_values)).empty()) {
    Reader reader(text);
    while (reader.next()) continue;
    if (!reader.has_value()) return {};
    values.push_back(text.substr(0, reader.position()));
    text.remove_prefix(reader.position());
  }
  return values;
}

}  // namespace absolve::json
