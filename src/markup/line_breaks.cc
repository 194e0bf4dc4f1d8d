#include "line_breaks.h"

#include "attributes.h"

namespace absolve::markup {

std::vector<std::size_t> break_opportunities(std::string_view text, std::span<const Value> values) {
  std::vector<std::size_t> opportunities;
  std::size_t done = 0;  // the tags before it
  for (const Value& value : values) {
    if (value.element < done || value.coding == codec::Coding::comment) continue;  // no tag
    done = read_attributes(text, value.element + value.element_length, [&](const Attribute& attribute) {
      const char before = text[attribute.name_begin - 1];
      if (before == ' ' || before == '\t') opportunities.push_back(attribute.name_begin - 1);
    });
  }
  return opportunities;
}

}  // namespace absolve::markup
