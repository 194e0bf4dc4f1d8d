#pragma once

#include <cstddef>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "../../src/codec/codec.h"

namespace absolve::test {

inline constexpr std::size_t coding_count = static_cast<std::size_t>(codec::Coding::chunked) + 1;

/// One seed, one row of choices.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(engine_); }
  bool one_in(std::size_t count) { return below(count) == 0; }
  std::string_view any(std::initializer_list<std::string_view> choices) {
    return choices.begin()[below(choices.size())];
  }

 private:
  std::mt19937 engine_;
};

/// A text of this row as its format would hand it on, with all that is hard on it.
[[nodiscard]] std::string random_outer(codec::Coding coding, Random& random);

/// A text of this row that reads as `text`, as far as the row can say that.
[[nodiscard]] std::string written(codec::Coding coding, std::string_view text, Random& random);

/// Whether a format hands on such a text: a value in quotation marks has none in it, and so on.
[[nodiscard]] bool is_valid(codec::Coding coding, std::string_view outer);

/// How much a text of this row holds that is no harm to a patient reader of XML, but none must get of an edit: `]]>` in
/// text, references to entities that nobody knows, ends of processing instructions in attributes. 0 for other rows.
[[nodiscard]] std::size_t ill_formed_places(codec::Coding coding, std::string_view outer);

/// Sorted and disjoint; some touch one another, some change nothing.
[[nodiscard]] std::vector<Edit> random_edits(codec::Coding coding, std::string_view text, Random& random);

}  // namespace absolve::test
