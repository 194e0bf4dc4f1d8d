#include "scanners.h"

#include <algorithm>
#include <array>

#include "../text/ascii.h"

namespace absolve::markdown {
namespace {

/// White space as Markdown defines it.
constexpr bool is_white_space(char c) noexcept { return is_space(c) || c == '\v'; }

constexpr std::size_t most_parentheses = 32;

Destination in_brackets(std::string_view text, std::size_t at) noexcept {
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '>') return {at + 1, i, i + 1, true};
    if (text[i] == '<' || is_line_end(text[i])) break;
    if (text[i] == '\\' && i + 1 < text.size() && is_punctuation(text[i + 1])) ++i;
  }
  return {at, at, none, true};
}

/// What a title is enclosed in.
struct Quotes {
  char open;
  char close;
};

constexpr auto quotes = std::to_array<Quotes>({{'"', '"'}, {'\'', '\''}, {'(', ')'}});

bool starts_with_name(std::string_view text, std::string_view name) noexcept { return has_beginning(text, name); }

/// Where what ends with `sign` ends.
std::size_t after_sign(std::string_view text, std::size_t at, std::string_view sign, std::size_t& looked_at) noexcept {
  const std::size_t found = text.find(sign, std::min(at, text.size()));
  looked_at = found == none ? text.size() : found + sign.size();
  return found == none ? none : looked_at;
}

/// In a comment there are no two hyphens before its end, and it begins neither with `>` nor with `->`.
std::size_t after_comment(std::string_view text, std::size_t at, std::size_t& looked_at) noexcept {
  const std::size_t begin = at + 4;
  looked_at = begin;
  if (text.substr(begin).starts_with("-->")) return begin + 3;
  if (text.substr(begin).starts_with('>') || text.substr(begin).starts_with("->")) return none;
  const std::size_t hyphens = text.find("--", begin);
  looked_at = std::min(hyphens, text.size());
  return hyphens != none && byte_at(text, hyphens + 2) == '>' ? hyphens + 3 : none;
}

std::size_t after_declaration(std::string_view text, std::size_t at, std::size_t& looked_at) noexcept {
  std::size_t end = at + 2;
  while (end < text.size() && text[end] >= 'A' && text[end] <= 'Z') ++end;
  looked_at = end;
  if (end == at + 2 || end == text.size() || !is_white_space(text[end])) return none;
  return after_sign(text, end, ">", looked_at);
}

std::size_t after_tag_name(std::string_view text, std::size_t at) noexcept {
  if (!is_letter(byte_at(text, at))) return none;
  while (at < text.size() && (is_letter(text[at]) || is_digit(text[at]) || text[at] == '-')) ++at;
  return at;
}

std::size_t after_attribute_value(std::string_view text, std::size_t at) noexcept {
  const char first = byte_at(text, at);
  if (is_quote(first)) {
    const std::size_t end = text.find(first, at + 1);
    return end == none ? none : end + 1;
  }
  constexpr std::string_view ends = " \t\r\n\v\f\"'=<>`";
  const std::size_t end = std::min(text.find_first_of(ends, at), text.size());
  return end == at ? none : end;
}

/// An attribute and the white space before it; `at`, if there is none.
std::size_t after_attribute(std::string_view text, std::size_t at, std::size_t& looked_at) noexcept {
  const std::size_t name = after_spaces(text, at);
  looked_at = name;
  const auto begins_name = [](char c) { return is_letter(c) || c == '_' || c == ':'; };
  if (name == at || !begins_name(byte_at(text, name))) return at;
  std::size_t end = name;
  while (end < text.size() && (begins_name(text[end]) || is_digit(text[end]) || text[end] == '.' || text[end] == '-')) {
    ++end;
  }
  looked_at = end;
  const std::size_t equals = after_spaces(text, end);
  if (byte_at(text, equals) != '=') return end;
  const std::size_t value = after_attribute_value(text, after_spaces(text, equals + 1));
  looked_at = value == none ? text.size() : value;
  return value == none ? end : value;
}

/// A tag that both Markdown and HTML read so: a vertical tab in it is white space only for the former.
std::size_t after_tag(std::string_view text, std::size_t at, std::size_t& looked_at) noexcept {
  const bool is_end_tag = byte_at(text, at + 1) == '/';
  std::size_t end = after_tag_name(text, at + (is_end_tag ? 2 : 1));
  looked_at = std::min(end == none ? at + 2 : end, text.size());
  if (end == none) return none;
  std::size_t next = is_end_tag ? end : after_attribute(text, end, looked_at);
  for (; next != end; next = after_attribute(text, end, looked_at)) end = next;
  end = after_spaces(text, end);
  if (!is_end_tag && byte_at(text, end) == '/') ++end;
  looked_at = std::max(looked_at, std::min(end, text.size()));
  return byte_at(text, end) == '>' ? end + 1 : none;
}

