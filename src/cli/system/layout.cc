#include "layout.h"

#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include <algorithm>
#include <cstdlib>
#include <cwchar>

#include "../../text/numbers.h"

namespace absolve::cli {
namespace {

constexpr std::string_view dots = "...";
constexpr std::size_t min_columns = 10;
constexpr std::size_t usual_columns = 80;

/// A character of a text, or an invalid byte.
struct Unit {
  std::size_t bytes;
  std::size_t columns;
};

Unit first_unit(std::string_view text) noexcept {
  if (text.front() >= ' ' && text.front() <= '~') return {1, 1};  // nearly all of them
  wchar_t character = 0;
  std::mbstate_t state{};
  const std::size_t length = std::mbrtowc(&character, text.data(), text.size(), &state);
  const bool decoded = length > 0 && length <= text.size();
  if (!decoded) return {1, 1};
  return {length, static_cast<std::size_t>(std::max(0, ::wcwidth(character)))};
}

/// How many bytes at the beginning fit into `columns`.
std::size_t fitting(std::string_view text, std::size_t columns) noexcept {
  std::size_t at = 0;
  while (at < text.size()) {
    const Unit unit = first_unit(text.substr(at));
    if (unit.columns > columns) break;
    columns -= unit.columns;
    at += unit.bytes;
  }
  return at;
}

}  // namespace

std::size_t width_of(std::string_view text) noexcept {
  std::size_t width = 0;
  for (;;) {
    const std::size_t plain = find_in_set<NotPrintable>(text, 0);
    width += plain;
    text.remove_prefix(plain);
    if (text.empty()) return width;
    const Unit unit = first_unit(text);
    width += unit.columns;
    text.remove_prefix(unit.bytes);
  }
}

std::string shortened(std::string_view text, std::size_t max_columns) {
  if (max_columns == unlimited) return std::string(text);
  max_columns = std::max(max_columns, min_columns);
  const std::size_t width = width_of(text);
  if (width <= max_columns) return std::string(text);
  const std::size_t head_columns = max_columns * 2 / 3;
  const std::size_t tail_columns = max_columns - head_columns - dots.size();
  std::size_t tail = fitting(text, width - tail_columns);
  if (width_of(text.substr(tail)) > tail_columns) tail += first_unit(text.substr(tail)).bytes;
  return std::string(text.substr(0, fitting(text, head_columns))).append(dots).append(text.substr(tail));
}

std::string wrapped(std::string_view line, std::size_t max_columns, std::size_t indent) {
  std::string text;
  std::size_t margin = 0;
  for (;;) {
    const std::size_t fits = fitting(line, max_columns - std::min(max_columns, margin));
    std::size_t end = fits == line.size() ? fits : line.rfind(' ', fits);
    const bool breaks = end != line.size() && end != std::string_view::npos && line.find_first_not_of(' ') < end;
    if (!breaks) end = std::min(line.find(' ', fits), line.size());
    text.append(line.substr(0, end));
    line.remove_prefix(std::min(line.find_first_not_of(' ', end), line.size()));
    if (line.empty()) return text;
    margin = indent;
    text.append("\n").append(indent, ' ');
  }
}

std::string grouped(std::size_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

std::size_t columns_of(int descriptor) {
  if (::isatty(descriptor) != 1) return unlimited;
  const char* const variable = std::getenv("COLUMNS");
  const std::string_view value = variable == nullptr ? "" : variable;
  if (const auto columns = read_number<std::size_t>(value).value_or(0); columns > 0) return columns;
  winsize window{};
  if (::ioctl(descriptor, TIOCGWINSZ, &window) == 0 && window.ws_col > 0) return window.ws_col;
  return usual_columns;
}

bool is_capable_terminal(int descriptor) {
  const char* const variable = std::getenv("TERM");
  const std::string_view terminal = variable == nullptr ? "" : variable;
  return ::isatty(descriptor) == 1 && !terminal.empty() && terminal != "dumb";
}

}  // namespace absolve::cli
