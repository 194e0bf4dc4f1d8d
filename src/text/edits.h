#pragma once

#include <span>
#include <string>
#include <string_view>

#include "absolve/edit.h"

namespace absolve::inline detail {

/// Text with its edits carried out from byte `from` on, where no edit begins before it.
[[nodiscard]] inline std::string edited(std::string_view text, std::span<const Edit> edits, std::size_t from = 0) {
  std::size_t size = text.size() - from;
  for (const Edit& edit : edits) size += edit.text.size() - edit.length;
  std::string result;
  result.reserve(size);
  for (const Edit& edit : edits) {
    result.append(text.substr(from, edit.offset - from)).append(edit.text);
    from = edit.offset + edit.length;
  }
  return result.append(text.substr(from));
}

}  // namespace absolve::inline detail
