#include "resolve.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory_resource>
#include <optional>
#include <utility>

#include "../find/formats.h"
#include "../text/ascii.h"
#include "../text/counted.h"
#include "../url/generation.h"
#include "../url/percent.h"
#include "notes.h"
#include "reasons.h"
#include "related.h"
#include "values.h"

namespace absolve::inline detail {
namespace {

using Severity = Note::Severity;

/// A reference where it stands: in a value of a node, or in a value of the text of that.
///
///     text of the node:   style="background: url(x.png)"
///     outer:                     background: url(x.png)
///     inner:                                     x.png
struct Spotted {
  const OpenValue& outer;
  const OpenValue* inner;      // nullptr: it stands in the outer one
  std::string_view reference;  // in the text of the innermost of them
  const Rule& rule;
  const Value& value;  // the outer one

  [[nodiscard]] std::string_view text() const noexcept { return inner == nullptr ? outer.text() : inner->text(); }
  [[nodiscard]] std::size_t offset() const noexcept {
    return reference.empty() ? text().size() : static_cast<std::size_t>(reference.data() - text().data());
  }
  [[nodiscard]] bool is_coded() const noexcept { return outer.codec() || (inner != nullptr && inner->codec()); }
  /// Where byte `at` of the innermost text stands in that of the node.
  [[nodiscard]] std::size_t in_node(std::size_t at) const {
    return outer.outer_offset(inner == nullptr ? at : inner->outer_offset(at));
  }
};

/// Which reason stands for a codec that can't hold a text.
constexpr Reason reason_of(codec::Coding coding) noexcept {
  if (coding == codec::Coding::field) return Reason::header;
  return coding == codec::Coding::srcset_url ? Reason::value : Reason::charset;
}

std::string_view element_of(const Node& node, const Value& value) noexcept {
  return value.rule->element == "*" ? node.text.substr(value.element, value.element_length) : value.rule->element;
}

class ResolvePass {
 public:
  ResolvePass(PlanBuilder& builder, Tree& tree, std::vector<std::uint32_t>& values)
      : builder_(builder), options_(builder.options()), tree_(tree), values_(values), first_(builder.links().size()) {}

  bool enter(Node& node);
  void pass(Node& node, const Node* child);
  void leave(Node& node);

 private:
  /// What is known of a node that is gone over.
  struct Level {
    std::uint32_t next_value = 0;
    std::uint32_t codebase = Value::none;        // the last one met,
    std::uint32_t codebase_scope = Scope::none;  // and its scope
    std::size_t unsuitable_codebases = 0;
    std::size_t first_unsuitable_codebase = 0;
  };

  void note_unsafe(const Node& node);
  void show(Node& node);
  void note(const Node& node, NoteCode code, Severity severity, const std::vector<std::string>& words,
            std::optional<std::size_t> offset = std::nullopt, std::size_t order = 0);
  void gather_locations(const Node& node);
  [[nodiscard]] std::vector<const Related*> related_to(const Node& node) const;
  void resolve_value(Node& node, std::uint32_t index);
  void list_value(Node& node, const Value& value);
  void list_reference(Node& node, const Value& value, const OpenValue& outer, std::size_t begin, std::size_t end);
  void resolve_url(Node& node, const Spotted& spotted);
  void push(Node& node, const Link& link);
  [[nodiscard]] Link link_of(const Node& node, const Spotted& spotted);
  [[nodiscard]] std::uint32_t scope_for(const Node& node, const Spotted& spotted);
  [[nodiscard]] std::uint32_t codebase_scope(const Node& node, std::uint32_t codebase);
  [[nodiscard]] Reason judge(const Node& node, const Spotted& spotted, Link& link);
  [[nodiscard]] Reason lead_to(const Node& node, const Related::Part& part, Link& link);
  [[nodiscard]] bool keeps_declaration(const Node& node, const Spotted& spotted) const;
  [[nodiscard]] Reason refusal(const Node& node, const Spotted& spotted, const Link& link) const;
  void give_up_growing(Node& node);
  void take_back_nested(const Node& node);

  void grow(std::size_t bytes) { may_grow_ = builder_.grow(bytes) && may_grow_; }
  [[nodiscard]] Level& level() { return levels_.back(); }

