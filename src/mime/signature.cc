#include "signature.h"

#include <algorithm>
#include <functional>

#include "../text/ascii.h"

namespace absolve::mime {
namespace {

/// Removes the text up to and including the next `separator` from the start of a text, and returns it without the
/// separator.
std::string_view next_item(std::string_view& text, char separator) noexcept {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view item = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return trimmed(item);
}

}  // namespace

bool covers_field(std::string_view signature, std::string_view name) noexcept {
  while (!signature.empty()) {
    std::string_view names = next_item(signature, ';');
    if (next_item(names, '=') != "h") continue;
    while (!names.empty()) {
      if (equal_ignoring_case(next_item(names, ':'), name)) return true;
    }
    return false;
  }
  return true;
}

bool holds_clear_signed_text(std::string_view text) noexcept {
  constexpr std::string_view mark = "-----BEGIN PGP SIGNED MESSAGE-----";
  static const std::boyer_moore_horspool_searcher first(mark.begin(), mark.end());  // all texts are searched
  const auto begin = std::search(text.begin(), text.end(), first);
  return begin != text.end() &&
         std::string_view(begin, text.end()).find("-----BEGIN PGP SIGNATURE-----") != std::string_view::npos;
}

}  // namespace absolve::mime
