#include "placeholders.h"

#include <algorithm>
#include <string>

#include "ascii.h"

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

bool starts_with_escape(std::string_view text) noexcept {
  return text.size() > 2 && text[0] == '%' && digit_value(text[1]) < 16 && digit_value(text[2]) < 16;
}

bool has(std::string_view text, const PlaceholderSigns& signs) noexcept {
  constexpr std::size_t npos = std::string_view::npos;
  const std::size_t size = signs.opening.size();
  std::size_t at = text.find(signs.opening);
  if (at == npos || text.find(signs.closing, at + size + 1) != npos) return at != npos;
  while (at != npos && starts_with_escape(text.substr(at + size - 1))) at = text.find(signs.opening, at + 1);
  return signs.may_be_cut_off && at != npos;
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

bool join_into_placeholder(std::string_view first, std::string_view second) {
  const auto begins_in_first = [&](const PlaceholderSigns& signs) {
    return first.find(signs.opening.front()) != std::string_view::npos;
  };
  return std::ranges::any_of(placeholder_signs, begins_in_first) && has_placeholder(std::string(first).append(second));
}

}  // namespace absolve::inline detail
