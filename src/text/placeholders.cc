#include "placeholders.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "ascii.h"
#include "byte_sets.h"
#include "percent.h"

namespace absolve::inline detail {
namespace {

/// Each opening sign contains one of these bytes; most references contain none of them.
using BytesOfSigns = Bytes<'{', '<', '[', '|', '%'>;

static_assert(std::ranges::all_of(placeholder_signs,
                                  [](const PlaceholderSigns& signs) {
                                    return std::ranges::any_of(signs.opening, BytesOfSigns::has);
                                  }),
              "none is overlooked");

bool may_have_placeholder(std::string_view text) noexcept { return !has_none_of<BytesOfSigns>(text); }

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

bool is_capital(char c) noexcept { return is_letter(c) && to_lower(c) != c; }

/// Narrow, as `%E4%B8%AD` is a path.
bool is_variable(std::string_view inside) noexcept {
  return std::ranges::all_of(inside, [](char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '.'; });
}

/// Removes the first of some words at the beginning of a text; false if it begins with none of them.
bool accept_one_of(std::string_view& text, std::span<const std::string_view> words) noexcept {
  const auto begins_text = [&](std::string_view word) { return has_beginning(text, word); };
  const auto word = std::ranges::find_if(words, begins_text);
  if (word == words.end()) return false;
  text.remove_prefix(word->size());
  return true;
}

/// Whether a text consists of the words that mailers use for their links, and of characters that join them. Narrow, as
/// `[1]`, `-top-` and `#top#` may be names of files and places.
bool is_link_of_mailer(std::string_view inside) noexcept {
  constexpr auto words =
      std::to_array<std::string_view>({"unsubscribe", "unsub", "optout", "weblink", "webversion", "browser",
                                       "preferences", "profile", "forward", "confirmation", "subscriptions", "mirror"});
  constexpr auto joints = std::to_array<std::string_view>({"url", "link", "_"});
  bool has_word = false;
  while (!inside.empty()) {
    if (accept_one_of(inside, words)) has_word = true;
    else if (!accept_one_of(inside, joints)) return false;
  }
  return has_word;
}

/// The name of a variable of a template.
bool is_name_of_variable(std::string_view name) noexcept {
  const auto may_follow = [](char c) {
    return is_letter(c) || is_digit(c) || std::string_view("_.:-$").find(c) != std::string_view::npos;
  };
  return !name.empty() && is_letter(name.front()) && std::ranges::all_of(name.substr(1), may_follow);
}

/// `3F2504E0-4F89-11D3-9A0C-0305E82C3301`: in braces, it is the name of a class or of a folder.
bool is_guid(std::string_view text) noexcept {
  constexpr std::string_view form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  return std::ranges::equal(text, form,
                            [](char c, char of_form) { return of_form == 'x' ? digit_value(c) < 16 : c == of_form; });
}

bool may_be_in_braces(std::string_view inside) noexcept {
  return inside.find_first_of("{}") == std::string_view::npos && !is_guid(inside);
}

/// `_ticket_url_`, `__ticket_url__`: mailers and Odoo.
bool is_link_of_name(std::string_view inside) noexcept {
  if (inside.size() > 2 && inside.front() == '_' && inside.back() == '_') inside = inside.substr(1, inside.size() - 2);
  constexpr auto endings = std::to_array<std::string_view>({"_url", "_link"});
  return std::ranges::any_of(endings, [&](std::string_view ending) {
    return has_ending(inside, ending) && is_name_of_variable(inside.substr(0, inside.size() - ending.size()));
  });
}

/// Signs around the name of a variable, which are recognized as a whole text or before a path. Ordinary references may
/// have each of them in the middle; at the beginning, those of real pages have none.
struct VariableSigns {
  std::string_view opening;
  std::string_view closing;
};

constexpr auto variable_signs = std::to_array<VariableSigns>({
    {"::", "::"},    // Mailcoach
    {"%{", "}"},     // osTicket
    {"{{{", "}}}"},  // Mustache and others: only with escapes, as without them they are recognized anywhere
    {"{{", "}}"},
    {"{%", "%}"},  // as `{{`, the next ones too
    {"<%=", "%>"},
    {"${", "}"},
    {"*|", "|*"},
    {"{", "}"},
});

/// Removes a sign from the beginning of a text. What editors escape in it may be percent-encoded. False: the text does
/// not begin with it.
bool accept_sign(std::string_view& text, std::string_view sign) noexcept {
  std::string_view rest = text;
  for (const char c : sign) {
    const auto escaped =
        std::string_view("{}$|%<>").find(c) != std::string_view::npos ? escaped_byte(rest, 0) : std::nullopt;
    if (rest.empty() || (rest.front() != c && escaped != c)) return false;
    rest.remove_prefix(escaped == c ? 3 : 1);
  }
  text = rest;
  return true;
}

/// Whether nothing, a slash, a query or a fragment follows.
bool is_end_of_path(std::string_view rest) noexcept {
  return rest.empty() || std::string_view("/?&#").find(rest.front()) != std::string_view::npos;
}

/// Whether nothing, a path, a query or a fragment follows a placeholder.
bool may_follow_variable(std::string_view rest) noexcept { return is_end_of_path(rest) || is_unreserved(rest.front()); }

/// Without the blanks around it, which may be percent-encoded.
std::string_view without_blanks(std::string_view name) noexcept {
  constexpr std::string_view blank = "%20";
  while (name.starts_with(blank)) name.remove_prefix(blank.size());
  while (name.ends_with(blank)) name.remove_suffix(blank.size());
  return trimmed(name);
}

/// Whether a text begins with a variable in these signs.
bool begins_with(std::string_view text, const VariableSigns& signs) noexcept {
  if (!accept_sign(text, signs.opening)) return false;
  constexpr std::string_view ends = "}%:|";
  std::size_t size = 0;
  for (; size < text.size(); ++size) {
    std::string_view rest = text.substr(size);
    if (ends.find(rest.front()) == std::string_view::npos || !accept_sign(rest, signs.closing)) continue;
    const std::string_view inside = without_blanks(text.substr(0, size));
    const bool is_in_one_brace = signs.opening == "{";  // {0}, {x|raw}, {link product=1}
    const bool has_filter = inside.find('|') != std::string_view::npos && inside.find('.') != std::string_view::npos;
    const bool has_argument = is_in_one_brace && (has_filter || inside.find('=') != std::string_view::npos);
    const std::string_view name = inside.substr(0, has_argument ? inside.find_first_of("| ") : inside.size());
    const bool is_number = is_in_one_brace && name.size() == 1 && is_digit(name.front()) && is_end_of_path(rest);
    return (is_number || is_name_of_variable(name)) && !is_guid(name) && may_follow_variable(rest);
  }
  return false;
}

/// `%PUBLIC_URL%/x`, `%sveltekit.assets%/x`, `%BASE_URL%x`: bundlers of scripts. Narrow, as `%E4%B8%AD` is a path; but
/// `%as` begins no escape.
bool begins_with_variable_in_percents(std::string_view text) noexcept {
  if (!text.starts_with('%')) return false;
  const std::size_t end = std::min(text.find('%', 1), text.size());
  const std::string_view name = text.substr(1, end - 1);
  if (end == text.size() || !is_name_of_variable(name)) return false;
  const std::string_view rest = text.substr(end + 1);
  const bool tells = name.find_first_of("._") != std::string_view::npos || !starts_with_escape(text);
  return (tells && !rest.empty() && is_end_of_path(rest)) || (has_ending(name, "_url") && may_follow_variable(rest));
}

/// `%s/x`, `%1$s`: a format that is filled in.
bool begins_with_conversion(std::string_view text) noexcept {
  if (!text.starts_with('%')) return false;
  const std::size_t number = std::min(text.find_first_not_of("0123456789", 1), text.size());
  std::string_view rest = text.substr(number);
  const bool is_numbered = number > 1 && rest.starts_with('$');
  if (is_numbered) rest.remove_prefix(1);
  return (number == 1 || is_numbered) && rest.starts_with('s') && is_end_of_path(rest.substr(1));
}

/// `$baseurl/x`, `$!base_url`: Velocity. Narrow, as `$metadata` and `$batch` are paths.
bool begins_with_url_of_velocity(std::string_view text) noexcept {
  if (!text.starts_with('$')) return false;
  text.remove_prefix(text.starts_with("$!") ? 2 : 1);
  const auto is_of_name = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
  const auto size = static_cast<std::size_t>(std::ranges::find_if_not(text, is_of_name) - text.begin());
  const std::string_view name = text.substr(0, size);
  constexpr auto names = std::to_array<std::string_view>({"url", "baseurl", "siteurl", "homeurl", "rooturl"});
  return (is_any_of(name, names) || has_ending(name, "_url")) && is_end_of_path(text.substr(size));
}

/// `__GHOST_URL__/x`: a constant that is filled in. Narrow, as `__tests__/x` is a path.
bool begins_with_constant(std::string_view text) noexcept {
  constexpr std::string_view sign = "__";
  if (!text.starts_with(sign)) return false;
  const std::size_t end = text.find(sign, sign.size() + 1);
  if (end == std::string_view::npos) return false;
  const auto is_of_constant = [](char c) { return is_capital(c) || is_digit(c) || c == '_'; };
  const std::string_view rest = text.substr(end + sign.size());
  const char first = text[sign.size()];
  return is_letter(first) && std::ranges::all_of(text.substr(0, end), is_of_constant) &&
         (rest.empty() || rest.front() == '/');
}

/// `$IMS-CC-FILEBASE$/x`, `%24WIKI_REFERENCE%24/pages/y`, `@@PLUGINFILE@@/z`: packages of courses (Common Cartridge,
/// Moodle). Narrow, as `$x$/y` and `@@images/@@view` are paths.
bool begins_with_base_of_course(std::string_view text) noexcept {
  const std::string_view sign = text.starts_with('@') ? "@@" : "$";
  if (!accept_sign(text, sign)) return false;
  const auto is_of_name = [](char c) { return is_capital(c) || c == '_' || c == '-'; };
  const auto size = static_cast<std::size_t>(std::ranges::find_if_not(text, is_of_name) - text.begin());
  text.remove_prefix(size);
  return size > 1 && accept_sign(text, sign) && (text.empty() || text.starts_with('/'));
}

/// `@Model.Link`, `@Url.Action("x")`, `@(baseUrl)/x`: Razor; what is in quotes may be cut off. Narrow, as `@Model.html`
/// and `@(1).jpg` are names of files.
bool begins_with_expression_of_razor(std::string_view text) noexcept {
  constexpr auto objects = std::to_array<std::string_view>({"@Model.", "@ViewBag.", "@Url."});
  if (text.starts_with("@(")) return text.size() > 2 && (is_letter(text[2]) || is_quote(text[2]));
  return std::ranges::any_of(objects, [&](std::string_view name) {
    return text.starts_with(name) && text.size() > name.size() && is_capital(text[name.size()]);
  });
}

/// `%5Bunsubscribe%5D`: as `[unsubscribe]`, after an editor has escaped it.
bool is_escaped_link_of_mailer(std::string_view text) noexcept {
  constexpr std::string_view opening = "%5B";
  constexpr std::string_view closing = "%5D";
  return text.size() > opening.size() + closing.size() && has_beginning(text, "%5b") && has_ending(text, "%5d") &&
         is_link_of_mailer(text.substr(opening.size(), text.size() - opening.size() - closing.size()));
}

/// `[site:login-url]`: tokens of Drupal and MailPoet.
bool is_token(std::string_view inside) noexcept {
  if (std::ranges::any_of(inside, is_capital)) return false;  // a page of a wiki
  const std::size_t colon = inside.find(':');
  return colon != std::string_view::npos && is_name_of_variable(inside.substr(0, colon)) &&
         is_name_of_variable(inside.substr(colon + 1)) && inside.find_first_of(".$") == std::string_view::npos;
}

/// `[URL]`, `[unsubscribe_url]?a`, `[ticket_link]`: a report or a message that is filled in. Narrow, as `[1]` is a
/// path.
bool begins_with_link_in_brackets(std::string_view text) noexcept {
  if (!text.starts_with('[')) return false;
  const std::size_t end = std::min(text.find(']'), text.size());
  const std::string_view inside = text.substr(1, end - 1);
  if (end == text.size()) return false;
  const std::string_view rest = text.substr(end + 1);
  if (inside == "URL") return may_follow_variable(rest);
  const bool is_folder = rest.starts_with('/');  // [profile]/ is a route of a site
  return is_end_of_path(rest) &&
         (is_link_of_name(inside) || is_token(inside) || (!is_folder && is_link_of_mailer(inside)));
}

/// `?id=1###name###`: TYPO3.
bool has_marker(std::string_view text) noexcept {
  constexpr std::string_view sign = "###";
  const std::size_t at = text.find(sign);
  if (at == std::string_view::npos || at + sign.size() == text.size()) return false;
  return is_letter(text[at + sign.size()]) && text.find(sign, at + sign.size() + 1) != std::string_view::npos;
}

/// Whether a text contains a variable as Ruby and others write it: `#{x}`; `#{$x}` in Sass.
bool has_interpolation(std::string_view text) noexcept {
  for (std::size_t at = text.find("#{"); at != std::string_view::npos; at = text.find("#{", at + 2)) {
    const std::string_view rest = text.substr(at + 2);
    const std::size_t end = rest.find('}');
    if (end == std::string_view::npos) return false;
    std::string_view name = rest.substr(0, end);
    if (name.starts_with('$')) name.remove_prefix(1);
    if (is_name_of_variable(name)) return true;
    at += end;
  }
  return false;
}

/// A placeholder that is only recognized as a whole text.
struct WholePlaceholder {
  char opening;
  char closing;
  bool (*may_hold)(std::string_view inside) noexcept;
};

constexpr auto whole_placeholders = std::to_array<WholePlaceholder>({
    {'{', '}', may_be_in_braces},
    {'%', '%', is_variable},
    {'$', '$', is_variable},
    {'-', '-', is_link_of_mailer},
    {'#', '#', is_link_of_mailer},
    {'_', '_', is_link_of_name},
});

bool is_all_of(std::string_view text, const WholePlaceholder& form) noexcept {
  return text.size() > 2 && text.front() == form.opening && text.back() == form.closing &&
         form.may_hold(text.substr(1, text.size() - 2));
}

/// Each placeholder that is recognized at the beginning of a text, or as a whole text, begins with one of these.
using FirstBytes = Bytes<'{', '%', '$', '[', '-', '#', '~', ':', '_', '*', '<', '@'>;

static_assert(
    std::ranges::all_of(placeholder_beginnings,
                        [](const PlaceholderSigns& signs) { return FirstBytes::has(signs.opening.front()); }) &&
        std::ranges::all_of(whole_placeholders,
                            [](const WholePlaceholder& form) { return FirstBytes::has(form.opening); }) &&
        std::ranges::all_of(variable_signs,
                            [](const VariableSigns& signs) { return FirstBytes::has(signs.opening.front()); }),
    "none is overlooked");

bool starts_as_placeholder(std::string_view text) noexcept {
  if (text.empty() || !FirstBytes::has(text.front())) return false;
  return std::ranges::any_of(whole_placeholders, [&](const WholePlaceholder& form) { return is_all_of(text, form); }) ||
         std::ranges::any_of(placeholder_beginnings,
                             [&](const PlaceholderSigns& signs) { return begins_with(text, signs); }) ||
         std::ranges::any_of(variable_signs, [&](const VariableSigns& signs) { return begins_with(text, signs); }) ||
         begins_with_variable_in_percents(text) || begins_with_conversion(text) || begins_with_url_of_velocity(text) ||
         begins_with_base_of_course(text) || begins_with_expression_of_razor(text) ||
         begins_with_link_in_brackets(text) || begins_with_constant(text) || is_escaped_link_of_mailer(text);
}

}  // namespace

bool has_placeholder(std::string_view text) noexcept {
  if (starts_as_placeholder(text) || has_marker(text)) return true;
  return may_have_placeholder(text) &&
         (std::ranges::any_of(placeholder_signs, [&](const PlaceholderSigns& signs) { return has(text, signs); }) ||
          has_interpolation(text));
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
