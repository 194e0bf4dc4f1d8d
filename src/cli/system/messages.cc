#include "messages.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <new>

#include "../../text/utf8.h"
#include "layout.h"

namespace absolve::cli {
namespace {

/// Replaces everything that is not printable ASCII by question marks.
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

/// From one UTF-8 character to another.
struct Characters {
  std::string_view first;
  std::string_view last;
};

/// Characters that change how text after them is shown, even that of the program itself, or that nobody sees.
constexpr auto misleading = std::to_array<Characters>({
    {"\u2028", "\u2029"},          // line and paragraph separator
    {"\u202A", "\u202E"},          // these embed or override a direction (UAX #9)
    {"\u2066", "\u2069"},          // these isolate it
    {"\U000E0000", "\U000E007F"},  // tags, which are invisible
});

bool misleads(std::string_view character) {
  return std::ranges::any_of(misleading,
                             [&](const Characters& some) { return character >= some.first && character <= some.last; });
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  for (;;) {
    const std::size_t plain = find_in_set<NotPrintable>(text, 0);
    result += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return result;
    const std::size_t size = character_size(text, 0);
    const std::string_view unit = text.substr(0, std::max<std::size_t>(size, 1));
    const char lead = unit.front();
    const bool harmless = size > 0 && !is_control_character(unit) && !misleads(unit);
    if (harmless) {
      result += unit;
    } else if (lead == '\n') {
      result += "\\n";
    } else if (lead == '\t') {
      result += "\\t";
    } else if (lead == '\r') {
      result += "\\r";
    } else {
      for (const char c : unit) append_escape(result += '\\', 'x', c);
    }
    text.remove_prefix(unit.size());
  }
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
