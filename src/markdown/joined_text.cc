#include <algorithm>

#include "blocks.h"

namespace absolve::markdown {

void JoinedText::assign(std::string_view source, std::span<const Range> ranges) {
  ranges_ = ranges;
  starts_.assign(1, 0);
  if (ranges.size() == 1) {
    text_ = source.substr(ranges[0].begin, ranges[0].end - ranges[0].begin);
    return;
  }
  joined_.clear();
  starts_.clear();
  for (const Range& one : ranges) {
    starts_.push_back(joined_.size());
    joined_.append(source.substr(one.begin, one.end - one.begin));
  }
  text_ = joined_;
}

std::size_t JoinedText::range_at(std::size_t at) const noexcept {
  return static_cast<std::size_t>(std::ranges::upper_bound(starts_, at) - starts_.begin()) - 1;
}

std::size_t JoinedText::source_offset(std::size_t at) const noexcept {
  const std::size_t i = range_at(at);
  return ranges_[i].begin + (at - starts_[i]);
}

}  // namespace absolve::markdown
