// Which elements an end tag closes in feeds that are not properly nested: the innermost one with its name, and
// everything open inside of it. An end tag that matches none closes nothing. To search the whole stack for each such
// tag would be quadratic, so from the first one on that matches none of the innermost 16, names are counted as well: a
// name whose count is 0 is not searched for.

#include "elements.h"

#include <algorithm>

namespace absolve::xml {

Name name_at(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  for (std::size_t at = begin; at < end; ++at) {
    if (text[at] == ':') return {begin, at + 1, end};
  }
  return {begin, begin, end};
}

std::size_t OpenElements::closed_by(std::string_view name) {
  constexpr std::size_t innermost = 16;
  std::size_t count = 0;
  const auto fits = [&] { return stack_[stack_.size() - 1 - count].name == name; };
  for (; count < std::min(stack_.size(), innermost); ++count) {
    if (fits()) return count + 1;
  }
  if (count == stack_.size()) return 0;
  if (!is_counting_) {
    is_counting_ = true;
    for (const OpenElement& one : stack_) ++counts_[one.name];
  }
  const auto counted = counts_.find(name);
  if (counted == counts_.end() || counted->second == 0) return 0;
  while (!fits()) ++count;
  return count + 1;
}

}  // namespace absolve::xml
