#include "messages.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <new>

namespace absolve::cli {
namespace {

/// What is not printable ASCII is a question mark.
void complain_without_memory(std::string_view where, std::string_view what) noexcept {
  std::array<char, 512> line{};
  std::size_t size = 0;
  for (const std::string_view text : {std::string_view("absolve: "), where.substr(0, 200),
                                      std::string_view(where.empty() ? "" : ": "), what.substr(0, 200)}) {
    for (const char c : text) line[size++] = c >= ' ' && c <= '~' ? c : '?';
  }
  line[size++] = '\n';
  static_cast<void>(::write(STDERR_FILENO, line.data(), size) < 0);
}

/// U+202A to U+202E and U+2066 to U+2069, which embed or override a direction: what stands after one, also of the
/// program's own words, may show in another order (UAX #9).
bool turns_direction(std::string_view character) {
  return (character >= "\xE2\x80\xAA" && character <= "\xE2\x80\xAE") ||
         (character >= "\xE2\x81\xA6" && character <= "\xE2\x81\xA9");
}

}  // namespace

std::size_t utf8_length(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF && tail(1)) return 2;
  const bool second_of_three = (lead != 0xE0 || byte(1) >= 0xA0) && (lead != 0xED || byte(1) < 0xA0);
  if (lead >= 0xE0 && lead <= 0xEF && tail(1) && tail(2) && second_of_three) return 3;
  const bool second_of_four = (lead != 0xF0 || byte(1) >= 0x90) && (lead != 0xF4 || byte(1) < 0x90);
  if (lead >= 0xF0 && lead <= 0xF4 && tail(1) && tail(2) && tail(3) && second_of_four) return 4;
  return 0;
}

std::string printable(std::string_view text) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string result;
  const auto escape = [&](char c) {
    const auto byte = static_cast<unsigned char>(c);
    result.append("\\x").append({hex[byte >> 4], hex[byte & 0xF]});
  };
  while (!text.empty()) {
    const std::string_view unit = text.substr(0, std::max<std::size_t>(utf8_length(text), 1));
    const auto lead = static_cast<unsigned char>(unit[0]);
    const bool c1 = lead == 0xC2 && static_cast<unsigned char>(unit.back()) < 0xA0;  // U+0080 to U+009F
    const bool harmless = lead >= 0x20 && lead != 0x7F && !c1 && utf8_length(text) > 0 && !turns_direction(unit);
    if (harmless) {
      result += unit;
    } else if (lead == '\n') {
      result += "\\n";
    } else if (lead == '\t') {
      result += "\\t";
    } else if (lead == '\r') {
      result += "\\r";
    } else {
      for (const char c : unit) escape(c);
    }
    text.remove_prefix(unit.size());
  }
  return result;
}

std::string display_name(std::string_view input) { return input == "-" ? "standard input" : printable(input); }

std::string display_name_or_nothing(std::string_view input) noexcept {
  try {
    return display_name(input);
  } catch (const std::bad_alloc&) {
    return {};
  }
}

std::string message_line(std::string_view where, std::string_view what) {
  std::string line = "absolve: ";
  if (!where.empty()) line.append(where).append(": ");
  return line.append(printable(what)).append("\n");
}

void complain(std::string_view where, std::string_view what) noexcept {
  try {
    const std::string line = message_line(where, what);
    std::fwrite(line.data(), 1, line.size(), stderr);
  } catch (const std::bad_alloc&) {
    complain_without_memory(where, what);
  }
}

}  // namespace absolve::cli
