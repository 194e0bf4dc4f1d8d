#pragma once

#include <cstddef>
#include <string_view>

namespace absolve {

/// A byte range of a text, and the text that replaces it.
///
///     <a href="../x?y">        edit 9, 3 -> http://a/b/
///              |--|
///         offset  offset + length
struct Edit {
  std::size_t offset;
  std::size_t length;
  std::string_view text;
};

}  // namespace absolve
