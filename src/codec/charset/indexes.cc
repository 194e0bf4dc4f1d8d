// The indexes of the Encoding standard. They are files (data/encoding), whose rows the build turns into initializers
// (cmake/EncodingIndexes.cmake); the compiler makes the tables from these.

#include "indexes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

namespace absolve::codec {
namespace {

struct Row {
  std::uint32_t pointer;
  char32_t code_point;
};

#include <encoding_indexes.h>

template <const auto& rows>
constexpr auto table = [] {
  std::array<char32_t, std::end(rows)[-1].pointer + 1> result{};
  for (const Row& row : rows) result[row.pointer] = row.code_point;
  return result;
}();

// What the ranges say of these pointers doesn't count (section 5, "index gb18030 ranges code point").
constexpr std::size_t end_of_bmp = 39'420;
constexpr std::size_t begin_of_others = 189'000;
constexpr std::size_t end_of_others = begin_of_others + 0x100000;
constexpr Row exception{7457, 0xE7C7};

/// The last row whose `member` is not greater than `value`.
const Row& range_of(std::uint32_t value, auto member) noexcept {
  return *std::prev(std::ranges::upper_bound(gb18030_ranges_rows, value, {}, member));
}

}  // namespace

constinit const Index big5_index = table<big5_rows>;
constinit const Index euc_kr_index = table<euc_kr_rows>;
constinit const Index gb18030_index = table<gb18030_rows>;
constinit const Index jis0208_index = table<jis0208_rows>;
constinit const Index jis0212_index = table<jis0212_rows>;

char32_t code_point_in_ranges(std::size_t pointer) noexcept {
  if (pointer >= end_of_others || (pointer >= end_of_bmp && pointer < begin_of_others)) return 0;
  if (pointer == exception.pointer) return exception.code_point;
  const Row& row = range_of(static_cast<std::uint32_t>(pointer), &Row::pointer);
  return row.code_point + static_cast<char32_t>(pointer - row.pointer);
}

std::size_t pointer_in_ranges(char32_t code_point) noexcept {
  if (code_point == exception.code_point) return exception.pointer;
  const Row& row = range_of(code_point, &Row::code_point);
  return row.pointer + (code_point - row.code_point);
}

}  // namespace absolve::codec
