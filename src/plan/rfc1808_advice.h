#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "../url/scopes.h"
#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

/// Notes what RFC 1808 advises against (section 5.3): references that begin like a path but are taken as absolute, and
/// ftp directories without a slash as bases; and where browsers, or readers of feeds, go elsewhere: above a root, and
/// in entries of feeds. It changes nothing.
class Advisories {
 public:
  Advisories(PlanBuilder& builder, Tree& tree) : builder_(builder), tree_(tree) {}

  /// Looks at a link of the current node, once it is decided.
  void meet(const Node& node, const Link& link);

  /// Notes the links that were met since the last call, all of one node. `severity` is that of what leads browsers
  /// elsewhere.
  void note_all(const Node& node, Note::Severity severity);

 private:
  void note_paths(const Node& node);
  void note_entries(const Node& node);
  [[nodiscard]] bool is_elsewhere(const Node& feed, std::uint32_t link) const;
  [[nodiscard]] bool leads_above_root(const Link& link);
  void meet_base(const Node& node, std::uint32_t scope);

  PlanBuilder& builder_;
  Tree& tree_;
  std::string_view head_;              // the longest of the links that were met last
  std::string_view head_path_;         // the path in it
  std::size_t above_root_ = 0;         // how many references lead there
  std::size_t first_above_ = 0;        // offset of the first, as Link::offset
  std::size_t paths_ = 0;              // how many references may be meant as paths
  std::size_t offset_ = 0;             // of the first, as Link::offset
  std::string_view first_;             // the first one
  std::uint32_t scope_ = Scope::none;  // the one that was met last
  std::vector<bool> met_;              // scopes that give bases, and were met
};

}  // namespace absolve::inline detail
