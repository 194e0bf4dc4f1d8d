// Character references of HTML (the standard's section "Named character reference state" and those after it) and of
// XML (XML 1.0, section 4.1):
//
//                        &copy;x   &copyx    &copy=1   &#x80;
//     HTML, in text      (c)x      (c)x      (c)=1     U+20AC, as in windows-1252
//     HTML, attribute    (c)x      as it is  as it is  the same
//     XML                (c)x      as it is  as it is  U+0080
//
// The longest matching name wins, so names are tried from the longest down: at most 32 lookups in a sorted table. What
// is not a reference stands for itself, and decoding never fails. Line ends and U+0000 are decoded in the same pass.

#include "character_references.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "../../text/ascii.h"
#include "../../text/byte_sets.h"
#include "../../text/utf8.h"
#include "../../text/xml_names.h"
#include "../units.h"

namespace absolve::codec {
namespace {

struct Named {
  std::string_view name;
  std::string_view text;
};

constexpr auto named_references = std::to_array<Named>({
#include "named_references.inc"
});
static_assert(std::ranges::is_sorted(named_references, {}, &Named::name));

constexpr std::size_t max_name_size =
    std::ranges::max(named_references, {}, [](const Named& one) { return one.name.size(); }).name.size();
static_assert(1 + max_name_size + 1 == max_reference_context);

/// How many bytes of an entity's name are read: a document may declare names of any length.
constexpr std::size_t max_entity_name_size = 256;

/// What `name` stands for; nullptr if there is nothing. XML's five names are among HTML's.
constexpr const Named* find_named(std::string_view name) noexcept {
  const auto found = std::ranges::lower_bound(named_references, name, {}, &Named::name);
  return found != named_references.end() && found->name == name ? &*found : nullptr;
}

/// Nearly all that occur, which are the same everywhere: HTML in feeds is full of the first ones.
constexpr std::array<const Named*, 5> usual = {find_named("lt;"), find_named("gt;"), find_named("amp;"),
                                               find_named("quot;"), find_named("nbsp;")};

/// What an entity stands for in XML; nullptr if nothing does without a declaration.
const Named* find_entity(std::string_view name) noexcept {
  std::array<char, max_name_size> with_semicolon{};
  if (name.size() >= with_semicolon.size()) return nullptr;
  *std::ranges::copy(name, with_semicolon.begin()).out = ';';
  return find_named({with_semicolon.data(), name.size() + 1});
}

/// What 0x80 to 0x9F mean in a numeric reference: characters of windows-1252, for the sake of old pages.
constexpr std::array<char32_t, 32> windows_1252 = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178,
};

char32_t numeric_code_point(std::uint32_t number, ReferenceIn place) noexcept {
  if (number >= 0x80 && number <= 0x9F && place != ReferenceIn::xml) return windows_1252[number - 0x80];
  return number == 0 ? replacement_character : number;
}

/// `raw[at]` is the `&` of `&#`. Returns the end of the reference, or `at` if there is none.
std::size_t decode_numeric(std::string_view raw, std::size_t at, std::string& out, ReferenceIn place) {
  const bool hexadecimal = at + 2 < raw.size() && to_lower(raw[at + 2]) == 'x';
  const std::uint32_t radix = hexadecimal ? 16 : 10;
  const std::size_t digits = at + (hexadecimal ? 3 : 2);
  std::size_t end = digits;
  std::uint32_t number = 0;
  for (; end < raw.size() && digit_value(raw[end]) < static_cast<int>(radix); ++end) {
    number = std::min<std::uint32_t>(number * radix + static_cast<std::uint32_t>(digit_value(raw[end])), 0x110000);
  }
  const bool has_semicolon = end < raw.size() && raw[end] == ';';
  if (end == digits || (place == ReferenceIn::xml && !has_semicolon)) return at;
  append_utf8(out, numeric_code_point(number, place));
  return has_semicolon ? end + 1 : end;
}

/// `raw[at]` is an `&`. Returns the end of the reference, or `at` if there is none.
std::size_t decode_named(std::string_view raw, std::size_t at, std::string& out, ReferenceIn place) {
  const std::string_view rest = raw.substr(at + 1, max_name_size);
  std::size_t length = 0;
  while (length < rest.size() && (is_letter(rest[length]) || is_digit(rest[length]))) ++length;
  if (length < rest.size() && rest[length] == ';') ++length;
  for (; length > 0; --length) {
    const std::string_view name = rest.substr(0, length);
    const Named* const found = find_named(name);
    if (found == nullptr) continue;
    const char next = at + 1 + length < raw.size() ? raw[at + 1 + length] : '\0';
    const bool historical = name.back() != ';' && (next == '=' || is_letter(next) || is_digit(next));
    if (historical && place == ReferenceIn::attribute) return at;
    out += found->text;
    return at + 1 + length;
  }
  return at;
}

/// The same in XML.
std::size_t decode_entity(std::string_view raw, std::size_t at, std::string& out) {
  const std::string_view name = entity_at(raw, at);
  const Named* const found = find_entity(name);
  if (found == nullptr) return at;
  out += found->text;
  return at + 1 + name.size() + 1;
}

/// `raw[at]` is an `&`. Returns the end of the reference, or `at` if there is none.
std::size_t decode_reference(std::string_view raw, std::size_t at, std::string& out, ReferenceIn place) {
  const std::string_view rest = raw.substr(at + 1);
  for (const Named* const one : usual) {
    if (!rest.starts_with(one->name)) continue;
    out += one->text;
    return at + 1 + one->name.size();
  }
  if (rest.starts_with('#')) return decode_numeric(raw, at, out, place);
  return place == ReferenceIn::xml ? decode_entity(raw, at, out) : decode_named(raw, at, out, place);
}

}  // namespace

std::string_view entity_at(std::string_view raw, std::size_t at) noexcept {
  const std::string_view rest = raw.substr(at + 1, max_entity_name_size + 1);
  if (rest.empty() || !starts_xml_name(rest.front())) return {};
  const auto end = std::ranges::find_if_not(rest, is_in_xml_name);
  return end != rest.end() && *end == ';' ? rest.substr(0, static_cast<std::size_t>(end - rest.begin())) : "";
}

bool is_known_entity(std::string_view name) noexcept { return find_entity(name) != nullptr; }

std::size_t find_decoded(std::string_view raw, std::size_t at) noexcept {
  return find_in_set<Bytes<'&', '\r', '\0'>>(raw, at);
}

std::size_t decode_unit(std::string_view raw, std::size_t at, std::string& out, ReferenceIn place) {
  const char c = raw[at];
  if (c == '&') {
    const std::size_t end = decode_reference(raw, at, out, place);
    if (end != at) return end;
  } else if (c == '\0') {
    append_utf8(out, replacement_character);
    return at + 1;
  } else if (c == '\r') {
    out += '\n';
    return at + 1 < raw.size() && raw[at + 1] == '\n' ? at + 2 : at + 1;
  }
  out += c;
  return at + 1;
}

std::string_view decode_attribute(std::string_view raw, std::string& scratch, ReferenceIn place) {
  return decode_text(
      raw, scratch, [&](std::size_t at) { return find_decoded(raw, at); },
      [&](std::size_t at, std::string& out) { return decode_unit(raw, at, out, place); });
}

}  // namespace absolve::codec
