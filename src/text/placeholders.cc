#include "placeholders.h"

#include <algorithm>

namespace absolve::inline detail {
namespace {

/// Whether a text has a byte with which a placeholder may start. Nothing leaves the loop, so that the compiler can have
/// it take many bytes at a time.
bool may_have_placeholder(std::string_view text) noexcept {
  bool found = false;
  for (const char c : text) {
    found |= (c == '{') | (c == '%') | (c == '<') | (c == '$') | (c == '*') | (c == '[');
  }
  return found;
}

static_assert(std::ranges::all_of(placeholder_signs,
                                  [](const PlaceholderSigns& signs) {
                                    return std::string_view("{%<$*[").find(signs.opening.front()) !=
                                           std::string_view::npos;
                                  }),
              "the quick look knows each of them");

bool has(std::string_view text, const PlaceholderSigns& signs) noexcept {
  const std::size_t opening = text.find(signs.opening);
  return opening != std::string_view::npos &&
         text.find(signs.closing, opening + signs.opening.size() + 1) != std::string_view::npos;
}

bool is_in_braces(std::string_view text) noexcept {
  return text.size() > 2 && text.front() == '{' && text.back() == '}' && text.find_first_of("{}", 1) == text.size() - 1;
}

}  // namespace

bool has_placeholder(std::string_view text) noexcept {
  if (!may_have_placeholder(text)) return false;
  return is_in_braces(text) ||
         std::ranges::any_of(placeholder_signs, [&](const PlaceholderSigns& signs) { return has(text, signs); });
}

}  // namespace absolve::inline detail