constexpr auto raw_text_elements = std::to_array<std::string_view>({"script", "pre", "style"});

/// The elements of HTML blocks of kind 6, sorted.
constexpr auto block_elements = std::to_array<std::string_view>(
    {"address",  "article",    "aside",  "base",    "basefont", "blockquote", "body",     "caption",  "center",
     "col",      "colgroup",   "dd",     "details", "dialog",   "dir",        "div",      "dl",       "dt",
     "fieldset", "figcaption", "figure", "footer",  "form",     "frame",      "frameset", "h1",       "h2",
     "h3",       "h4",         "h5",     "h6",      "head",     "header",     "hr",       "html",     "iframe",
     "legend",   "li",         "link",   "main",    "menu",     "menuitem",   "nav",      "noframes", "ol",
     "optgroup", "option",     "p",      "param",   "section",  "source",     "summary",  "table",    "tbody",
     "td",       "tfoot",      "th",     "thead",   "title",    "tr",         "track",    "ul"});
static_assert(std::ranges::is_sorted(block_elements));

bool begins_raw_text(std::string_view line) noexcept {
  return std::ranges::any_of(raw_text_elements, [&](std::string_view name) {
    const char next = byte_at(line, 1 + name.size());
    return starts_with_name(line.substr(1), name) && (is_white_space(next) || next == '>');
  });
}

bool begins_block_element(std::string_view line) noexcept {
  const std::size_t begin = line.substr(1).starts_with('/') ? 2 : 1;
  std::array<char, 10> lower{};
  std::size_t size = 0;
  for (std::size_t at = begin; at < line.size() && (is_letter(line[at]) || is_digit(line[at])); ++at) {
    if (size == lower.size()) return false;
    lower[size++] = to_lower(line[at]);
  }
  const std::string_view name(lower.data(), size);
  const std::string_view rest = line.substr(begin + size);
  const bool ends = rest.empty() || is_white_space(rest.front()) || rest.front() == '>' || rest.starts_with("/>");
  return ends && std::ranges::binary_search(block_elements, name);
}

}  // namespace

Destination destination_at(std::string_view text, std::size_t at) noexcept {
  if (byte_at(text, at) == '<') return in_brackets(text, at);
  constexpr Destination no{0, 0, none, false};
  std::size_t open = 0;
  std::size_t i = at;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size() && is_punctuation(text[i + 1])) {
      ++i;
    } else if (c == '(') {
      if (++open > most_parentheses) return no;
    } else if (c == ')') {
      if (open == 0) break;
      --open;
    } else if (is_blank(c) || is_line_end(c)) {
      if (i == at) return no;
      break;
    }
  }
  return at < text.size() ? Destination{at, i, i, false} : no;
}

std::size_t after_title(std::string_view text, std::size_t at) noexcept {
  const auto kind = std::ranges::find(quotes, byte_at(text, at), &Quotes::open);
  if (kind == quotes.end()) return none;
  // A backslash before a quote may stand for itself, so that the quote ends the title, unless a later one does.
  std::size_t end = none;
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] != kind->close && text[i] != kind->open) continue;
    const bool may_be_escaped = i > at + 1 && text[i - 1] == '\\';
    if (text[i] == kind->close) end = i + 1;
    if (!may_be_escaped) break;
  }
  return end;
}

std::size_t after_white_space(std::string_view text, std::size_t at) noexcept {
  while (at < text.size() && is_white_space(text[at])) ++at;
  return at;
}

