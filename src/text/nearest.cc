#include "nearest.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "ascii.h"

namespace absolve::inline detail {
namespace {

constexpr std::size_t longest = 64;  // no word in any list is longer

/// A word in the form in which it is compared.
std::string letters_of(std::string_view word) {
  std::string letters = lower_case(word);
  std::erase(letters, '-');
  return letters;
}

/// How many letters must be inserted, removed, replaced or swapped with the next one to turn one word into another
/// (optimal string alignment):
///
///             ""  o  n  l  y
///         ""   0  1  2  3  4      before_last
///         o    1  0  1  2  3      last
///         l    2  1  1  1  2      row
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last;
  std::vector<std::size_t> last(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool is_same = a[i - 1] == b[j - 1];
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (is_same ? 0 : 1)});
      const bool is_swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = std::move(last);
    last = std::move(row);
  }
  return last[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view mistyped, std::span<const std::string_view> words) {
  if (mistyped.size() > longest) return {};
  const std::string letters = letters_of(mistyped);
  std::string_view best;
  std::size_t least = 1 + letters.size() / 3;  // a word of two letters is only near to itself in another case
  for (const std::string_view word : words) {
    const std::size_t size = distance(letters, letters_of(word));
    if (size < least) {
      best = word;
      least = size;
    }
  }
  return best;
}

bool are_alike(std::string_view a, std::string_view b) { return letters_of(a) == letters_of(b); }

std::string none_of(std::string_view word, std::span<const std::string_view> words, std::string_view meant) {
  std::string error = "'" + std::string(word) + "' is not one of " + listed(words);
  if (meant.empty()) meant = nearest(word, words);
  if (!meant.empty()) error.append("; did you mean ").append(meant).append("?");
  return error;
}

}  // namespace absolve::inline detail
