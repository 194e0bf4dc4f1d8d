#pragma once

#include <cstddef>
#include <span>

namespace absolve::codec {

/// An index of the Encoding standard (section 5): the code points of characters, by their pointers. 0 if there is none.
using Index = std::span<const char32_t>;

extern const Index big5_index;
extern const Index euc_kr_index;
extern const Index gb18030_index;
extern const Index jis0208_index;
extern const Index jis0212_index;

/// The code point of a pointer; 0 if there is none.
[[nodiscard]] constexpr char32_t code_point_in(Index index, std::size_t pointer) noexcept {
  return pointer < index.size() ? index[pointer] : 0;
}

/// The index gb18030 ranges, for the characters of four bytes: the code point of a pointer; 0 if there is none.
[[nodiscard]] char32_t code_point_in_ranges(std::size_t pointer) noexcept;

/// The pointer of a code point that the index gb18030 has not.
[[nodiscard]] std::size_t pointer_in_ranges(char32_t code_point) noexcept;

}  // namespace absolve::codec
