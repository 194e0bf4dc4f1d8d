#include "elements.h"

#include <algorithm>

namespace absolve::xml {

Name name_at(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  for (std::size_t at = begin; at < end; ++at) {
    if (text[at] == ':') return {begin, at + 1, end};
  }
  return {begin, begin, end};
}

std::size_t OpenElements::closed_by(std::string_view name) const noexcept {
  constexpr std::size_t deepest = 64;
  const std::size_t count = std::min(stack_.size(), deepest);
  for (std::size_t i = 0; i < count; ++i) {
    if (stack_[stack_.size() - 1 - i].name == name) return i + 1;
  }
  return 0;
}

}  // namespace absolve::xml
