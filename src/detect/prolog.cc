#include "prolog.h"

#include <algorithm>
#include <array>

#include "../text/ascii.h"
#include "../text/doctype.h"
#include "../text/markup.h"

namespace absolve::inline detail {
namespace {

/// The name at `at`.
std::string_view name_at(std::string_view text, std::size_t at) noexcept {
  at = std::min(at, text.size());
  return text.substr(at, std::min(text.find_first_of(" \t\n\r\f/><[", at), text.size()) - at);
}

/// The offset after the comment or the processing instruction at `at`; `at` if there is none.
std::size_t after_inert(std::string_view text, std::size_t at) noexcept {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("<!--")) return after_xml_comment(text, at);
  if (rest.starts_with("<?")) return after_processing_instruction(text, at);
  return at;
}

}  // namespace

Prolog prolog_of(std::string_view text) noexcept {
  constexpr std::string_view doctype = "<!doctype";
  Prolog prolog{.declared = trimmed(text).starts_with("<?xml")};
  for (std::size_t at = after_spaces(text, 0); at < text.size() && text[at] == '<'; at = after_spaces(text, at)) {
    const std::size_t inert = after_inert(text, at);
    if (inert > at) {
      at = inert;
    } else if (is_name(text.substr(at, doctype.size()), doctype)) {
      const std::size_t name = after_spaces(text, at + doctype.size());
      prolog.doctype = name_at(text, name);
      const std::string_view rest = text.substr(after_spaces(text, name + prolog.doctype.size()));
      prolog.is_identified = rest.starts_with("PUBLIC") || rest.starts_with("SYSTEM") || rest.starts_with('[');
      at = read_doctype(text, at, [](std::size_t, bool) {}).value_or(text.size());
    } else {
      const std::string_view name = name_at(text, at + 1);
      prolog.root = name.substr(after_last(name, ':'));
      prolog.prefix = name.substr(0, name.size() - prolog.root.size());
      prolog.tag = text.substr(at, text.find('>', at) - at);
      break;
    }
  }
  return prolog;
}

bool is_page_whatever_follows(std::string_view beginning) noexcept {
  constexpr auto beginnings =
      std::to_array<std::string_view>({"<!doctype html>", "<!doctype html ", "<html>", "<html "});
  const std::string_view head = trimmed(beginning.substr(0, 64));
  return std::ranges::any_of(beginnings, [&](std::string_view one) { return has_beginning(head, one); });
}

}  // namespace absolve::inline detail
