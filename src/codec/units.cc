// The mapping from offsets of a text to those of the outer text, for codecs in which most bytes stand for themselves.
// Only the beginning of each unit is stored, and the size of its text; its outer end follows from the next unit, as the
// bytes between them are the same:
//
//     text:    |-unit-|--same--|-next      outer end = next outer begin - (next text begin - text end)
//     outer:   |---unit---|--same--|-next
//
// So memory is proportional to the number of units, and a lookup is a binary search among them. widened() makes sure
// that no edit cuts a unit: half of an escape can't be replaced.

#include "units.h"

#include <algorithm>

namespace absolve::codec {

Unit Units::unit(std::size_t index) const noexcept {
  const Entry& entry = entries_[index];
  const bool is_last = index + 1 == entries_.size();
  const auto next_text = is_last ? text_size_ : static_cast<std::size_t>(entries_[index + 1].text);
  const auto next_outer = is_last ? outer_size_ : static_cast<std::size_t>(entries_[index + 1].outer);
  const auto text = static_cast<std::size_t>(entry.text);
  const auto text_end = static_cast<std::size_t>(entry.text + entry.text_size);
  return {text, text_end, static_cast<std::size_t>(entry.outer), next_outer - (next_text - text_end)};
}

std::optional<Unit> Units::before(std::size_t offset) const noexcept {
  const auto begins_before = [&](const Entry& entry) {
    return entry.text < offset || (entry.text == offset && entry.text_size == 0);
  };
  const auto after = std::ranges::partition_point(entries_, begins_before);
  if (after == entries_.begin()) return std::nullopt;
  return unit(static_cast<std::size_t>(after - entries_.begin()) - 1);
}

std::optional<Unit> Units::around(std::size_t offset) const noexcept {
  const auto unit = before(offset);
  return unit && offset < unit->text_end ? unit : std::nullopt;
}

std::size_t Units::outer_offset(std::size_t offset) const noexcept {
  if (offset >= text_size_) return outer_size_;
  const auto last = before(offset);
  if (!last) return offset;
  return offset < last->text_end ? last->outer : last->outer_end + (offset - last->text_end);
}

std::vector<Replacement> widened(std::string_view text, std::span<const Edit> edits, const Units& units) {
  std::vector<Replacement> result;
  std::size_t at = 0;  // the text before it was removed, or is in the last new text already
  for (const Edit& edit : edits) {
    if (edit.length == 0 && edit.text.empty()) continue;
    const std::size_t edit_end = edit.offset + edit.length;
    const std::optional<Unit> first = units.around(edit.offset);
    const std::optional<Unit> last = units.around(edit_end);
    const std::size_t begin = first ? first->text : edit.offset;
    const std::size_t end = last ? last->text_end : edit_end;
    if (result.empty() || begin > result.back().end) {
      if (!result.empty()) result.back().text.append(text.substr(at, result.back().end - at));
      result.push_back({begin, end, {}});
      at = begin;
    }
    result.back().end = end;
    result.back().text.append(text.substr(at, edit.offset - at)).append(edit.text);
    at = edit_end;
  }
  if (!result.empty()) result.back().text.append(text.substr(at, result.back().end - at));
  return result;
}

std::string& EditWriter::text_for(std::size_t begin, std::size_t end) {
  if (is_open_ && begin > end_) finish_edit();
  if (!is_open_) {
    is_open_ = true;
    begin_ = begin;
    text_.clear();
  }
  end_ = end;
  return text_;
}

void EditWriter::finish_edit() {
  if (is_open_) edits_.push_back({begin_, end_ - begin_, strings_.keep(text_)});
  is_open_ = false;
}

std::vector<Edit> EditWriter::finish() {
  finish_edit();
  return std::move(edits_);
}

}  // namespace absolve::codec
