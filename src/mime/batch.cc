#include "batch.h"

#include <algorithm>
#include <array>

#include "../text/ascii.h"
#include "../text/lines.h"

namespace absolve::mime {
namespace {

constexpr bool begins_with(std::string_view line, std::string_view word) noexcept {
  return line.size() >= word.size() && equal_ignoring_case(line.substr(0, word.size()), word);
}

bool is_command(std::string_view line) noexcept {
  constexpr auto commands =
      std::to_array<std::string_view>({"HELO ", "EHLO ", "MAIL FROM:", "RCPT TO:", "RSET", "DATA"});
  const auto starts_line = [&](std::string_view command) {
    const bool whole = is_letter(command.back());
    return begins_with(line, command) && (!whole || line.size() == command.size());
  };
  return std::ranges::any_of(commands, starts_line);
}

/// Whether only commands that end an SMTP session follow.
bool ends_session(std::string_view text) noexcept {
  const std::string_view rest = trimmed(text);
  return rest.empty() || equal_ignoring_case(rest, "QUIT");
}

}  // namespace

std::size_t after_batch_lines(std::string_view text) noexcept {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::string_view line = line_at(text, at);
    if (!line.starts_with(rnews) && !is_command(line)) break;
    at = std::min(line_end(text, at) + 1, text.size());
  }
  return at;
}

bool starts_with_length(std::string_view text) noexcept {
  const std::string_view number = trimmed(line_at(text, 0));
  return !number.empty() && std::ranges::all_of(number, is_digit);
}

std::string_view why_unread(std::string_view text) noexcept {
  const bool is_of_apple = starts_with_length(text) && trimmed(text).ends_with("</plist>");
  if (is_of_apple) return "its first line is a length (as in .emlx) that is not that of the message";
  const std::size_t begin = after_batch_lines(text);
  if (begin == 0) return {};
  if (text.find("\n#! rnews ", begin) != std::string_view::npos) return "it is a batch of several messages";
  if (text.starts_with(rnews)) return {};
  const std::size_t dot = text.find("\n.", begin);
  if (dot == std::string_view::npos) return {};
  return ends_session(text.substr(dot + 2)) ? "" : "it is an SMTP batch with several messages or doubled dots";
}

}  // namespace absolve::mime
