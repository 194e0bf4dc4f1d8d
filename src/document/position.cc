#include "absolve/position.h"

#include <algorithm>

#include "../charset/charset.h"

namespace absolve {

LineCounter::LineCounter(const Plan& plan) noexcept : source_(plan.source()), unit_(1), big_endian_(false) {
  const bool single = plan.parts().empty() && !plan.documents().empty();
  const auto encoding =
      single ? static_cast<charset::Encoding>(plan.documents().front().encoding) : charset::Encoding::ascii_compatible;
  big_endian_ = encoding == charset::Encoding::utf16be;
  if (big_endian_ || encoding == charset::Encoding::utf16le) unit_ = 2;
}

/// The start of the next line, where it is at or before `limit`; 0: it isn't.
std::size_t LineCounter::next_line(std::size_t from, std::size_t limit) const noexcept {
  for (std::size_t at = from; (at = source_.substr(0, limit).find('\n', at)) != std::string_view::npos; ++at) {
    if (unit_ == 1) return at + 1;
    const std::size_t unit_begin = at / 2 * 2;
    const bool low_byte = (at != unit_begin) == big_endian_;
    const std::size_t other = big_endian_ ? unit_begin : unit_begin + 1;
    if (low_byte && other < limit && source_[other] == '\0') return unit_begin + 2;
  }
  return 0;
}

Position LineCounter::at(std::size_t offset) noexcept {
  if (offset < line_begin_) {
    line_ = 1;
    line_begin_ = 0;
    scanned_ = 0;
  }
  while (const std::size_t next = next_line(scanned_, offset)) {
    ++line_;
    line_begin_ = scanned_ = next;
  }
  scanned_ = std::max(scanned_, offset / unit_ * unit_);
  return {line_, (offset - line_begin_) / unit_ + 1};
}

}  // namespace absolve
