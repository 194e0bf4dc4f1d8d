// The second pass: links, in document order. The nodes are in another order, that in which they were found; walk() in
// tree.h visits a child between the values before it and those after it:
//
//     values of a page:   href      srcdoc (a child)      href
//     calls:              pass()    enter() ... exit()    pass()
//
// Each reference gets its Link, and a decision by itself (link_decisions.cc); decisions that need an overview are made
// in the third pass. A round may be repeated, so enter() resets what the last round has set in a node. Linear: if long
// bases before many references would make the output larger than that, a document is given up as a whole, and the links
// listed so far in it and in those nested in it are taken back.

#include "resolve.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "../codec/css.h"
#include "../find/formats.h"
#include "../text/ascii.h"
#include "../text/counted.h"
#include "../text/placeholders.h"
#include "../url/resolver.h"
#include "../url/scopes.h"
#include "finders.h"
#include "link_decisions.h"
#include "list_answers.h"
#include "notes.h"
#include "property_uses.h"
#include "reasons.h"
#include "related.h"
#include "values.h"

namespace absolve::inline detail {
namespace {

using Severity = Note::Severity;

std::string_view element_of(const Node& node, const Value& value) noexcept {
  const std::string_view pattern = value.rule->element;
  return pattern.ends_with('*') ? node.text.substr(value.element, value.element_length) : pattern;
}

/// The name of a value's attribute. If the rule holds only a pattern, it is the name in the source, which ends one `=`
/// before the value.
///
///     <amp-x data-a-src = "x">        rule: data-*-src
///            name         value
std::string_view attribute_of(const Node& node, const Value& value) noexcept {
  const std::string_view pattern = value.rule->attribute;
  if (pattern.find('*') == std::string_view::npos) return pattern;
  const std::size_t equals = node.text.rfind('=', value.begin - 1);
  const std::size_t last = node.text.find_last_not_of(white_space, equals - 1);
  const std::size_t before = node.text.find_last_of(" \t\n\f\r/\"'", last);
  return node.text.substr(before + 1, last - before);
}

class ResolvePass {
 public:
  ResolvePass(PlanBuilder& builder, Tree& tree, Origins& origins)
      : builder_(builder), options_(builder.options()), tree_(tree), origins_(origins), first_(builder.links().size()) {
    levels_.reserve(tree.nodes.size() > 1 ? 2 : 1);  // more if documents are nested in one another
  }

  bool enter(Node& node);
  void pass(Node& node, const Node* child);
  void exit(Node& node);
  /// Notes what concerns the whole tree, after all nodes. Returns what resolve() does.
  [[nodiscard]] bool finish();

 private:
  /// A node that is being visited.
  struct Level {
    LinkDecider decider;  // for its references
    std::uint32_t next_value = 0;
    std::optional<PropertyUses> property_uses = {};  // read when a custom property is met
  };

  void note_unsafe(const Node& node);
  void show(Node& node);
  void note(const Node& node, NoteCode code, Severity severity, const std::vector<std::string>& words,
            std::optional<std::size_t> offset = std::nullopt, std::size_t order = 0);
  void gather_locations(const Node& node);
  [[nodiscard]] std::vector<const Related*> related_to(const Node& node) const;
  void resolve_value(Node& node, std::uint32_t index);
  [[nodiscard]] Reason kept_in_property(const Node& node, const Rule& rule, std::string_view text, const Value& value);

  /// Why a reference is kept by its rule. `text` is the text that the value is in.
  [[nodiscard]] Reason kept_by(const Node& node, const Rule& rule, std::string_view text, const Value& value) {
    return rule.kept == Reason::custom_property ? kept_in_property(node, rule, text, value) : rule.kept;
  }
  void resolve_url(Node& node, const ReferenceInValue& found);
  [[nodiscard]] bool needs_base(const Link& link, const Rule& rule) const;
  void push(Node& node, const Link& link, Origin origin, bool was_absolute);
  [[nodiscard]] Link link_of(const Node& node, const ReferenceInValue& found);
  void give_up_growing(Node& node);
  void keep_nested(const Node& node);

  [[nodiscard]] Level& level() { return levels_.back(); }