std::size_t after_blanks(std::string_view text, std::size_t at) noexcept {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

std::size_t after_label(std::string_view text, std::size_t at) noexcept {
  constexpr std::size_t longest = 1000;
  const std::size_t limit = std::min(text.size(), at + longest + 2);
  for (std::size_t i = at + 1; i < limit; ++i) {
    if (text[i] == ']') return i + 1;
    if (text[i] == '[') return none;
    if (text[i] == '\\' && i + 1 < text.size() && is_punctuation(text[i + 1])) ++i;
  }
  return none;
}

std::size_t after_autolink(std::string_view text, std::size_t at) noexcept {
  constexpr std::size_t longest_scheme = 32;
  std::size_t end = at + 1;
  if (is_letter(byte_at(text, end))) {
    const auto in_scheme = [](char c) { return is_letter(c) || is_digit(c) || c == '+' || c == '.' || c == '-'; };
    while (in_scheme(byte_at(text, end))) ++end;
    const std::size_t size = end - at - 1;
    if (byte_at(text, end) == ':' && size >= 2 && size <= longest_scheme) {
      while (end < text.size() && !is_control(text[end]) && text[end] != ' ' && text[end] != '<' && text[end] != '>') {
        ++end;
      }
      return byte_at(text, end) == '>' ? end + 1 : none;
    }
  }
  const auto in_local_part = [](char c) {
    return is_letter(c) || is_digit(c) || std::string_view(".!#$%&'*+/=?^_`{|}~-").find(c) != none;
  };
  end = at + 1;
  while (end < text.size() && in_local_part(text[end])) ++end;
  if (end == at + 1 || byte_at(text, end) != '@') return none;
  constexpr std::size_t longest_host_label = 63;
  for (;;) {
    const std::size_t label = ++end;
    while (is_letter(byte_at(text, end)) || is_digit(byte_at(text, end)) || byte_at(text, end) == '-') ++end;
    const bool is_label =
        end > label && end - label <= longest_host_label && text[label] != '-' && text[end - 1] != '-';
    if (!is_label) return none;
    if (byte_at(text, end) != '.') return byte_at(text, end) == '>' ? end + 1 : none;
  }
}

std::size_t after_raw_html(std::string_view text, std::size_t at, std::size_t& looked_at) noexcept {
  const std::string_view rest = text.substr(at + 1);
  if (rest.starts_with("!--")) return after_comment(text, at, looked_at);
  if (rest.starts_with("![CDATA[")) return after_sign(text, at + 9, "]]>", looked_at);
  if (rest.starts_with('!')) return after_declaration(text, at, looked_at);
  if (rest.starts_with('?')) return after_sign(text, at + 2, "?>", looked_at);
  return after_tag(text, at, looked_at);
}

std::size_t after_item_marker(std::string_view line, bool in_paragraph) noexcept {
  constexpr std::size_t most_digits = 9;
  const char c = byte_at(line, 0);
  std::size_t end = 0;
  if (is_digit(c)) {
    while (is_digit(byte_at(line, end)) && end < most_digits) ++end;
    const std::string_view number = line.substr(0, end);
    const std::size_t value = number.find_first_not_of('0');
    if (in_paragraph && (value == none || number.substr(value) != "1")) return none;
    if (byte_at(line, end) != '.' && byte_at(line, end) != ')') return none;
  } else if (c != '*' && c != '-' && c != '+') {
    return none;
  }
  ++end;
  if (end < line.size() && !is_space(line[end])) return none;
  return in_paragraph && after_blanks(line, end) == line.size() ? none : end;
}

std::size_t after_footnote_label(std::string_view line) noexcept {
  if (!line.starts_with("[^")) return none;
  std::size_t end = 2;
  while (end < line.size() && line[end] != ']' && !is_space(line[end])) ++end;
  return end > 2 && line.substr(end).starts_with("]:") ? end + 2 : none;
}

int html_block_begin(std::string_view line, bool in_paragraph) noexcept {
  const std::string_view rest = line.substr(1);
  if (begins_raw_text(line)) return 1;
  if (rest.starts_with("!--")) return 2;
  if (rest.starts_with('?')) return 3;
  if (rest.starts_with("![CDATA[")) return 5;
  if (rest.size() > 1 && rest[0] == '!' && rest[1] >= 'A' && rest[1] <= 'Z') return 4;
  if (begins_block_element(line)) return 6;
  const bool may_be_tag = !in_paragraph && !rest.starts_with('!');
  if (!may_be_tag) return 0;
  std::size_t looked_at = 0;
  const std::size_t end = after_tag(line, 0, looked_at);
  return end != none && after_white_space(line, end) == line.size() ? 7 : 0;
}

bool ends_html_block(std::string_view line, int kind) noexcept {
  switch (kind) {
    case 1:
      for (std::size_t at = line.find("</"); at != none; at = line.find("</", at + 2)) {
        const std::string_view rest = line.substr(at + 2);
        const auto ends = [&](std::string_view name) {
          return starts_with_name(rest, name) && byte_at(rest, name.size()) == '>';
        };
        if (std::ranges::any_of(raw_text_elements, ends)) return true;
      }
      return false;
    case 2: return line.find("-->") != none;
    case 3: return line.find("?>") != none;
    case 4: return line.find('>') != none;
    case 5: return line.find("]]>") != none;
    default: return false;
  }
}

}  // namespace absolve::markdown
