// The type of a text in a feed by its attributes: in RFC 4287, section 3.1, `type` is a word; in Atom 0.3 it is a media
// type, with a `mode`. If neither says that it is HTML, it is plain text: a `<` in it is just a character, and no tag
// is looked for.

#include "text_types.h"

#include "../text/ascii.h"
#include "../text/byte_sets.h"

namespace absolve::xml {

TextType text_type(std::string_view type, std::string_view mode) noexcept {
  type = trimmed(type.substr(0, type.find(';')));  // a media type may have parameters
  const bool html = is_name(type, "html") || is_name(type, "text/html");
  const bool xhtml = is_name(type, "xhtml") || is_name(type, "application/xhtml+xml");
  if (!html && !xhtml) return TextType::text;
  if (is_name(mode, "base64")) return TextType::base64_html;
  return html || is_name(mode, "escaped") ? TextType::html : TextType::markup;
}

bool may_hold_tag(std::string_view content) noexcept {
  using Stops = Bytes<'<', '&'>;
  for (std::size_t at = find_in_set<Stops>(content, 0); at < content.size(); at = find_in_set<Stops>(content, at + 1)) {
    const std::string_view rest = content.substr(at, 3);
    if (rest[0] == '<' || rest.starts_with("&#") || is_name(rest, "&lt")) return true;
  }
  return false;
}

}  // namespace absolve::xml