  PlanBuilder& builder_;
  const Options& options_;
  Tree& tree_;
  std::vector<std::uint32_t>& values_;
  std::size_t first_;  // link of the tree
  std::vector<Level> levels_;
  std::map<std::uint32_t, std::vector<Related>> related_;  // the groups of a message, by its node
  std::uint32_t value_ = 0;                                // index of the one at hand
  bool may_grow_ = true;
  std::string head_;              // scratch
  bool head_is_scratch_ = false;  // the last head stands there
};

bool ResolvePass::enter(Node& node) {
  node.document = Document::none;
  node.cuts.clear();
  node.first_link = node.end_link = builder_.links().size();
  if (!node.unsafe.empty()) note_unsafe(node);
  const bool skipped = node.in_text && tree_.nodes[node.parent].gave_up;
  node.entered = node.readable && node.unsafe.empty() && !skipped;
  if (!node.entered) return false;
  if (node.format == Format::mime) {
    for (Part part : node.finding.parts) {
      part.message = tree_.message;
      for (Candidate& heading : part.headings) {
        heading.offset = node.offset && heading.offset ? std::optional(*node.offset + *heading.offset) : std::nullopt;
      }
      builder_.parts().push_back(std::move(part));
    }
    gather_locations(node);
  } else {
    show(node);
  }
  levels_.push_back({});
  const bool gives_up = node.passes_output_limit || !may_grow_;
  if (gives_up && node.format != Format::mime) give_up_growing(node);
  return true;
}

/// Only what stands in a message can be so.
void ResolvePass::note_unsafe(const Node& node) {
  const Finding& message = tree_.nodes[node.parent].finding;
  const std::string& number = message.contexts[message.values[node.value].linked].number;
  tree_.round_notes.push_back({node.index, Told::first, 0,
                               worded(NoteCode::part_unsafe, Severity::failure, {std::string(node.unsafe)},
                                      node.note_at, number, tree_.message)});
}

/// Adds the public document.
void ResolvePass::show(Node& node) {
  const Node& holder = tree_.nodes[node.holder];
  Document document{};
  document.part = node.part;
  document.message = tree_.message;
  document.type = node.media_type;
  document.bytes = holder.bytes;
  document.offset = holder.offset;
  document.scope = node.scope;
  document.wide = codec::is_utf16(holder.encoding);
  document.big_endian = holder.encoding == codec::Encoding::utf16be;
  if (node.in_text) {
    const Node& parent = tree_.nodes[node.parent];
    const Value& value = parent.finding.values[node.value];
    document.around = parent.document;
    document.element = element_of(parent, value);
    document.attribute = value.rule->attribute;
    document.counts = !node.finding.base_elements.empty();
  }
  if (document.counts && node.scope != Scope::none) grow(builder_.scopes()[node.scope].told_size);
  node.document = static_cast<std::uint32_t>(builder_.documents().size());
  builder_.documents().push_back(std::move(document));
}

/// The values up to a child, or up to the end.
void ResolvePass::pass(Node& node, const Node* child) {
  const auto end = child == nullptr ? static_cast<std::uint32_t>(node.finding.values.size()) : child->value;
  if (node.format != Format::mime) {
    if (builder_.links().empty()) builder_.links().reserve(node.finding.values.size());
    for (std::uint32_t i = level().next_value; i < end && !node.gave_up; ++i) {
      resolve_value(node, i);
      if (!may_grow_) give_up_growing(node);
    }
  }
  level().next_value = end + 1;
}

void ResolvePass::leave(Node& node) {
  node.end_link = builder_.links().size();
  if (node.document != Document::none) {
    const Document& document = builder_.documents()[node.document];
    if (!document.counts) {
      Document& around = builder_.documents()[document.around];
      around.links += document.links;
      around.relative += document.relative;
    }
  }
  if (level().unsuitable_codebases > 0) {
    note(node, NoteCode::unsuitable_codebase, Severity::notice,
         {counted(level().unsuitable_codebases, "codebase", "codebases")}, level().first_unsuitable_codebase, 2);
  }
  levels_.pop_back();
}

/// A long base comes before each of many references, and the output would no longer be linear in the input.
void ResolvePass::give_up_growing(Node& node) {
  Document& document = builder_.documents()[node.document];
  document.links = document.relative = 0;
  node.gave_up = true;
  take_back_nested(node);
  builder_.links().resize(node.first_link);
  values_.resize(node.first_link - first_);
  tree_.leaves_references = true;
  note(node, NoteCode::output_limit, Severity::failure, {});
}

/// What was shown already of the documents in the text of a node is left with it.
void ResolvePass::take_back_nested(const Node& node) {
  builder_.documents().erase(builder_.documents().begin() + node.document + 1, builder_.documents().end());
  std::vector<std::uint32_t> nested = node.children;
  while (!nested.empty()) {
    Node& one = tree_.nodes[nested.back()];
    nested.pop_back();
    one.entered = false;
    one.first_link = one.end_link = node.first_link;
    nested.insert(nested.end(), one.children.begin(), one.children.end());
  }
}

void ResolvePass::note(const Node& node, NoteCode code, Severity severity, const std::vector<std::string>& words,
                       std::optional<std::size_t> offset, std::size_t order) {
  const Node& holder = tree_.nodes[node.holder];
  const auto at = offset && holder.offset ? std::optional(*holder.offset + *offset) : node.note_at;
  tree_.round_notes.push_back(
      {node.index, Told::first, order, worded(code, severity, words, at, node.part, tree_.message)});
}

/// The parts that references may mean.
void ResolvePass::gather_locations(const Node& node) {
  std::vector<Related>& groups = related_[node.index];
  groups.resize(node.finding.related.size());
  for (const Location& location : node.finding.locations) {
    const bool made_absolute = options_.headers && !tree_.keeps_locations && !location.stays;
    const std::uint32_t scope = location.scope == Value::none ? node.scope_around : node.scopes[location.scope];
    groups[location.group].add(location.url, builder_.scopes().base(scope), made_absolute);
  }
}

/// The parts that references in a node may mean, the innermost multipart/related first.
std::vector<const Related*> ResolvePass::related_to(const Node& node) const {
  const Node& holder = tree_.nodes[node.holder];
  if (holder.parent == Node::none || holder.format == Format::fields) return {};
  const Finding& finding = tree_.nodes[holder.parent].finding;
  const std::vector<Related>& groups = related_.at(holder.parent);
  std::vector<const Related*> around;
  std::uint32_t group = finding.contexts[finding.values[holder.value].linked].related;
  for (; group != Value::none; group = finding.related[group].around) around.push_back(&groups[group]);
  return around;
}

void ResolvePass::resolve_value(Node& node, std::uint32_t index) {
  const Value& value = node.finding.values[index];
  value_ = index;
  if (value.extent != Extent::whole) return list_value(node, value);
  const OpenValue outer(node.text, value);
  if (value.format == Format::url) {
    return resolve_url(node, {outer, nullptr, reference_in(outer.text(), value), *value.rule, value});
  }
  const FormatRow& row = row_of(value.format);
  if (row.is_document) return;  // a limit was passed
  const bool legible = value.format != Format::css || !codec::hides_backslashes(outer.text(), node.encoding);
  if (!legible) return list_reference(node, value, outer, 0, outer.text().size());
  const Finding inside = row.find(outer.text(), {.options = options_});
  for (const Value& one : inside.values) {
    const OpenValue inner(outer.text(), one);
    const Rule& rule = one.rule == nullptr ? *value.rule : *one.rule;
    resolve_url(node, {outer, &inner, reference_in(inner.text(), one), rule, value});
  }
}

/// Lists a value that isn't read: the first relative reference in it stands for all.
void ResolvePass::list_value(Node& node, const Value& value) {
  const OpenValue outer(node.text, value);
  if (value.format == Format::url) return list_reference(node, value, outer, 0, outer.text().size());
  const Finding inside = row_of(value.format).find(outer.text(), {.options = options_});
  for (const Value& one : inside.values) {
    const OpenValue inner(outer.text(), one);
    const std::string_view reference = trimmed(inner.text());
    if (reference.empty() || reference.starts_with('#') || !scheme_of(reference).empty()) continue;
    std::size_t end = one.end;
    if (value.extent == Extent::listed_before_tag) end = std::min(end, outer.text().find('<', one.begin));
    return list_reference(node, value, outer, one.begin, end);
  }
}

/// Lists what stands in [begin, end) of a value, in a syntax that isn't read.
void ResolvePass::list_reference(Node& node, const Value& value, const OpenValue& outer, std::size_t begin,
                                 std::size_t end) {
  const std::string_view whole = outer.text().substr(begin, end - begin);
  const std::string_view reference = value.coding == codec::Coding::identity ? whole : trimmed(whole);
  const Spotted spotted{outer, nullptr, reference, *value.rule, value};
  Link link = link_of(node, spotted);
  link.scope = scope_for(node, spotted);
  link.action = Action::keep;
  link.reason = Reason::syntax;
  push(node, link);
}

void ResolvePass::resolve_url(Node& node, const Spotted& spotted) {
  Link link = link_of(node, spotted);
  link.scope = scope_for(node, spotted);
  link.reason = judge(node, spotted, link);
  if (link.reason == Reason::none && !link.head.empty()) link.reason = refusal(node, spotted, link);
  link.action = link.reason != Reason::none ? Action::keep : link.head.empty() ? Action::absolute : Action::rewrite;
  if (link.action == Action::rewrite && keeps_declaration(node, spotted)) {
    link.action = Action::keep;
    link.reason = Reason::charset_declaration;
  }
  if (link.action == Action::rewrite) {
    if (head_is_scratch_) link.head = builder_.keep(link.head);
    grow(link.head.size());
  } else {
    link.head = {};
    link.tail = 0;
  }
  push(node, link);
}

void ResolvePass::push(Node& node, const Link& link) {
  Document& document = builder_.documents()[node.document];
  ++document.links;
  if (link.action != Action::absolute) ++document.relative;
  builder_.links().push_back(link);
  values_.push_back(value_);
}

/// Where a reference stands and how it reads.
Link ResolvePass::link_of(const Node& node, const Spotted& spotted) {
  const std::size_t begin = spotted.in_node(spotted.offset());
  const std::size_t end = spotted.in_node(spotted.offset() + spotted.reference.size());
  Link link{};
  link.offset = in_bytes(tree_, node.index, begin);
  link.length = in_bytes(tree_, node.index, end) - link.offset;
  const bool lasts = !spotted.outer.codec() && (spotted.inner == nullptr || !spotted.inner->codec());
  link.reference = lasts ? spotted.reference : builder_.keep(spotted.reference);
  link.element = element_of(node, spotted.value);
  link.attribute = spotted.value.rule->attribute;
  link.document = node.document;
  link.in_style = spotted.value.format == Format::css && spotted.value.extent == Extent::whole;
  return link;
}

std::uint32_t ResolvePass::scope_for(const Node& node, const Spotted& spotted) {
  const Rule& rule = spotted.rule;
  if (rule.empty == Empty::document && spotted.reference.empty()) return node.scope_around;
  switch (rule.against) {
    case Against::document: break;
    case Against::retrieval: return node.scope_around;
    case Against::codebase:
      if (spotted.value.linked != Value::none) return codebase_scope(node, spotted.value.linked);
  }
  return node.scope;
}

/// The references of one tag stand together, so that the last codebase is the only one to remember.
std::uint32_t ResolvePass::codebase_scope(const Node& node, std::uint32_t codebase) {
  const Base* const around = builder_.scopes().base(node.scope);
  if (around == nullptr) return node.scope;
  if (level().codebase == codebase) return level().codebase_scope;
  const Value& value = node.finding.values[codebase];
  const OpenValue open(node.text, value);
  auto base =
      Base::from(around->absolute(base_value(options_.generation, reference_in(open.text(), value), node.encoding)),
                 options_.generation);
  if (!base && level().unsuitable_codebases++ == 0) {
    level().first_unsuitable_codebase = in_bytes(tree_, node.index, value.begin);
  }
  level().codebase = codebase;
  level().codebase_scope = node.scope;
  if (base) {
    grow(base->url().size());
    level().codebase_scope = builder_.scopes().add(std::move(*base), node.scope);
  }
  return level().codebase_scope;
}

/// Why a reference is kept, or none: then link.head and link.tail say its absolute form; no head: it is absolute.
Reason ResolvePass::judge(const Node& node, const Spotted& spotted, Link& link) {
  const Rule& rule = spotted.rule;
  const std::string_view text = spotted.reference;
  const Base* const base = builder_.scopes().base(link.scope);
  const Generation generation = options_.generation;
  head_is_scratch_ = false;
  if (is_absolute(generation, text, base, Controls::kept)) return Reason::none;
  if (text.empty() && rule.empty == Empty::no_fetch) return Reason::empty_no_fetch;
  if (text.empty() && rule.empty == Empty::document && (base == nullptr || node.in_text)) return Reason::empty_document;
  if (text.starts_with('#') && (options_.keep_fragments || rule.fragment_alone == FragmentAlone::stays)) {
    return Reason::fragment;
  }
  if (spotted.is_coded() && std::ranges::any_of(text, is_control)) {
    if (is_absolute(generation, text, base, Controls::dropped)) return Reason::none;
    if (base != nullptr && hides_meaning(*base, text)) return Reason::hidden_characters;
  }
  const std::size_t backslash = codec::find_backslash(text, node.encoding);
  if (misreads_backslash(generation, text, backslash)) return Reason::backslash;
  if (rule.names_part && tree_.keeps_locations) return Reason::location;
  if (const auto related = related_to(node); !related.empty()) {
    if (base != nullptr) grow(base->url().size());  // which is looked up in whole
    if (const auto* const part = find_part(related, text, base)) return lead_to(node, *part, link);
  }
  if (base == nullptr) return Reason::no_base;
  head_.clear();
  const Resolution resolution = base->resolve(text, head_);
  if (resolution.outcome == Resolution::Outcome::refused) return Reason::gains_net_loc;
  link.head = resolution.head;
  link.tail = resolution.offset;
  head_is_scratch_ = !head_.empty();
  return Reason::none;
}

/// A reference to a part reads as the part's Content-Location does, or it would match no longer (RFC 2557, 8.2).
Reason ResolvePass::lead_to(const Node& node, const Related::Part& part, Link& link) {
  if (part.relative) return Reason::related_part;
  if (!holds_utf8(tree_, node) && !is_ascii(part.location)) return Reason::charset;
  head_ = part.location;
  head_is_scratch_ = true;
  link.head = head_;
  link.tail = std::min(link.reference.find('#'), link.reference.size());
  return Reason::none;
}

/// Whether a change there could push the declaration of the charset out of the bytes where it is looked for.
bool ResolvePass::keeps_declaration(const Node& node, const Spotted& spotted) const {
  return tree_.nodes[node.holder].keeps_charset_declaration &&
         in_bytes(tree_, node.index, spotted.value.begin) < prescanned_bytes;
}

/// Asks what a reference stands behind, the innermost first, whether it can hold the absolute form.
Reason ResolvePass::refusal(const Node& node, const Spotted& spotted, const Link& link) const {
  const bool transcoded = !codec::keeps_ascii(node.encoding);
  if (!spotted.is_coded() && !transcoded) return Reason::none;  // nearly all of them
  std::array<std::byte, 4096> buffer;
  std::pmr::monotonic_buffer_resource memory(buffer.data(), buffer.size());
  Strings strings(memory);
  std::vector<Edit> edits = {{spotted.offset(), link.tail, link.head}};
  for (const OpenValue* value : {spotted.inner, &spotted.outer}) {
    if (value == nullptr) continue;
    if (const auto& codec = value->codec()) {
      const auto holds = [&](const Edit& edit) { return codec->can_hold(edit); };
      if (!std::ranges::all_of(edits, holds)) return reason_of(value->coding());
    }
    edits = value->to_ask_around(std::move(edits), strings);
  }
  const bool held = !transcoded || can_hold(tree_, node.index, std::move(edits), strings);
  return held ? Reason::none : Reason::charset;
}

}  // namespace

void resolve(PlanBuilder& builder, Tree& tree, std::vector<std::uint32_t>& values) {
  for (Node& node : tree.nodes) node.entered = node.gave_up = false;  // also below what is not entered in this round
  walk(tree, ResolvePass(builder, tree, values));
}

}  // namespace absolve::inline detail
