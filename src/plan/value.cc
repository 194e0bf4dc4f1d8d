#include "value.h"

#include <algorithm>
#include <utility>

#include "../codec/character_references.h"
#include "../codec/legacy.h"
#include "../text/ascii.h"

namespace absolve::inline detail {
namespace {

constexpr std::string_view needs_quotes = " \t\n\f\r\"'=<>`";

bool is_plain(char c) noexcept { return static_cast<unsigned char>(c) >= 0x20 && c != '&'; }

/// The head as it stands at `begin` of a value, escaped for quotes of that kind.
std::string escaped_head(const Value& value, std::size_t begin, std::string_view head, char mark) {
  // Behind `&#32`, which may do without its semicolon, the head could be read as more digits.
  const bool in_reference = begin > 0 && (is_letter(value.raw[begin - 1]) || is_digit(value.raw[begin - 1]));
  std::string text = in_reference ? ";" : "";
  codec::append_escaped(text, head, mark);
  return text;
}

/// The head for a value that has no quotes, and quotes around both. White space before the value that is written as
/// character references (`&#10;x`) stays, and the quote stands before it.
std::vector<Insertion> insert_with_quotes(const Value& value, std::size_t begin, std::size_t end,
                                          std::string_view before, std::string_view head) {
  const std::string_view kept = value.raw.substr(end);
  const char mark = kept.find('"') == std::string_view::npos ? '"' : '\'';
  std::vector<Insertion> insertions;
  insertions.push_back({0, 0, std::string(before) + mark});
  insertions.push_back({begin, end, escaped_head(value, begin, head, mark)});
  for (std::size_t at = end; (at = value.raw.find(mark, at)) != std::string_view::npos; ++at) {
    insertions.push_back({at, at + 1, {}});
    codec::append_escaped(insertions.back().text, value.raw.substr(at, 1), mark);
  }
  insertions.push_back({value.raw.size(), value.raw.size(), std::string(1, mark)});
  return insertions;
}

/// RFC 2557, section 4.4.2: white space in a URL is folding.
Value unfolded(Value value, std::string& scratch) {
  value.folded = value.decoded = std::ranges::any_of(value.raw, is_space);
  if (value.folded) {
    scratch.clear();
    std::ranges::remove_copy_if(value.raw, std::back_inserter(scratch), is_space);
    value.text = scratch;
    value.decoded_end = scratch.size();
  }
  value.control_characters = std::ranges::any_of(value.text, is_control);
  return value;
}

/// The offset of the character before which `count` others are no white space.
std::size_t unfolded_offset(std::string_view raw, std::size_t count) {
  std::size_t at = 0;
  while (is_space(raw[at]) || count-- > 0) ++at;
  return at;
}

}  // namespace

Value read_value(std::string_view raw, Quoting quoting, std::string& scratch) {
  Value value{raw, raw, 0, raw.size(), false, false};
  if (quoting == Quoting::none) return value;
  if (quoting == Quoting::field) return unfolded(value, scratch);
  const bool plain = std::ranges::all_of(raw, is_plain);
  if (!plain) {
    value.text = codec::decode_attribute(raw, scratch);
    value.decoded = value.text.data() != raw.data();
  }
  const std::string_view whole = value.text;
  value.text = trimmed(whole);
  value.text_begin = value.text.empty() ? whole.size() : static_cast<std::size_t>(value.text.data() - whole.data());
  value.decoded_end = whole.size();
  value.control_characters = !plain && std::ranges::any_of(value.text, is_control);
  return value;
}

std::size_t raw_offset(const Value& value, std::size_t offset) {
  const std::size_t decoded = value.text_begin + offset;
  if (decoded == value.decoded_end) return value.raw.size();
  if (value.folded) return unfolded_offset(value.raw, decoded);
  return value.decoded ? codec::raw_offset(value.raw, decoded) : decoded;
}

std::vector<Insertion> insert_head(const Value& value, Quoting quoting, std::string_view head, std::size_t tail) {
  const std::size_t begin = raw_offset(value, 0);
  const std::size_t end = raw_offset(value, tail);
  switch (quoting) {
    case Quoting::none:
    case Quoting::field: return {{begin, end, std::string(head)}};
    case Quoting::missing: return insert_with_quotes(value, begin, end, "", head);
    case Quoting::absent: return insert_with_quotes(value, begin, end, "=", head);
    case Quoting::unquoted: {
      const bool safe = head.find_first_of(needs_quotes) == std::string_view::npos &&
                        value.raw.substr(end).find_first_of(needs_quotes) == std::string_view::npos;
      if (!safe) return insert_with_quotes(value, begin, end, "", head);
      break;
    }
    case Quoting::quotation_mark:
    case Quoting::apostrophe: break;
  }
  return {{begin, end, escaped_head(value, begin, head, quoting == Quoting::apostrophe ? '\'' : '"')}};
}

}  // namespace absolve::inline detail
