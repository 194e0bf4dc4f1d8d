#include "base_removal.h"

#include "../url/ascii.h"
#include "attributes.h"

namespace absolve::html {

std::vector<ByteRange> cuts_for_removal(std::string_view text, const BaseElement& base) {
  bool others = false;
  std::vector<ByteRange> hrefs;
  read_attributes(text, tag_name_end(text, base.begin + 1), [&](const Attribute& attribute) {
    if (!is_name(attribute.name(text), "href")) {
      others = true;
      return;
    }
    const bool quoted = attribute.quoting == Quoting::quotation_mark || attribute.quoting == Quoting::apostrophe;
    std::size_t begin = attribute.name_begin;
    const std::size_t end = attribute.value_end + (quoted ? 1 : 0);
    // The white space before goes too, unless what follows needs it.
    const bool followed = !is_space(text[end]) && text[end] != '/' && text[end] != '>';
    while (!followed && is_space(text[begin - 1])) --begin;
    hrefs.push_back({begin, end});
  });
  if (!others) return {{base.begin, base.end}};
  return hrefs;
}

}  // namespace absolve::html
