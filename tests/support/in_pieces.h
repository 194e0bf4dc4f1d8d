#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "absolve/rewriter.h"
#include "given.h"

namespace absolve::test {

/// Hands over a text, up to so many bytes at a time.
inline ReadFunction bit_by_bit(std::string_view text, std::size_t at_once = SIZE_MAX) {
  return [text, at_once](std::span<char> space) mutable {
    const std::size_t size = std::min({text.size(), at_once, space.size()});
    std::copy_n(text.begin(), size, space.begin());
    text.remove_prefix(size);
    return size;
  };
}

/// What an input becomes that comes so many bytes at a time.
inline std::string rewritten(std::string_view text, const Given& given, std::size_t at_once = SIZE_MAX,
                             RewriterOptions more = {}) {
  std::string output;
  Rewriter(given.options, std::move(more))
      .run(
          bit_by_bit(text, at_once), [&](std::string_view bytes) { output += bytes; }, given.input);
  return output;
}

}  // namespace absolve::test
