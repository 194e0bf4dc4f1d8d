#include "base_removal.h"

#include "../url/ascii.h"
#include "attributes.h"

namespace absolve::html {

ByteRange cut_for_removal(std::string_view text, const BaseElement& base) {
  bool others = false;
  ByteRange href{base.begin, base.begin};
  read_attributes(text, tag_name_end(text, base.begin + 1), [&](const Attribute& attribute) {
    if (!is_name(attribute.name(text), "href")) {
      others = true;
    } else if (href.end == base.begin) {
      const bool quoted = attribute.quoting == Quoting::quotation_mark || attribute.quoting == Quoting::apostrophe;
      href = {attribute.name_begin, attribute.value_end + (quoted ? 1 : 0)};
    }
  });
  if (!others) return {base.begin, base.end};
  while (is_space(text[href.begin - 1])) --href.begin;
  return href;
}

}  // namespace absolve::html
