#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace absolve::inline detail {

/// The word that was probably meant by a mistyped one; "" if none is similar enough. Upper and lower case are not
/// distinguished, nor are words with and without hyphens. Quadratic in the length of the words, which are short.
[[nodiscard]] std::string_view nearest(std::string_view mistyped, std::span<const std::string_view> words);

/// Whether two words are equal in this sense.
[[nodiscard]] bool are_alike(std::string_view a, std::string_view b);

/// Words as a list, `a, b, c`; of many, only the first ones.
template <class Words>
[[nodiscard]] std::string listed(const Words& words) {
  constexpr std::size_t shown = 20;
  std::string list;
  std::size_t count = 0;
  for (const std::string_view word : words) {
    if (count++ == shown) return list + ", ...";
    list.append(list.empty() ? "" : ", ").append(word);
  }
  return list;
}

/// The message for a word that is not in a list: "'x' is not one of a, b; did you mean a?". The list must not be empty.
/// `meant` is the one that is meant; "" for the nearest one, if one is similar enough.
[[nodiscard]] std::string none_of(std::string_view word, std::span<const std::string_view> words,
                                  std::string_view meant = {});

}  // namespace absolve::inline detail
