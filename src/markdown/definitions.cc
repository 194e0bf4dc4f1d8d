#include "definitions.h"

namespace absolve::markdown {
namespace {

/// The offset after blanks and a line end, or the end of the text; `none` if something else follows.
std::size_t after_line_end(std::string_view text, std::size_t at) noexcept {
  at = after_blanks(text, at);
  if (at == text.size()) return at;
  if (text.substr(at).starts_with("\r\n")) return at + 2;
  return text[at] == '\n' || text[at] == '\r' ? at + 1 : none;
}

/// The offset after blanks, among which there may be one line end.
std::size_t after_one_line_end(std::string_view text, std::size_t at) noexcept {
  const std::size_t end = after_line_end(text, at);
  return after_blanks(text, end == none ? at : end);
}

}  // namespace

std::optional<DefinitionText> definition_at(std::string_view text, std::size_t at) noexcept {
  if (at == text.size() || text[at] != '[') return std::nullopt;
  const std::size_t label_end = after_label(text, at);
  if (label_end == none || byte_at(text, label_end) != ':') return std::nullopt;
  const bool has_label = after_white_space(text, at + 1) < label_end - 1;
  const Destination destination = destination_at(text, after_one_line_end(text, label_end + 1));
  if (!has_label || destination.after == none) return std::nullopt;
  const std::size_t title = after_one_line_end(text, destination.after);
  const std::size_t title_end = title == destination.after ? none : after_title(text, title);
  std::size_t end = title_end == none ? none : after_line_end(text, title_end);
  if (end == none) end = after_line_end(text, destination.after);
  if (end == none) return std::nullopt;
  return DefinitionText{at + 1, label_end - 1, destination, end};
}

}  // namespace absolve::markdown
