#include "value.h"

#include <algorithm>

#include "../html/character_references.h"
#include "../url/ascii.h"

namespace absolve {
namespace {

constexpr std::string_view needs_quotes = " \t\n\f\r\"'=<>`";

bool is_drop(char c) noexcept { return c == '\t' || c == '\n' || c == '\r'; }

bool is_control_or_space(char c) noexcept { return static_cast<unsigned char>(c) <= 0x20; }

bool is_plain(char c) noexcept { return static_cast<unsigned char>(c) >= 0x20 && c != '&'; }

/// The same value, with quotes around it.
Insertion quote(const Value& value, Quoting quoting, std::string_view head, std::size_t tail) {
  if (quoting != Quoting::unquoted) {
    Insertion insertion{0, 0, quoting == Quoting::absent ? "=\"" : "\""};
    html::append_escaped(insertion.text, head, '"');
    insertion.text += '"';
    return insertion;
  }
  const std::string_view kept = value.raw.substr(raw_offset(value, tail));
  const char mark = kept.find('"') == std::string_view::npos ? '"' : '\'';
  Insertion insertion{0, value.raw.size(), {}};
  insertion.text += mark;
  html::append_escaped(insertion.text, head, mark);
  html::append_quotes_escaped(insertion.text, kept, mark);
  insertion.text += mark;
  return insertion;
}

}  // namespace

Value read_value(std::string_view raw, Quoting quoting, std::string& scratch) {
  Value value{raw, raw, 0, false, false};
  if (quoting == Quoting::none) return value;
  if (!std::ranges::all_of(raw, is_plain)) {
    value.text = html::decode_attribute(raw, scratch);
    value.decoded = value.text.data() != raw.data();
  }
  const std::string_view whole = value.text;
  value.text = trimmed(whole);
  value.text_begin = value.text.empty() ? whole.size() : static_cast<std::size_t>(value.text.data() - whole.data());
  value.control_characters = std::ranges::any_of(value.text, is_control);
  return value;
}

std::size_t raw_offset(const Value& value, std::size_t offset) {
  const std::size_t decoded = value.text_begin + offset;
  return value.decoded ? html::raw_offset(value.raw, decoded) : decoded;
}

std::string as_browsers_read(std::string_view url) {
  while (!url.empty() && is_control_or_space(url.front())) url.remove_prefix(1);
  while (!url.empty() && is_control_or_space(url.back())) url.remove_suffix(1);
  std::string result;
  std::ranges::remove_copy_if(url, std::back_inserter(result), is_drop);
  return result;
}

Insertion insert_head(const Value& value, Quoting quoting, std::string_view head, std::size_t tail) {
  if (quoting == Quoting::none) return {0, tail, std::string(head)};
  if (quoting == Quoting::missing || quoting == Quoting::absent) return quote(value, quoting, head, tail);

  const std::size_t begin = raw_offset(value, 0);
  const std::size_t end = raw_offset(value, tail);
  if (quoting == Quoting::unquoted) {
    const bool safe = head.find_first_of(needs_quotes) == std::string_view::npos &&
                      value.raw.substr(end).find_first_of(needs_quotes) == std::string_view::npos;
    if (!safe) return quote(value, quoting, head, tail);
  }
  Insertion insertion{begin, end, {}};
  // Behind `&#32`, which may do without its semicolon, the head could be read as more digits.
  if (begin > 0 && (is_letter(value.raw[begin - 1]) || is_digit(value.raw[begin - 1]))) insertion.text += ';';
  html::append_escaped(insertion.text, head, quoting == Quoting::apostrophe ? '\'' : '"');
  return insertion;
}

}  // namespace absolve
