#include "line_breaks.h"

#include "../codec/markup/attributes.h"

namespace absolve::markup {

/// Around attributes and their signs:
///
///     <a href = "x y" download >
///       ^    ^ ^     ^        ^
std::vector<std::size_t> break_opportunities(std::string_view text, const Finding& finding) {
  std::vector<std::size_t> opportunities;
  std::size_t done = 0;
  const auto add_up_to = [&](std::size_t end) {
    for (; done < end; ++done) {
      if (is_blank(text[done])) opportunities.push_back(done);
    }
  };
  for (const std::size_t name_end : finding.tags) {
    done = name_end;
    const std::size_t end = read_attributes(text, name_end, [&](const Attribute& attribute) {
      add_up_to(attribute.name_begin);
      done = attribute.name_end;
      const std::size_t quote = codec::is_quoted(attribute.coding) ? 1 : 0;
      add_up_to(attribute.value_begin - quote);
      done = attribute.value_end + quote;
    });
    if (end != unclosed) add_up_to(end);
  }
  return opportunities;
}

}  // namespace absolve::markup
