#include "lazy.h"

#include <algorithm>
#include <array>

#include "../text/ascii.h"
#include "absolve/url.h"

namespace absolve::markup {
namespace {

constexpr std::size_t npos = std::string_view::npos;

/// What turns something on or off.
constexpr auto switches = std::to_array<std::string_view>({"auto", "eager", "false", "lazy", "lazyload", "loaded", "no",
                                                           "none", "null", "off", "on", "true", "undefined", "yes"});

bool is_switch(std::string_view text) noexcept {
  return std::ranges::any_of(switches, [&](std::string_view one) { return is_name(text, one); });
}

/// Such as `-1`, `50%`, `0.5 0.5`.
bool is_number(std::string_view text) noexcept {
  return std::ranges::any_of(text, is_digit) && text.find_first_not_of("0123456789.+-% ") == npos;
}

bool is_colour(std::string_view text) noexcept {
  constexpr std::array<std::size_t, 4> sizes = {4, 5, 7, 9};
  return text.starts_with('#') && std::ranges::find(sizes, text.size()) != sizes.end() &&
         std::ranges::all_of(text.substr(1), [](char c) { return digit_value(c) < 16; });
}

/// A function of CSS, such as `linear-gradient(red, blue)`: the value of a property.
bool is_function(std::string_view text) noexcept {
  const std::size_t name = std::min(text.find_first_of("(/.:?#"), text.size());
  return name > 0 && name < text.size() && text[name] == '(' && text.ends_with(')');
}

/// JSON, markup or a list in some other syntax; or a URL in base64, which hides it from programs that read pages:
/// `http` and `//` start like this in base64.
bool is_something_else(std::string_view text) noexcept {
  constexpr auto beginnings = std::to_array<std::string_view>({"{", "[", "<", "'", "aHR0c", "Ly9"});
  const auto starts = [&](std::string_view one) { return text.starts_with(one); };
  return std::ranges::any_of(beginnings, starts) || text.find_first_of("\"|") != npos;
}

/// Whether a word of the text is the descriptor of an image candidate: `2x`, `100w,`.
bool has_descriptor(std::string_view text) noexcept {
  for (std::size_t at = text.find(' '); at != npos; at = text.find(' ', at + 1)) {
    const std::size_t begin = at + 1;
    const std::size_t end = std::min(text.find_first_not_of("0123456789.", begin), text.size());
    if (end == begin || end == text.size() || (text[end] != 'x' && text[end] != 'w')) continue;
    if (end + 1 == text.size() || text[end + 1] == ',' || is_space(text[end + 1])) return true;
  }
  return false;
}

}  // namespace

std::optional<Format> lazy_format(std::string_view value) noexcept {
  const std::string_view text = trimmed(value);
  if (!scheme_of(text).empty()) return Format::url;  // whatever else it holds: an absolute URL is left unchanged
  const auto holds = [&](std::string_view function) { return find_ignoring_case(text, function) != npos; };
  if (holds("url(") || holds("image-set(")) return Format::css;
  if (is_something_else(text)) return std::nullopt;
  const bool is_none = is_switch(text) || is_number(text) || is_colour(text) || is_function(text);
  return is_none || has_descriptor(text) ? std::nullopt : std::optional(Format::url);
}

bool looks_like_url(std::string_view value) noexcept {
  const std::string_view text = trimmed(value);
  if (!scheme_of(text).empty()) return true;
  const bool is_one_word = text.find_first_of(white_space) == npos;
  if (!is_one_word || is_number(text) || lazy_format(text) != Format::url) return false;
  if (text.starts_with('?')) return text.size() > 1;
  // A slash inside proves nothing: `w-1/2`, `and/or`, `text/html`.
  if (text.starts_with('/') || text.starts_with("./") || text.starts_with("../")) return true;
  const std::string_view name = text.substr(text.rfind('/') + 1);
  const std::size_t point = name.rfind('.');
  const std::string_view extension = point == npos || point == 0 ? std::string_view() : name.substr(point + 1);
  constexpr std::size_t longest = 5;
  return !extension.empty() && extension.size() <= longest && is_letter(extension.front()) &&
         std::ranges::all_of(extension, [](char c) { return is_letter(c) || is_digit(c); });
}

}  // namespace absolve::markup
