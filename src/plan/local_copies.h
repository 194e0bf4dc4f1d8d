#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "../find/finding.h"
#include "../url/scopes.h"
#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

/// Whether a reference leads to a file that is there. Those from `behind_base` to `sign` are resolved nevertheless.
enum class LocalCopy : std::uint8_t {
  none,
  stays,        // the reference is left unchanged
  by_base,      // the same, and it needs a base element that leads to another folder beside the file
  behind_base,  // but a base element leads browsers elsewhere
  possible,     // but nothing shows yet that the reference is meant to lead there
  sign,         // the same, and this reference shows it: only a program has written it
  missing,      // it is for a resource that a book must contain, but doesn't: the reference is left unchanged
};

/// How many references there are of each kind.
using LocalCopyCounts = std::array<std::size_t, 7>;

/// Knows which references in one node lead to local copies of their targets (Input::is_local_copy).
class LocalCopies {
 public:
  LocalCopies(PlanBuilder& builder, const Tree& tree, const Node& node) noexcept
      : builder_(&builder), tree_(&tree), node_(&node), are_possible_(is_beside_files()) {}

  /// `rule` and `value` say where the reference is, `scope` in which scope it would be resolved.
  [[nodiscard]] LocalCopy find(std::string_view reference, const Rule& rule, const Value& value, std::uint32_t scope) {
    return are_possible_ ? look_for(reference, rule, value, scope) : LocalCopy::none;
  }

 private:
  /// What a relative reference is resolved against when a browser opens the file.
  enum class Place : std::uint8_t {
    file,          // the file itself
    folder,        // another name in the same folder: `<base href="./">`
    other_folder,  // one beside the file: `<base href="../">`
    elsewhere,     // what a base element says
    no_file,       // the same for another base in the content: it can't be removed
  };

  /// Where a base leads.
  struct Way {
    Place place;
    std::string folder;  // as seen from the file, with a slash at its end; "": that of the file
  };

  [[nodiscard]] LocalCopy look_in_book(std::string_view reference, const Rule& rule) const;
  [[nodiscard]] LocalCopy look_for(std::string_view reference, const Rule& rule, const Value& value,
                                   std::uint32_t scope);
  [[nodiscard]] bool is_beside_files() const noexcept;
  [[nodiscard]] Place place_by(const Scope& base) const;
  [[nodiscard]] Way way_in(std::uint32_t scope);
  [[nodiscard]] Place place_in(std::uint32_t scope) { return way_in(scope).place; }
  [[nodiscard]] std::uint32_t base_in(std::uint32_t scope) const;
  [[nodiscard]] bool is_removed(std::uint32_t base) const;
  [[nodiscard]] LocalFile file_at(std::string_view reference) const;
  [[nodiscard]] LocalFile file_spelled(std::string_view reference) const;

  PlanBuilder* builder_;
  const Tree* tree_;
  const Node* node_;
  bool are_possible_;
  std::unordered_map<std::uint32_t, Way> ways_;  // by scope
};

}  // namespace absolve::inline detail
