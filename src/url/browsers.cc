#include "browsers.h"

#include <algorithm>
#include <iterator>

#include "../text/byte_sets.h"

namespace absolve::inline detail {

std::string as_browsers_read(std::string_view url) {
  while (!url.empty() && is_dropped_at_ends(url.front())) url.remove_prefix(1);
  while (!url.empty() && is_dropped_at_ends(url.back())) url.remove_suffix(1);
  std::string result;
  std::ranges::remove_copy_if(url, std::back_inserter(result), is_dropped_anywhere);
  return result;
}

std::string_view before_query(std::string_view url) noexcept {
  return url.substr(0, find_in_set<Bytes<'?', '#'>>(url, 0));
}

}  // namespace absolve::inline detail
