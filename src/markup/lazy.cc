#include "lazy.h"

#include <algorithm>
#include <array>
#include <string>

#include "../text/ascii.h"
#include "../text/utf8.h"
#include "../url/paths.h"
#include "../url/split.h"
#include "absolve/url.h"

namespace absolve::markup {
namespace {

constexpr std::size_t npos = std::string_view::npos;

/// What turns something on or off.
constexpr auto switches = std::to_array<std::string_view>({"auto", "eager", "false", "lazy", "lazyload", "loaded", "no",
                                                           "none", "null", "off", "on", "true", "undefined", "yes"});

bool is_switch(std::string_view text) noexcept { return is_any_of(text, switches); }

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

/// `https%3A%2F%2Fa`: in a query it would be the value of a parameter.
bool is_escaped_url(std::string_view text) noexcept {
  constexpr auto beginnings = std::to_array<std::string_view>({"http%3a", "https%3a"});
  return std::ranges::any_of(beginnings, [&](std::string_view one) { return has_beginning(text, one); });
}

/// `www.a.example`, also with a path. People write so without a scheme what they mean as a URL.
bool is_www_host(std::string_view text) noexcept {
  constexpr std::string_view www = "www.";
  const std::string_view host = text.substr(0, text.find_first_of("/?#"));
  const std::size_t point = host.find('.', www.size());
  return has_beginning(host, www) && point != npos && point > www.size() && point + 1 < host.size();
}

/// The value of a digit of base64 (RFC 4648, section 4); 64: it is none.
constexpr unsigned base64_value(char c) noexcept {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  return static_cast<unsigned>(std::min(digits.find(c), digits.size()));
}

/// A path or a URL in base64, which hides it from programs that read pages.
bool is_hidden_url(std::string_view text) {
  constexpr std::size_t least = 8;
  text = text.substr(0, text.find_last_not_of('=') + 1);
  if (text.size() < least) return false;
  std::string decoded;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const unsigned value = base64_value(c);
    if (value == 64) return false;
    bits = (bits << 6U | value) & 0xFFFU;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    decoded += static_cast<char>(bits >> static_cast<unsigned>(count) & 0xFFU);
    const bool may_be = decoded.front() == '/' || std::string_view("http").starts_with(decoded.substr(0, 4));
    if (!may_be || is_control(decoded.back())) return false;
  }
  return is_utf8(decoded);
}

/// JSON, markup or a list in some other syntax; or a URL that is encoded. `http` and `//` start like this in base64.
bool is_something_else(std::string_view text) {
  constexpr auto beginnings = std::to_array<std::string_view>({"{", "[", "<", "'", "aHR0c", "Ly9"});
  const auto starts = [&](std::string_view one) { return text.starts_with(one); };
  return std::ranges::any_of(beginnings, starts) || text.find_first_of("\"|") != npos || is_escaped_url(text) ||
         is_hidden_url(text);
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

std::optional<Format> lazy_format(std::string_view value) {
  const std::string_view text = trimmed(value);
  if (!scheme_of(text).empty()) return Format::url;  // whatever else it holds: an absolute URL is left unchanged
  const auto holds = [&](std::string_view function) { return find_ignoring_case(text, function) != npos; };
  if (holds("url(") || holds("image-set(")) return Format::css;
  if (is_something_else(text)) return std::nullopt;
  const bool is_none = is_switch(text) || is_number(text) || is_colour(text) || is_function(text);
  return is_none || has_descriptor(text) ? std::nullopt : std::optional(Format::url);
}

bool reads_as_path(std::string_view value) {
  const std::string_view text = trimmed(value);
  const auto format = lazy_format(text);
  if (format != Format::url) return format.has_value();
  if (!scheme_of(text).empty()) return true;
  if (is_www_host(text)) return false;
  const std::string_view path = text.substr(0, text.find_first_of("?#"));
  return has_slash_of_path(path) || ends_as_file(path);
}

bool is_no_reference(std::string_view value) noexcept {
  const std::string_view text = trimmed(value);
  return scheme_of(text).empty() && (std::ranges::any_of(text, is_blank) || is_escaped_url(text) || is_www_host(text));
}

bool looks_like_url(std::string_view value) {
  const std::string_view text = trimmed(value);
  if (!scheme_of(text).empty()) return true;
  const bool is_one_word = text.find_first_of(white_space) == npos;
  if (!is_one_word || is_number(text) || lazy_format(text) != Format::url) return false;
  if (text.starts_with('?')) return text.size() > 1;
  // A slash inside proves nothing: `w-1/2`, `and/or`, `text/html`.
  if (text.starts_with('/') || text.starts_with("./") || text.starts_with("../")) return true;
  return ends_as_file(text);
}

}  // namespace absolve::markup
