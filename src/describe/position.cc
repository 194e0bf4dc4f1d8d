#include <algorithm>
#include <vector>

#include "../find/parts.h"
#include "absolve/plan.h"

namespace absolve {

class LineCounter::State {
 public:
  explicit State(const Plan& plan) : source_(plan.source()) {
    const bool single = parts_of(plan).empty() && !plan.documents().empty();
    if (!single || !plan.documents().front().wide) return;
    unit_ = 2;
    big_endian_ = plan.documents().front().big_endian;
  }

  [[nodiscard]] Position at(std::size_t offset) {
    const std::size_t mark = std::min(offset / stride, marks_.size() - 1);
    if (offset < line_.begin || line_.scanned < marks_[mark].scanned) line_ = marks_[mark];
    while (line_.scanned / stride < offset / stride) {
      scan_to((line_.scanned / stride + 1) * stride);
      if (marks_.size() == line_.scanned / stride) marks_.push_back(line_);
    }
    scan_to(offset);
    return {line_.number, (offset - line_.begin) / unit_ + 1};
  }

 private:
  static constexpr std::size_t stride = std::size_t{64} << 10;

  /// The line of the last result.
  struct Line {
    std::size_t number = 1;
    std::size_t begin = 0;
    std::size_t scanned = 0;  // between `begin` and here no other line starts
  };

  /// The start of the next line, if that is at or before `limit`; otherwise 0.
  [[nodiscard]] std::size_t next_line(std::size_t from, std::size_t limit) const noexcept {
    for (std::size_t at = from; (at = source_.substr(0, limit).find('\n', at)) != std::string_view::npos; ++at) {
      if (unit_ == 1) return at + 1;
      const std::size_t unit_begin = at / 2 * 2;
      const bool low_byte = (at != unit_begin) == big_endian_;
      const std::size_t other = big_endian_ ? unit_begin : unit_begin + 1;
      if (low_byte && other < limit && source_[other] == '\0') return unit_begin + 2;
    }
    return 0;
  }

  void scan_to(std::size_t offset) noexcept {
    while (const std::size_t next = next_line(line_.scanned, offset)) {
      ++line_.number;
      line_.begin = line_.scanned = next;
    }
    line_.scanned = std::max(line_.scanned, offset / unit_ * unit_);
  }

  std::string_view source_;
  std::size_t unit_ = 1;  // size of a code unit in bytes
  bool big_endian_ = false;
  Line line_ = {};
  std::vector<Line> marks_ = std::vector<Line>(1);  // one every 64 KiB, as far as the source has been scanned
};

LineCounter::LineCounter(const Plan& plan) : state_(std::make_unique<State>(plan)) {}
LineCounter::LineCounter(LineCounter&&) noexcept = default;
LineCounter& LineCounter::operator=(LineCounter&&) noexcept = default;
LineCounter::~LineCounter() = default;

Position LineCounter::at(std::size_t offset) { return state_->at(offset); }

}  // namespace absolve
