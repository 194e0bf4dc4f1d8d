#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace absolve::inline detail {

/// Decodes a text. `find(at)` returns the next offset from `at` on of something that may not stand for itself, or the
/// size; `decode(at, out)` appends what it stands for and returns its end. The result is a view of `raw` if there is no
/// such thing, otherwise of `decoded`. Linear.
template <class Find, class Decode>
[[nodiscard]] std::string_view decode_text(std::string_view raw, std::string& decoded, Find&& find, Decode&& decode) {
  std::size_t at = find(0);
  if (at == raw.size()) return raw;
  decoded.reserve(raw.size());  // few texts grow
  decoded.assign(raw, 0, at);
  while (at < raw.size()) {
    const std::size_t end = decode(at, decoded);
    at = find(end);
    decoded.append(raw, end, at - end);
  }
  return decoded;
}

}  // namespace absolve::inline detail
