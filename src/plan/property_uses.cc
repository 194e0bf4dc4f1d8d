// A property that is used in the value of another one is used only if that other one is:
//
//     --a: url(x.png);   --b: var(--a);   background: var(--b)
//      ^---------- used by ---' ^---------- used by -----'
//
// This follows the uses from the outside inwards, each of them once.

#include "property_uses.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

#include "../text/ascii.h"
#include "finders.h"
#include "values.h"

namespace absolve::inline detail {
namespace {

bool imports_sheet(std::string_view css) noexcept {
  return find_ignoring_case(css, "@import") != std::string_view::npos;
}

}  // namespace

PropertyUses::PropertyUses(const Node& node, Request request) {
  request.wants_property_uses = true;
  links_sheets_ = node.found().links_sheets;
  std::vector<PropertyUse> uses;
  const auto add = [&](Finding found) { std::ranges::move(found.property_uses, std::back_inserter(uses)); };
  if (node.format == Format::css) {
    add(finder_of(node.format).find(node.text, request));
    links_sheets_ = imports_sheet(node.text);
  }
  for (const Value& value : node.values) {
    if (value.format != Format::css) continue;
    const OpenValue sheet(node.text, value);
    add(finder_of(value.format).find(sheet.text(), request));
    links_sheets_ = links_sheets_ || imports_sheet(sheet.text());
  }

  std::multimap<std::string, std::string> uses_in;  // by the property around them
  std::vector<std::string> next;
  for (PropertyUse& use : uses) {
    if (use.in.empty()) next.push_back(std::move(use.name));
    else uses_in.emplace(std::move(use.in), std::move(use.name));
  }
  while (!next.empty()) {
    const auto [name, is_new] = names_.insert(std::move(next.back()));
    next.pop_back();
    if (!is_new) continue;
    const auto [first, last] = uses_in.equal_range(*name);
    for (auto one = first; one != last; ++one) next.push_back(one->second);
  }
}

}  // namespace absolve::inline detail
