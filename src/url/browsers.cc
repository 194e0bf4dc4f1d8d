#include "browsers.h"

#include <algorithm>
#include <iterator>

namespace absolve::inline detail {
namespace {

bool is_drop(char c) noexcept { return c == '\t' || c == '\n' || c == '\r'; }

bool is_control_or_space(char c) noexcept { return static_cast<unsigned char>(c) <= 0x20; }

}  // namespace

std::string as_browsers_read(std::string_view url) {
  while (!url.empty() && is_control_or_space(url.front())) url.remove_prefix(1);
  while (!url.empty() && is_control_or_space(url.back())) url.remove_suffix(1);
  std::string result;
  std::ranges::remove_copy_if(url, std::back_inserter(result), is_drop);
  return result;
}

std::string_view before_query(std::string_view url) noexcept { return url.substr(0, url.find_first_of("?#")); }

}  // namespace absolve::inline detail
