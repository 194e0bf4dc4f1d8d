#pragma once

#include <cstddef>
#include <string_view>

#include "../text/ascii.h"
#include "../text/byte_sets.h"

namespace absolve::markdown {

/// A line, and how far it was read. A tab goes to the next column that is a multiple of 4, and may be read in part
/// (CommonMark, section 2.2).
///
///     > \ta
///       ^ ^      after the prefix of a quote: the place is in the tab, at column 3
///       | first, with an indent of 1
///       place
class Line {
 public:
  explicit Line(std::string_view text) noexcept : text_(text) {}

  /// Goes to the line that begins at `begin`.
  void start(std::size_t begin) noexcept {
    begin_ = place_ = begin;
    column_ = 0;
    is_in_tab_ = false;
    end_ = find_in_set<Bytes<'\n', '\r'>>(text_, begin);
    const bool is_crlf = text_.substr(end_).starts_with("\r\n");
    next_ = end_ + (is_crlf ? 2 : 1) < text_.size() ? end_ + (is_crlf ? 2 : 1) : text_.size();
  }

  [[nodiscard]] std::size_t begin() const noexcept { return begin_; }
  /// Before its line end, and after it.
  [[nodiscard]] std::size_t end() const noexcept { return end_; }
  [[nodiscard]] std::size_t next() const noexcept { return next_; }

  /// The byte at an offset of the text; a line end after the line.
  [[nodiscard]] char at(std::size_t offset) const noexcept { return offset < end_ ? text_[offset] : '\n'; }

  /// The rest of the line from an offset of the text on.
  [[nodiscard]] std::string_view rest(std::size_t offset) const noexcept {
    return offset < end_ ? text_.substr(offset, end_ - offset) : std::string_view();
  }

  /// The offset after the bytes `c` at an offset.
  [[nodiscard]] std::size_t after_run(std::size_t offset, char c) const noexcept {
    while (at(offset) == c) ++offset;
    return offset;
  }

  /// Whether only blanks follow.
  [[nodiscard]] bool is_blank_from(std::size_t offset) const noexcept {
    while (is_blank(at(offset))) ++offset;
    return offset >= end_;
  }

  /// How far it was read: the offset of the next byte. After a part of a tab, that is the tab.
  [[nodiscard]] std::size_t place() const noexcept { return place_; }
  [[nodiscard]] std::size_t column() const noexcept { return column_; }
  [[nodiscard]] bool is_in_tab() const noexcept { return is_in_tab_; }

  // What find_text() has found.

  /// The first byte from the place on that is no blank, and how many columns after the place it is.
  [[nodiscard]] std::size_t first() const noexcept { return first_; }
  [[nodiscard]] std::size_t indent() const noexcept { return indent_; }
  /// Whether there is none.
  [[nodiscard]] bool is_empty() const noexcept { return first_ == end_; }

  void find_text() noexcept {
    std::size_t column = column_;
    for (first_ = place_; is_blank(at(first_)); ++first_) column += width(first_, column);
    indent_ = column - column_;
  }

  void advance_to(std::size_t offset) noexcept {
    for (; place_ < offset; ++place_) column_ += width(place_, column_);
    is_in_tab_ = false;
  }

  void advance_columns(std::size_t count) noexcept {
    while (count > 0 && place_ < end_) {
      const std::size_t all = width(place_, column_);
      const std::size_t taken = all < count ? all : count;
      is_in_tab_ = taken < all;
      column_ += taken;
      if (!is_in_tab_) ++place_;
      count -= taken;
    }
  }

  /// Reads the blank that may follow the sign of a quote.
  void skip_blank() noexcept {
    if (is_blank(at(place_))) advance_columns(1);
  }

 private:
  [[nodiscard]] std::size_t width(std::size_t offset, std::size_t column) const noexcept {
    constexpr std::size_t tab_stop = 4;
    return at(offset) == '\t' ? tab_stop - column % tab_stop : 1;
  }

  std::string_view text_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t next_ = 0;
  std::size_t place_ = 0;
  std::size_t column_ = 0;
  bool is_in_tab_ = false;
  std::size_t first_ = 0;
  std::size_t indent_ = 0;
};

}  // namespace absolve::markdown
