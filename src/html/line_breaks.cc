#include "line_breaks.h"

#include "attributes.h"

namespace absolve::html {

std::vector<std::size_t> break_chances(std::string_view text, std::span<const Reference> references) {
  std::vector<std::size_t> chances;
  std::size_t done = 0;  // the tags before it
  for (const Reference& reference : references) {
    if (reference.element < done) continue;
    done = read_attributes(text, reference.element + reference.element_length, [&](const Attribute& attribute) {
      const char before = text[attribute.name_begin - 1];
      if (before == ' ' || before == '\t') chances.push_back(attribute.name_begin - 1);
    });
  }
  return chances;
}

}  // namespace absolve::html
