#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "absolve/absolve.h"

namespace absolve {
namespace {

TEST(Positions, AreTheSameInAnyOrder) {
  std::mt19937 random(1);
  std::string text;
  while (text.size() < 400'000) text += std::string(random() % 3000, 'x') + std::string(random() % 3, '\n');
  const Plan plan = absolve::plan(text, {.type = Type::html});
  LineCounter lines(plan);
  for (int i = 0; i < 1000; ++i) {
    const std::size_t offset = random() % 8 == 0 ? random() % 8 * 65'536 : random() % (text.size() + 1);
    const std::string_view before = std::string_view(text).substr(0, offset);
    const auto line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1;
    const std::size_t newline = before.rfind('\n');
    const std::size_t column = newline == std::string_view::npos ? offset + 1 : offset - newline;
    const Position position = lines.at(std::min(offset, text.size()));
    if (offset > text.size()) continue;
    ASSERT_EQ(position.line, line) << offset;
    ASSERT_EQ(position.column, column) << offset;
  }
}

}  // namespace
}  // namespace absolve
