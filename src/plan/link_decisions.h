#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "builder.h"
#include "link_answers.h"
#include "local_copies.h"
#include "related.h"
#include "tree.h"
#include "values.h"

namespace absolve::inline detail {

/// A reference and its place: in a value of a node, or in a value inside the text of that value.
///
///     text of the node:   style="background: url(x.png)"
///     outer:                     background: url(x.png)
///     inner:                                     x.png
struct ReferenceInValue {
  const OpenValue& outer;
  const OpenValue* inner;      // nullptr if it is in the outer one
  std::string_view reference;  // a slice of the text of the innermost of the two
  const Rule& rule;
  const Value& value;          // that of `outer`
  Reason kept = Reason::none;  // why its rule keeps it
  Stays stays = Stays::no;
  bool in_template = false;  // it is in a list that contains a template's placeholder

  [[nodiscard]] std::string_view text() const noexcept { return inner == nullptr ? outer.text() : inner->text(); }
  /// Coding of the innermost value; offset of the reference in its text.
  [[nodiscard]] codec::Coding coding() const noexcept { return inner == nullptr ? outer.coding() : inner->coding(); }
  [[nodiscard]] std::size_t offset() const noexcept { return offset_in(text(), reference); }
  [[nodiscard]] bool is_coded() const noexcept {
    return outer.codec() != nullptr || (inner != nullptr && inner->codec() != nullptr);
  }
  /// Where byte `at` of the innermost text is in the text of the node.
  [[nodiscard]] std::size_t in_node(std::size_t at) const {
    return outer.outer_offset(inner == nullptr ? at : inner->outer_offset(at));
  }
};

/// Decides on the references of one node, each by itself: rewrite, absolute, or keep with a reason.
class LinkDecider {
 public:
  /// `related` has the parts of the message that the references may lead to, those of the innermost multipart/related
  /// first.
  LinkDecider(PlanBuilder& builder, const Tree& tree, const Node& node, std::vector<const Related*> related)
      : builder_(&builder), tree_(&tree), node_(&node), related_(std::move(related)), copies_(builder, tree, node) {}

  /// Sets the scope in which a reference is resolved, and the decision on it.
  void decide(const ReferenceInValue& found, Link& link);

  /// Changes the decision according to the answer of Options::on_link.
  void answer(const ReferenceInValue& found, const LinkAnswers::One& one, Link& link);

  /// The references that were made absolute.
  [[nodiscard]] const LocalCopyCounts& resolved() const noexcept { return resolved_; }

  /// Whether the last link leads to a local copy by a base element.
  [[nodiscard]] bool leads_by_base() const noexcept { return copy_ == LocalCopy::by_base; }

  /// The number of the scope in which a reference is resolved.
  [[nodiscard]] std::uint32_t scope_of(const ReferenceInValue& found) const;

 private:
  [[nodiscard]] bool is_lazy_image(const ReferenceInValue& found) const;
  [[nodiscard]] std::uint32_t given_instead_of(std::uint32_t scope, const ReferenceInValue& found) const;
  [[nodiscard]] Reason left_by_user(const ReferenceInValue& found, const Link& link) const;
  [[nodiscard]] Reason reason_to_keep(const ReferenceInValue& found, Link& link);
  [[nodiscard]] Reason resolve(const ReferenceInValue& found, const Base& base, Link& link);
  [[nodiscard]] bool says_where_from(const ReferenceInValue& found) const;
  [[nodiscard]] bool is_placeholder(const ReferenceInValue& found) const;
  [[nodiscard]] Reason lead_to(const Related::Part& part, Link& link);
  [[nodiscard]] bool keeps_declaration(const ReferenceInValue& found) const;
  [[nodiscard]] bool can_be_answered(const ReferenceInValue& found, std::string_view text) const;
  [[nodiscard]] Reason refusal(const ReferenceInValue& found, const Link& link) const;

  PlanBuilder* builder_;
  const Tree* tree_;
  const Node* node_;
  std::vector<const Related*> related_;
  LocalCopies copies_;
  LocalCopyCounts resolved_{};
  LocalCopy copy_ = LocalCopy::none;  // of the last link
  std::string head_;                  // scratch
  bool head_is_scratch_ = false;      // head_ holds the head of the last link
};

}  // namespace absolve::inline detail
