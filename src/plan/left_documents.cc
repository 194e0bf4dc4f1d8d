#include "left_documents.h"

#include <string>
#include <vector>

#include "../codec/compression/compressed.h"
#include "../detect/unread_kind.h"
#include "../find/formats.h"
#include "../mime/signature.h"
#include "finders.h"
#include "notes.h"

namespace absolve::inline detail {
namespace {

using Severity = Note::Severity;

void note(Tree& tree, const Node& node, NoteCode code, Severity severity, const std::vector<std::string>& words) {
  tree.found_notes.push_back({node.index, NotePosition::first, 0,
                              worded(code, severity, words, node.note_at, std::string(node.part), tree.message)});
}

bool is_of_other_kind(const PlanBuilder& builder, Tree& tree, Node& node) {
  if (node.parent == Node::none || node.in_text) return false;
  const PartContext* const context = context_of(tree, node);
  const bool must_show = context != nullptr && must_show_itself(node.format, context->type);
  const Shown shown = shown_by(beginning_of(node.text, builder.options().fields), node.format, must_show);
  if (shown.format) node.format = *shown.format;
  if (shown.other) {
    const bool is_wide = node.text.substr(0, 2).find('\0') != std::string_view::npos;
    const bool hides_a_page = is_wide || codec::content_coding_at(node.text).has_value();
    const bool is_all_there_is = tree.nodes.front().format == Format::http && shown.other->may_hold_links;
    note(tree, node, NoteCode::part_unread, hides_a_page || is_all_there_is ? Severity::notice : Severity::detail,
         {"its content is " + std::string(shown.other->name) + ", which is not read"});
  }
  return !shown.format;
}

/// Whether a part of a message holds clear-signed text. If signed text is to be rewritten nevertheless, the signature
/// becomes a statement that a change makes wrong.
bool stays_as_signed(const PlanBuilder& builder, Tree& tree, Node& node) {
  const PartContext* const context = context_of(tree, node);
  const bool is_part = context != nullptr && tree.nodes[node.parent].format == Format::mime;
  if (!is_part || holds_entities(node) || is_header(node.format) || !mime::holds_clear_signed_text(node.text))
    return false;
  if (builder.options().signatures == Signed::rewrite) {
    tree.nodes[node.parent].besides->dependent_statements.push_back({"the PGP signature of its text",
                                                                     mime::does_not_match,
                                                                     {{node.begin, node.end}},
                                                                     context->header,
                                                                     context->number});
    return false;
  }
  node.unread = true;
  tree.leaves_references = true;
  note(tree, node, NoteCode::parts_left_alone, Severity::notice,
       {"1 part", "its text is signed with PGP", std::string(mime::how_to_rewrite_signed)});
  return true;
}

}  // namespace

bool is_left_whole(const PlanBuilder& builder, Tree& tree, std::uint32_t index) {
  Node& node = tree.nodes[index];
  node.readable = !is_of_other_kind(builder, tree, node) && !stays_as_signed(builder, tree, node);
  return !node.readable;
}

}  // namespace absolve::inline detail
