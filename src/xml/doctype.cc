// Which entities a document declares. They are never expanded: the text of an entity may be markup, and it is in
// another place, so references in it could not be edited (and expansion may be exponential). It is enough to know that
// one is used: the value that contains it is left unchanged. If there may be external declarations, each name that is
// not an entity of HTML is regarded as declared.

#include "doctype.h"

#include <algorithm>
#include <array>

#include "../codec/markup/character_references.h"
#include "../text/ascii.h"
#include "../text/doctype.h"
#include "../text/markup.h"

namespace absolve::xml {
namespace {

/// The name that follows white space at `at`.
std::string_view name_after(std::string_view text, std::size_t at) noexcept {
  const std::size_t begin = after_spaces(text, at);
  if (begin == at) return {};
  const std::size_t end = std::min(text.find_first_of(" \t\r\n\"'>%", begin), text.size());
  return text.substr(begin, end - begin);
}

}  // namespace

std::optional<std::size_t> Doctype::read(std::string_view text, std::size_t at) {
  constexpr std::string_view entity = "<!ENTITY";
  return read_doctype(text, at, [&](std::size_t i, bool in_subset) {
    const char c = text[i];
    if (in_subset ? c == '%' : is_quote(c)) has_outside_ = true;  // a parameter entity; a public or system identifier
    if (c != '<' || !text.substr(i).starts_with(entity)) return;
    const std::string_view name = name_after(text, i + entity.size());
    if (!name.empty()) names_.insert(name);
  });
}

bool Doctype::declares(std::string_view entity) const {
  constexpr auto predefined = std::to_array<std::string_view>({"amp", "apos", "gt", "lt", "quot"});
  if (std::ranges::find(predefined, entity) != predefined.end()) return false;
  return names_.contains(entity) || (has_outside_ && !codec::is_known_entity(entity));
}

/// `signs` are the characters that start an entity, and markup.
bool Doctype::is_used_in(std::string_view raw, std::string_view signs) const {
  constexpr std::string_view cdata = "<![CDATA[";
  for (std::size_t at = raw.find_first_of(signs); at != std::string_view::npos; at = raw.find_first_of(signs, at)) {
    const std::string_view rest = raw.substr(at);
    if (rest.starts_with("<!--")) {
      at = after_xml_comment(raw, at);
    } else if (rest.starts_with(cdata)) {
      at = after_mark(raw, "]]>", at + cdata.size());
    } else if (rest.starts_with("<?")) {
      at = after_processing_instruction(raw, at);
    } else {
      const std::string_view entity = codec::entity_at(raw, at);
      if (!entity.empty() && declares(entity)) return true;
      ++at;
    }
  }
  return false;
}

}  // namespace absolve::xml
