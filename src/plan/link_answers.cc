#include "link_answers.h"

namespace absolve::inline detail {

bool LinkAnswers::refuse(std::uint32_t node, std::uint32_t first, std::uint32_t end) {
  bool refuses = false;
  for (auto one = answers_.lower_bound({node, first, 0}); one != answers_.end(); ++one) {
    if (one->first.node != node || one->first.value >= end) break;
    if (!one->second.replaces()) continue;
    one->second.is_refused = refuses = true;
  }
  return refuses;
}

bool LinkAnswers::has_in(std::uint32_t node, std::uint32_t first, std::uint32_t end) const {
  const auto one = answers_.lower_bound({node, first, 0});
  return one != answers_.end() && one->first.node == node && one->first.value < end;
}

}  // namespace absolve::inline detail
