#pragma once

#include <span>
#include <string>
#include <string_view>

#include "absolve/edit.h"

namespace absolve::inline detail {

/// Writes the text from byte `from` on, with its edits applied, to `result`, whose old content is lost and whose memory
/// is used again. No edit may begin before `from`. Linear.
inline void edit_into(std::string& result, std::string_view text, std::span<const Edit> edits, std::size_t from = 0) {
  std::size_t size = text.size() - from;
  for (const Edit& edit : edits) size += edit.text.size() - edit.length;
  result.clear();
  result.reserve(size);
  for (const Edit& edit : edits) {
    result.append(text.substr(from, edit.offset - from)).append(edit.text);
    from = edit.offset + edit.length;
  }
  result.append(text.substr(from));
}

/// The same, as a new string.
[[nodiscard]] inline std::string edited(std::string_view text, std::span<const Edit> edits, std::size_t from = 0) {
  std::string result;
  edit_into(result, text, edits, from);
  return result;
}

}  // namespace absolve::inline detail
