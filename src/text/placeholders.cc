#include "placeholders.h"

#include <algorithm>

namespace absolve::inline detail {
namespace {

/// Each opening sign has one of these bytes; a reference, mostly none.
constexpr std::string_view bytes_of_signs = "{<[|%";

static_assert(std::ranges::all_of(placeholder_signs,
                                  [](const PlaceholderSigns& signs) {
                                    return signs.opening.find_first_of(bytes_of_signs) != std::string_view::npos;
                                  }),
              "none is overlooked");

bool may_have_placeholder(std::string_view text) noexcept {
  return std::ranges::any_of(bytes_of_signs, [&](char c) { return text.find(c) != std::string_view::npos; });
}

bool has(std::string_view text, const PlaceholderSigns& signs) noexcept {
  const std::size_t opening = text.find(signs.opening);
  if (opening == std::string_view::npos || signs.closing.empty()) return opening != std::string_view::npos;
  return text.find(signs.closing, opening + signs.opening.size() + 1) != std::string_view::npos;
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
