#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "tree.h"

namespace absolve::inline detail {

/// The custom properties of CSS whose values a document uses itself, in its style sheets and attributes. A URL in
/// another one belongs to the style sheet that uses it, wherever that is (CSS Custom Properties, level 1, section 3):
/// it is not known what it is resolved against.
class PropertyUses {
 public:
  /// Reads all style sheets in the text of a node. Linear in them; the names are sorted.
  PropertyUses(const Node& node, Request request);

  [[nodiscard]] bool contains(std::string_view name) const { return names_.contains(name); }

  /// Whether the document links other style sheets, which may use the same properties. True only once: it is told once.
  [[nodiscard]] bool tell_doubt() noexcept { return std::exchange(links_sheets_, false); }

 private:
  std::set<std::string, std::less<>> names_;
  bool links_sheets_ = false;
};

}  // namespace absolve::inline detail