  PlanBuilder& builder_;
  const Options& options_;
  Tree& tree_;
  Origins& origins_;
  std::size_t first_;  // the first link of the tree
  std::vector<Level> levels_;
  std::map<std::uint32_t, std::vector<Related>> related_;  // the multipart/related groups of each message, by its node
  std::uint32_t value_ = 0;                                // index of the current one
  LocalCopyCounts resolved_{};
  std::uint32_t number_ = 0;  // number of the next link in it
};

bool ResolvePass::enter(Node& node) {
  node.document = Document::none;
  if (node.besides) node.besides->cuts.clear();
  node.first_link = node.end_link = builder_.links().size();
  if (node.safety != Safety::safe) note_unsafe(node);
  const bool skipped = node.in_text && tree_.nodes[node.parent].gave_up;
  node.entered = node.readable && node.safety == Safety::safe && !skipped;
  if (!node.entered) return false;
  if (holds_entities(node)) {
    std::vector<Part>& parts = builder_.parts();
    const std::vector<Part>& own = node.found().entity->parts;
    parts.insert(parts.end(), own.begin(), own.end());
    for (Part& part : std::span(parts).last(own.size())) {
      part.message = tree_.message;
      for (Candidate& heading : part.headings) {
        heading.offset = node.offset && heading.offset ? std::optional(*node.offset + *heading.offset) : std::nullopt;
      }
    }
    gather_locations(node);
  } else {
    show(node);
  }
  levels_.push_back({LinkDecider(builder_, tree_, node, related_to(node))});
  const bool gives_up = node.passes_output_limit || !builder_.may_grow();
  if (gives_up && !holds_entities(node)) give_up_growing(node);
  return true;
}

void ResolvePass::note_unsafe(const Node& node) {
  const auto why = [&]() -> std::string {
    switch (node.safety) {
      case Safety::header_too_long: return "its header would exceed the limit of 1 MiB";
      case Safety::field_too_long: return "a field of its header is longer than 998 bytes and can't be folded";
      case Safety::would_delimit_parts: return "one of its lines would be read as a boundary between parts or messages";
      case Safety::would_change_type: return "with its links rewritten, it would be read as a different type";
      case Safety::safe: break;
    }
    return "";
  };
  const PartContext* const context = context_of(tree_, node);
  const std::string number = context == nullptr ? "" : context->number;
  tree_.round_notes.push_back(
      {node.index, NotePosition::first, 0,
       worded(NoteCode::part_unsafe, Severity::failure, {why()}, node.note_at, number, tree_.message)});
}

/// Adds the node as a document of the plan.
void ResolvePass::show(Node& node) {
  const Node& holder = tree_.nodes[node.holder];
  Document document{};
  document.part = std::string(node.part);
  document.message = tree_.message;
  document.type = node.media_type;
  document.charset = holder.charset;
  document.query_charset = holder.query_charset;
  document.bytes = holder.bytes;
  document.offset = node.is_encoded ? std::nullopt : holder.offset;
  const std::uint32_t root = node.found().root_scope;
  document.scope = root == Value::none ? node.scope : node.besides->numbers[root];
  document.first_scope = node.first_scope;
  document.end_scope = node.end_scope;
  document.wide = codec::is_utf16(holder.encoding);
  document.big_endian = holder.encoding == codec::Encoding::utf16be;
  if (node.in_text) {
    const Node& parent = tree_.nodes[node.parent];
    const Value& value = parent.values[node.value];
    document.around = parent.document;
    document.element = element_of(parent, value);
    document.attribute = attribute_of(parent, value);
    document.counts = !node.found().base_elements.empty() && node.format != Format::html_fragment;
  }
  if (document.counts && node.scope != Scope::none) builder_.grow(builder_.scopes()[node.scope].explained_size);
  node.document = static_cast<std::uint32_t>(builder_.documents().size());
  builder_.documents().push_back(std::move(document));
}

/// Passes the values up to a child, or up to the end.
void ResolvePass::pass(Node& node, const Node* child) {
  const auto end = child == nullptr ? static_cast<std::uint32_t>(node.values.size()) : child->value;
  if (!holds_entities(node)) {
    for (std::uint32_t i = level().next_value; i < end && !node.gave_up; ++i) {
      resolve_value(node, i);
      if (!builder_.may_grow()) give_up_growing(node);
    }
  }
  level().next_value = end + 1;
}

void ResolvePass::exit(Node& node) {
  node.end_link = builder_.links().size();
  std::ranges::transform(resolved_, level().decider.resolved(), resolved_.begin(), std::plus());
  if (node.document != Document::none) {
    const Document& document = builder_.documents()[node.document];
    if (!document.counts) {
      Document& around = builder_.documents()[document.around];
      around.links += document.links;
      around.relative += document.relative;
    }
  }
  levels_.pop_back();
}

bool ResolvePass::finish() {
  const auto resolved = [&](LocalCopy kind) { return resolved_[static_cast<std::size_t>(kind)]; };
  if (resolved(LocalCopy::sign) > 0) {
    tree_.copies = Copies::meant;
    return false;
  }
  if (resolved(LocalCopy::possible) > 0) note(tree_.nodes.front(), NoteCode::copies_resolved, Severity::notice, {});
  // Where base elements are to be removed, but stay, another note says why.
  const std::size_t behind_base = resolved(LocalCopy::behind_base);
  if (behind_base > 0 && !options_.remove_base_elements) {
    note(tree_.nodes.front(), NoteCode::copies_behind_base, Severity::notice,
         {counted(behind_base, "reference was", "references were")});
  }
  return true;
}

/// Called when a long base before each of many references would make the output no longer linear in the input. It stays
/// so in further rounds, even if less is written in them: others were kept for this node.
void ResolvePass::give_up_growing(Node& node) {
  Document& document = builder_.documents()[node.document];
  document.links = document.relative = 0;
  node.gave_up = node.passes_output_limit = true;
  keep_nested(node);
  builder_.links().resize(node.first_link);
  origins_.resize(node.first_link - first_);
  tree_.leaves_references = true;
  note(node, NoteCode::output_limit, Severity::failure, {});
}

/// Takes back the documents nested in the text of a node that were already added, as they are left unchanged with it.
void ResolvePass::keep_nested(const Node& node) {
  builder_.documents().resize(node.document + 1);
  std::vector<const Node*> around = {&node};
  while (!around.empty()) {
    const Node& outer = *around.back();
    around.pop_back();
    for (std::uint32_t i = outer.first_child; i < outer.end_child; ++i) {
      Node& one = tree_.nodes[i];
      one.entered = false;
      one.first_link = one.end_link = node.first_link;
      around.push_back(&one);
    }
  }
}

void ResolvePass::note(const Node& node, NoteCode code, Severity severity, const std::vector<std::string>& words,
                       std::optional<std::size_t> offset, std::size_t order) {
  const Node& holder = tree_.nodes[node.holder];
  const auto at = offset && holder.offset ? std::optional(*holder.offset + *offset) : node.note_at;
  tree_.round_notes.push_back({node.index, NotePosition::first, order,
                               worded(code, severity, words, at, std::string(node.part), tree_.message)});
}

/// Collects the parts that references may lead to.
void ResolvePass::gather_locations(const Node& node) {
  if (node.found().entity->related.empty()) return;
  std::vector<Related>& groups = related_[node.index];
  groups.resize(node.found().entity->related.size());
  for (const Location& location : node.found().entity->locations) {
    const bool made_absolute = options_.headers && !tree_.keeps_locations && !location.stays;
    const std::uint32_t scope = location.scope == Value::none ? node.scope : node.besides->numbers[location.scope];
    groups[location.group].add(location.url, builder_.scopes().base(scope), made_absolute);
  }
}

/// The parts that references in a node may lead to, those of the innermost multipart/related first.
std::vector<const Related*> ResolvePass::related_to(const Node& node) const {
  const Node& holder = tree_.nodes[node.holder];
  const PartContext* const context = context_of(tree_, holder);
  if (context == nullptr || context->related == Value::none || is_header(holder.format)) return {};
  const std::vector<Related>& groups = related_.at(holder.parent);
  const std::vector<RelatedGroup>& found = tree_.nodes[holder.parent].found().entity->related;
  std::vector<const Related*> around;
  for (std::uint32_t i = context->related; i != Value::none; i = found[i].around) around.push_back(&groups[i]);
  return around;
}

void ResolvePass::resolve_value(Node& node, std::uint32_t index) {
  const Value& value = node.values[index];
  value_ = index;
  number_ = 0;
  const OpenValue outer(node, value);
  if (value.format == Format::url) {
    const Reason kept = kept_by(node, *value.rule, node.text, value);
    return resolve_url(node,
                       {outer, nullptr, reference_in(outer.text(), value), *value.rule, value, kept, value.stays});
  }
  const FormatFacts& facts = facts_of(value.format);
  if (facts.is_document) return;  // a limit was exceeded
  const Finding inside = finder_of(value.format).find(outer.text(), builder_.request());
  // In srcset="{{ x }} 2x" white space and commas inside the placeholder separate nothing, but those in its future
  // value may.
  const bool in_template = !facts.is_language && has_placeholder(outer.text());
  for (const Value& one : inside.values) {
    const OpenValue inner(outer.text(), one);
    const Rule& rule = one.rule == nullptr ? *value.rule : *one.rule;
    const Stays stays = value.stays == Stays::no ? one.stays : value.stays;
    const Reason kept = kept_by(node, rule, outer.text(), one);
    resolve_url(node, {outer, &inner, reference_in(inner.text(), one), rule, value, kept, stays, in_template});
  }
}

/// Why a URL in a custom property is kept, unless the document uses that property.
Reason ResolvePass::kept_in_property(const Node& node, const Rule& rule, std::string_view text, const Value& value) {
  auto& uses = level().property_uses;
  if (!uses) uses.emplace(node, builder_.request());
  const std::string name = codec::decode_css(text.substr(value.element, value.element_length));
  if (!uses->contains(name)) return rule.kept;
  if (uses->tell_doubt()) note(node, NoteCode::property_used_twice, Severity::detail, {name});
  return Reason::none;
}

void ResolvePass::resolve_url(Node& node, const ReferenceInValue& found) {
  step(options_);
  Link link = link_of(node, found);
  level().decider.decide(found, link);
  const bool was_absolute = link.action == Action::absolute;
  if (const auto* const one = tree_.answers.find({node.index, value_, number_++})) {
    level().decider.answer(found, *one, link);
  }
  if (node.found().list) {
    builder_.grow(size_of_answer(answers_of(node.format, builder_), builder_.scopes().base(link.scope)));
  }
  push(node, link, {value_, needs_base(link, found.rule)}, was_absolute);
}

/// Whether another base would change the meaning of a link that is kept. An absolute one keeps its meaning, even if it
/// can't be parsed, or if an answer for it was refused; so does a fragment that points into the document itself,
/// whatever the options say.
bool ResolvePass::needs_base(const Link& link, const Rule& rule) const {
  if (link.reason == Reason::local_copy) return levels_.back().decider.leads_by_base();
  if (!detail::needs_base(link.reason, options_.fragments)) return false;
  if (link.reason == Reason::fragment) return rule.fragment_alone != FragmentAlone::stays;
  const bool may_be_absolute = link.reason == Reason::unparsable || link.reason == Reason::answer;
  return !may_be_absolute || !is_absolute(options_.resolver, link.reference, Controls::kept);
}

void ResolvePass::push(Node& node, const Link& link, Origin origin, bool was_absolute) {
  Document& document = builder_.documents()[node.document];
  ++document.links;
  if (!was_absolute && is_link(link.reason)) ++document.relative;
  builder_.links().push_back(link);
  origins_.push_back(origin);
}

/// The link for a reference: its place and its text.
Link ResolvePass::link_of(const Node& node, const ReferenceInValue& found) {
  const std::size_t begin = found.in_node(found.offset());
  const std::size_t end = found.in_node(found.offset() + found.reference.size());
  Link link{};
  link.offset = in_bytes(tree_, node.index, begin);
  link.length = in_bytes(tree_, node.index, end) - link.offset;
  const bool lasts = !found.outer.codec() && (found.inner == nullptr || !found.inner->codec());
  link.reference = lasts ? found.reference : builder_.keep(found.reference);
  link.element = element_of(node, found.value);
  link.attribute = attribute_of(node, found.value);
  link.document = node.document;
  link.embedded = facts_of(found.value.format).is_language;
  return link;
}

}  // namespace

bool resolve(PlanBuilder& builder, Tree& tree, Origins& origins) {
  if (builder.documents().empty()) builder.documents().reserve(tree.nodes.size());
  std::size_t values = 0;
  for (Node& node : tree.nodes) {
    node.entered = node.gave_up = false;  // also those not entered in this round
    values += node.values.size();
  }
  if (builder.links().empty()) builder.links().reserve(values);
  origins.reserve(values);
  ResolvePass pass(builder, tree, origins);
  walk(tree, pass);
  return pass.finish();
}

}  // namespace absolve::inline detail
