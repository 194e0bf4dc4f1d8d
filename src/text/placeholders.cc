#include "placeholders.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "ascii.h"
#include "percent.h"

namespace absolve::inline detail {
namespace {

/// Each opening sign contains one of these bytes; most references contain none of them.
constexpr std::string_view bytes_of_signs = "{<[|%";

static_assert(std::ranges::all_of(placeholder_signs,
                                  [](const PlaceholderSigns& signs) {
                                    return signs.opening.find_first_of(bytes_of_signs) != std::string_view::npos;
                                  }),
              "none is overlooked");

bool may_have_placeholder(std::string_view text) noexcept {
  return std::ranges::any_of(bytes_of_signs, [&](char c) { return text.find(c) != std::string_view::npos; });
}

bool starts_with_escape(std::string_view text) noexcept { return escaped_byte(text, 0).has_value(); }

bool has(std::string_view text, const PlaceholderSigns& signs) noexcept {
  constexpr std::size_t npos = std::string_view::npos;
  const std::size_t size = signs.opening.size();
  std::size_t at = text.find(signs.opening);
  if (at == npos || text.find(signs.closing, at + size + 1) != npos) return at != npos;
  while (at != npos && starts_with_escape(text.substr(at + size - 1))) at = text.find(signs.opening, at + 1);
  return signs.may_be_cut_off && at != npos;
}

bool begins_with(std::string_view text, const PlaceholderSigns& signs) noexcept {
  const std::size_t size = signs.opening.size();
  if (!text.starts_with(signs.opening)) return false;
  if (text.find(signs.closing, size + 1) != std::string_view::npos) return true;
  return signs.may_be_cut_off && !starts_with_escape(text.substr(size - 1));
}

bool has_no_brace(std::string_view inside) noexcept { return inside.find_first_of("{}") == std::string_view::npos; }

/// Narrow, as `%E4%B8%AD` is a path.
bool is_variable(std::string_view inside) noexcept {
  return std::ranges::all_of(inside, [](char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '.'; });
}

/// Removes the first of some words at the beginning of a text; false: it begins with none of them.
bool take_one_of(std::string_view& text, std::span<const std::string_view> words) noexcept {
  const auto begins_text = [&](std::string_view word) { return is_name(text.substr(0, word.size()), word); };
  const auto word = std::ranges::find_if(words, begins_text);
  if (word == words.end()) return false;
  text.remove_prefix(word->size());
  return true;
}

/// Whether a text consists of the words that mailers use for their links, and of characters that join them. Narrow, as
/// `[1]`, `-top-` and `#top#` may be names of files and places.
bool is_link_of_mailer(std::string_view inside) noexcept {
  constexpr auto words = std::to_array<std::string_view>(
      {"unsubscribe", "unsub", "optout", "weblink", "webversion", "browser", "preferences", "profile", "forward"});
  constexpr auto joints = std::to_array<std::string_view>({"url", "link", "_"});
  bool has_word = false;
  while (!inside.empty()) {
    if (take_one_of(inside, words)) has_word = true;
    else if (!take_one_of(inside, joints)) return false;
  }
  return has_word;
}

/// A placeholder that is only recognized as a whole text.
struct WholePlaceholder {
  char opening;
  char closing;
  bool (*may_hold)(std::string_view inside) noexcept;
};

constexpr auto whole_placeholders = std::to_array<WholePlaceholder>({
    {'{', '}', has_no_brace},
    {'%', '%', is_variable},
    {'$', '$', is_variable},
    {'[', ']', is_link_of_mailer},
    {'-', '-', is_link_of_mailer},
    {'#', '#', is_link_of_mailer},
});

bool is_all_of(std::string_view text, const WholePlaceholder& form) noexcept {
  return text.size() > 2 && text.front() == form.opening && text.back() == form.closing &&
         form.may_hold(text.substr(1, text.size() - 2));
}

/// Each placeholder that is recognized at the beginning of a text, or as a whole text, begins with one of these.
constexpr std::string_view first_bytes = "{%$[-#~";

static_assert(std::ranges::all_of(placeholder_beginnings,
                                  [](const PlaceholderSigns& signs) {
                                    return first_bytes.find(signs.opening.front()) != std::string_view::npos;
                                  }) &&
                  std::ranges::all_of(whole_placeholders,
                                      [](const WholePlaceholder& form) {
                                        return first_bytes.find(form.opening) != std::string_view::npos;
                                      }),
              "none is overlooked");

bool starts_as_placeholder(std::string_view text) noexcept {
  if (text.empty() || first_bytes.find(text.front()) == std::string_view::npos) return false;
  return std::ranges::any_of(whole_placeholders, [&](const WholePlaceholder& form) { return is_all_of(text, form); }) ||
         std::ranges::any_of(placeholder_beginnings,
                             [&](const PlaceholderSigns& signs) { return begins_with(text, signs); });
}

}  // namespace

bool has_placeholder(std::string_view text) noexcept {
  if (starts_as_placeholder(text)) return true;
  return may_have_placeholder(text) &&
         std::ranges::any_of(placeholder_signs, [&](const PlaceholderSigns& signs) { return has(text, signs); });
}

bool holds_placeholder_sign(std::string_view text) noexcept {
  return std::ranges::any_of(placeholder_signs, [&](const PlaceholderSigns& signs) {
    // If a placeholder may be cut off, its opening sign is one by itself, unless its percent sign begins an escape.
    const bool suffices = signs.may_be_cut_off && !signs.opening.ends_with('%');
    const auto holds = [&](std::string_view sign) { return text.find(sign) != std::string_view::npos; };
    return !suffices && (holds(signs.opening) || holds(signs.closing));
  });
}

bool join_into_placeholder(std::string_view first, std::string_view second) {
  const auto begins_in_first = [&](const PlaceholderSigns& signs) {
    return first.find(signs.opening.front()) != std::string_view::npos;
  };
  return std::ranges::any_of(placeholder_signs, begins_in_first) && has_placeholder(std::string(first).append(second));
}

}  // namespace absolve::inline detail
