#include "lines.h"

#include <algorithm>
#include <utility>

namespace absolve::inline detail {
namespace {

/// Goes through the edits, and breaks the lines that they make too long.
class LineBreakScanner {
 public:
  LineBreakScanner(std::string_view text, std::span<const Edit> edits, std::span<const std::size_t> opportunities,
                   LineLimits limits, std::string_view ending)
      : text_(text), edits_(edits), opportunities_(opportunities), limits_(limits), ending_(ending) {
    result_.edits.reserve(edits.size());
  }

  BrokenLines broken_lines() {
    while (!edits_.empty()) line();
    return std::move(result_);
  }

 private:
  /// Processes the next edit and all others in the lines that it reaches.
  void line() {
    const auto [begin, end, count] = first_edited_lines(text_, edits_);
    std::size_t added = 0;
    std::size_t removed = 0;
    for (const Edit& edit : edits_.first(count)) {
      added += edit.text.size();
      removed += edit.length;
    }
    const std::size_t before_edits = line_at(text_, begin).size();
    limit_ = before_edits <= limits_.preferred ? limits_.preferred : limits_.max;
    const bool stays_long = before_edits > limit_ && !(limits_.breaks_longer && added > removed);
    if (stays_long || end - begin + added - removed <= limit_) {
      result_.edits.insert(result_.edits.end(), edits_.begin(), edits_.begin() + static_cast<std::ptrdiff_t>(count));
    } else {
      fit(begin, end, edits_.first(count), before_edits > limit_ ? result_.stayed_too_long : result_.too_long);
    }
    edits_ = edits_.subspan(count);
  }

  /// Breaks a line with edits where it exceeds the limit. The latest opportunity is remembered; what has been written
  /// since then becomes the beginning of the next line.
  ///
  ///     text:     <a class=x href="y" id=z>       limit 25
  ///                 ^       ^        ^            opportunities: before white space
  ///     written:  <a class=x href="http://h/      column 26, so the line is broken at
  ///                         ^                     opportunity_column 10
  ///     becomes:  <a class=x
  ///                href="http://h/                column 16, and on
  void fit(std::size_t begin, std::size_t end, std::span<const Edit> edits, std::size_t& count_of_too_long) {
    if (end > begin && end < text_.size() && text_[end - 1] == '\r') --end;
    std::size_t column = 0;  // after what has been written to the current output line
    std::size_t at = begin;  // offset in the text
    std::size_t longest = 0;
    std::size_t opportunity_column = 0;  // of the latest opportunity
    std::size_t opportunity_index = 0;   // in result_.edits
    std::size_t opportunity = 0;
    const auto advance = [&](std::size_t width) {
      column += width;
      if (column > limit_ && opportunity_column > 0) {
        result_.edits.insert(result_.edits.begin() + static_cast<std::ptrdiff_t>(opportunity_index),
                             Edit{opportunity, 0, ending_});
        longest = std::max(longest, opportunity_column);
        column -= opportunity_column;
        opportunity_column = 0;
      }
    };
    const auto walk_to = [&](std::size_t to) {
      while (!opportunities_.empty() && opportunities_.front() < to) {
        const std::size_t next = opportunities_.front();
        opportunities_ = opportunities_.subspan(1);
        if (next < at) continue;
        advance(next - at);
        at = next;
        if (column == 0) continue;
        opportunity = next;
        opportunity_column = column;
        opportunity_index = result_.edits.size();
      }
      const std::size_t from = std::exchange(at, std::max(at, to));
      advance(at - from);
    };
    for (const Edit& edit : edits) {
      walk_to(edit.offset);
      result_.edits.push_back(edit);
      advance(edit.text.size());
      at = edit.offset + edit.length;
    }
    walk_to(end);
    if (std::max(longest, column) > limits_.max) ++count_of_too_long;
  }

  std::string_view text_;
  std::span<const Edit> edits_;
  std::span<const std::size_t> opportunities_;
  LineLimits limits_;
  std::size_t limit_ = 0;  // for the current line
  std::string_view ending_;
  BrokenLines result_;
};

}  // namespace

EditedLines first_edited_lines(std::string_view text, std::span<const Edit> edits) noexcept {
  EditedLines lines{line_begin(text, edits.front().offset), 0, 0};
  do {
    const Edit& edit = edits[lines.edits++];
    const std::size_t edit_end = edit.offset + edit.length;
    if (edit_end > lines.end || lines.edits == 1) lines.end = line_end(text, edit_end);
  } while (lines.edits < edits.size() && edits[lines.edits].offset <= lines.end);
  return lines;
}

BrokenLines break_lines(std::string_view text, std::span<const Edit> edits, std::span<const std::size_t> opportunities,
                        LineLimits limits, std::string_view ending) {
  return LineBreakScanner(text, edits, opportunities, limits, ending).broken_lines();
}

}  // namespace absolve::inline detail
