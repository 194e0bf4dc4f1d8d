#pragma once

#include <span>
#include <string>
#include <string_view>

namespace absolve::inline detail {

/// The word that may have been meant by a mistyped one; "": none is near enough. Small and capital letters are alike,
/// and so are words with and without hyphens. Quadratic in the words, which are short.
[[nodiscard]] std::string_view nearest(std::string_view mistyped, std::span<const std::string_view> words);

/// Whether two words are the same in the same way.
[[nodiscard]] bool are_alike(std::string_view a, std::string_view b);

/// What to say of a word that is not among some: "'x' is none of a, b; did you mean a?". Some: one at least.
[[nodiscard]] std::string none_of(std::string_view word, std::span<const std::string_view> words);

}  // namespace absolve::inline detail
