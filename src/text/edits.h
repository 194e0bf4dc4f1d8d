#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "absolve/link.h"

namespace absolve::inline detail {

/// The size of a text with its edits applied.
[[nodiscard]] inline std::size_t edited_size(std::string_view text, std::span<const Edit> edits) noexcept {
  std::size_t size = text.size();
  for (const Edit& edit : edits) size += edit.text.size() - edit.length;
  return size;
}

/// Passes the pieces of a text with its edits applied to `add`, one after the other.
template <class Add>
void for_each_piece(std::string_view text, std::span<const Edit> edits, Add add, std::size_t from = 0) {
  for (const Edit& edit : edits) {
    add(text.substr(from, edit.offset - from));
    add(edit.text);
    from = edit.offset + edit.length;
  }
  add(text.substr(from));
}

/// Writes the text from byte `from` on, with its edits applied, to `result`, whose old content is lost and whose memory
/// is used again. No edit may begin before `from`. Linear.
inline void edit_into(std::string& result, std::string_view text, std::span<const Edit> edits, std::size_t from = 0) {
  result.clear();
  result.reserve(edited_size(text, edits) - from);
  for_each_piece(
      text, edits, [&](std::string_view piece) { result.append(piece); }, from);
}

/// The same, as a new string.
[[nodiscard]] inline std::string edited(std::string_view text, std::span<const Edit> edits, std::size_t from = 0) {
  std::string result;
  edit_into(result, text, edits, from);
  return result;
}

/// Writes the text with its edits applied to `buffer` as far as there is space, and returns what was written. Linear in
/// the size of the buffer.
[[nodiscard]] inline std::string_view edited_beginning(std::string_view text, std::span<const Edit> edits,
                                                       std::span<char> buffer) {
  std::size_t size = 0;
  const auto add = [&](std::string_view piece) { size += piece.copy(buffer.data() + size, buffer.size() - size); };
  std::size_t from = 0;
  for (const Edit& edit : edits) {
    if (size == buffer.size()) break;
    add(text.substr(from, edit.offset - from));
    add(edit.text);
    from = edit.offset + edit.length;
  }
  add(text.substr(from));
  return {buffer.data(), size};
}

/// The first `size` bytes of the text with its edits applied, or all of it if it is shorter. Linear in `size`.
[[nodiscard]] inline std::string edited_beginning(std::string_view text, std::span<const Edit> edits,
                                                  std::size_t size) {
  std::size_t all = text.size();
  for (auto edit = edits.begin(); edit != edits.end() && all < size; ++edit) all += edit->text.size();
  std::string result(std::min(all, size), '\0');
  result.resize(edited_beginning(text, edits, std::span(result)).size());
  return result;
}

}  // namespace absolve::inline detail
