// The first pass. The list of nodes is its work-list: each node that is read appends the documents nested in it.
//
//     nodes:  0 message   1 page in base64   2 style sheet   3 srcdoc of 1   ...
//             read        read: appends 3    next
//
// So there is no recursion, however deeply hostile input nests, and parents have lower numbers than their children,
// which all later passes rely on. For each node, first the text is opened, then it is read, then its scopes are made;
// its children come last, since each is in one of these scopes. Nothing is decided here, and no round repeats this
// pass.
//
// Linear. What could make it more than linear is limited: levels (64), entities (10,000), decoded copies in one another
// (8), and the bytes of bases, since each of many nested bases may be longer than the one around it.

#include "find.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <map>
#include <utility>

#include "../codec/charset/url_text.h"
#include "../find/formats.h"
#include "../html/marks.h"
#include "../mime/parts.h"
#include "../text/counted.h"
#include "../text/limits.h"
#include "../text/lines.h"
#include "../text/percent.h"
#include "../text/types.h"
#include "../url/browsers.h"
#include "../url/resolver.h"
#include "../url/scopes.h"
#include "../url/suitable.h"
#include "finders.h"
#include "left_documents.h"
#include "list_answers.h"
#include "no_markup.h"
#include "notes.h"
#include "open.h"
#include "values.h"

namespace absolve::inline detail {
namespace {

using codec::Encoding;
using Severity = Note::Severity;

constexpr std::string_view not_the_first = "only the first base element with an href counts";

/// A problem in a node that is left unchanged anyway is not an error.
Severity severity_in(const Node& node, Severity severity) noexcept {
  return node.stays == Stays::no ? severity : Severity::detail;
}

/// Leaves values unchanged that go over the end of a range (codec/ranges.cc): what is between two ranges belongs to
/// them, too.
void keep_split_values(const codec::Codec& ranges, Finding& finding) {
  for (Value& one : finding.values) {
    const bool is_split = one.stays == Stays::no && ranges.is_split(one.begin, one.end);
    if (!is_split) continue;
    one.stays = Stays::syntax;
    if (!facts_of(one.format).is_document) continue;  // its references are listed
    finding.leaves_references = true;
    finding.notes.push_back({NoteCode::malformed,
                             Severity::failure,
                             {"a page in an attribute goes over the end of a line in Markdown"},
                             one.begin});
  }
}

class FindPass {
 public:
  FindPass(PlanBuilder& builder, Tree& tree, const Retrieved& retrieved)
      : builder_(builder), tree_(tree), retrieved_(retrieved) {}

  void find_from_root(Format format) {
    Node& root = tree_.nodes.emplace_back();
    root.format = format;
    root.in_markdown = format == Format::markdown;
    root.media_type = media_type_of(format);
    root.end = tree_.piece.size();
    root.offset = root.begin = tree_.begin;
    root.scope_around = retrieved_.scope;
    tree_.copies = retrieved_.copies;
    for (std::uint32_t i = 0; i < tree_.nodes.size(); ++i) {
      step(builder_.options());
      if (!tree_.nodes[i].readable || !open_text(builder_, tree_, i)) continue;
      if (is_left_whole(builder_, tree_, i)) continue;
      read(i);
      add_scopes(i);
      add_children(i);
    }
  }

 private:
  void read(std::uint32_t index);
  void add_notes(std::uint32_t index, Finding& finding);
  void add_scopes(std::uint32_t index);
  [[nodiscard]] std::optional<std::size_t> in_source(const Node& node, std::size_t at) const;
  void add_retrieved(Node& node);
  [[nodiscard]] Candidate candidate_in(const Node& node, const Value& value, BaseFrom from,
                                       std::string_view disqualified);
  [[nodiscard]] Candidate candidate_of(const Node& node, const FoundScope& found);
  void count_base(Node& node, std::size_t size);
  static void drop_misread_slashes(const Node& node, const Base* outer, Candidate& candidate);
  std::uint32_t add_scope(Node& node, Candidate candidate, std::uint32_t around);
  void add_base_elements(Node& node);
  void add_found(Node& node);
  [[nodiscard]] std::uint32_t add_codebase(Node& node, const Value& value, std::uint32_t around);
  void note_unsuitable_found(const Node& node);
  [[nodiscard]] std::uint32_t respelled(std::uint32_t scope);
  void add_children(std::uint32_t index);
  void enclose(Node& child, const Node& parent, const Value& value);
  void note_unsuitable(const Node& node, std::uint32_t scope);

  PlanBuilder& builder_;
  Tree& tree_;
  const Retrieved& retrieved_;
  std::size_t entities_ = limits::entities;           // how many more may be met
  std::uint64_t bases_ = 0;                           // total bytes of the bases made so far
  std::map<std::uint32_t, std::uint32_t> respelled_;  // scopes with the base spelled in ASCII, by the original ones
};

void FindPass::read(std::uint32_t index) {
  Node& node = tree_.nodes[index];
  if (node.encoding == Encoding::refused) return;
  const bool root = node.parent == Node::none;
  Finding finding = find_in_place_of(builder_, tree_, node, node.text, entities_);
  if (!root && tree_.nodes[node.parent].values[node.value].coding == codec::Coding::ranges) {
    keep_split_values(*codecs_of(tree_, node).back(), finding);
  }
  if (is_record(tree_) && root) builder_.set_record(*finding.entity->record);
  if (finding.entity) entities_ -= std::min(entities_, finding.entity->parts.size());
  tree_.leaves_references = tree_.leaves_references || finding.leaves_references;
  if (!finding.media_type.empty() && context_of(tree_, node) == nullptr) node.media_type = finding.media_type;
  add_notes(index, finding);
  node.values = std::move(finding.values);
  if (!finding.is_empty()) node.besides = std::make_unique<FoundBesides>(FoundBesides{std::move(finding)});
  assert(holds_entities(node) == (node.found().entity != nullptr) && "later passes rely on it");
  if (root && node.format == Format::html) note_no_markup(builder_, tree_, node);
  if (is_header(node.format) && node.values.empty()) node.readable = false;
}

/// Turns the notes of a finder into notes of the tree.
void FindPass::add_notes(std::uint32_t index, Finding& finding) {
  Node& node = tree_.nodes[index];
  for (FoundNote& found : finding.notes) {
    const bool in_text = found.offset.has_value();
    const auto at = in_text ? node.in_source(in_bytes(tree_, index, *found.offset)) : node.note_at;
    const NotePosition position = found.at_end ? NotePosition::last
                                  : in_text    ? NotePosition::in_order
                                               : NotePosition::first;
    Note note = worded(found.code, severity_in(node, found.severity), found.words, at,
                       in_text ? std::move(found.part) : std::string(node.part), tree_.message);
    note.count = found.count;
    note.selector = found.selector;
    note.text += so_are_further_lines(note.count);
    tree_.found_notes.push_back({index, position, found.order, std::move(note)});
  }
  if (finding.failure.empty()) return;
  node.unread = true;
  tree_.leaves_references = true;
  Note note = worded(NoteCode::too_costly, severity_in(node, Severity::failure), {std::string(finding.failure)},
                     node.note_at, std::string(node.part), tree_.message);
  tree_.found_notes.push_back({index, NotePosition::first, 0, std::move(note)});
}

void FindPass::add_scopes(std::uint32_t index) {
  Node& node = tree_.nodes[index];
  add_retrieved(node);
  const Base* const around = builder_.scopes().base(node.scope_around);
  const bool crosses_charsets = !holds_entities(node) && !node.in_text;
  if (crosses_charsets && around != nullptr && !is_ascii(around->url()) && !holds_utf8(tree_, node)) {
    node.scope_around = respelled(node.scope_around);
  }
  node.scope = node.scope_around;
  if (!node.found().base_elements.empty()) add_base_elements(node);
  if (!node.found().scopes.empty()) add_found(node);
}

/// Where a byte of a node's text is in the source; nullopt inside a transfer encoding.
std::optional<std::size_t> FindPass::in_source(const Node& node, std::size_t at) const {
  const auto& begin = tree_.nodes[node.holder].offset;
  return begin ? std::optional(*begin + in_bytes(tree_, node.index, at)) : std::nullopt;
}

/// Adds the scopes for what the text itself says about where it was retrieved from.
void FindPass::add_retrieved(Node& node) {
  std::vector<Candidate> found;
  if (node.found().entity) {
    found = std::move(node.besides->entity->retrieved_from);
  } else if (builder_.options().marks && is_root_page(tree_, node)) {
    html::Marks marks = html::find_marks(node.text);
    for (html::MarkNote& one : marks.notes) {
      const auto at = in_source(node, one.offset);
      Note note = worded(NoteCode::wrong_mark, Severity::notice, {std::move(one.words)}, at, std::string(node.part),
                         tree_.message);
      tree_.found_notes.push_back({node.index, NotePosition::first, 0, std::move(note)});
    }
    found = std::move(marks.urls);
    for (Candidate& one : found) {
      const Resolver resolver = builder_.options().resolver;
      if (misreads_backslash(resolver, one.value)) one.disqualified = describe(Unsuitable::backslash);
    }
    if (!found.empty() && !is_record(tree_)) tree_.copies = Copies::meant;
  }
  if (found.empty()) return;
  for (Candidate& one : found) one.offset = one.offset ? in_source(node, *one.offset) : std::nullopt;
  const std::uint32_t first = builder_.scopes().size();
  const auto end = first + static_cast<std::uint32_t>(found.size());
  node.scope_around = insert_retrieved(builder_.scopes(), node.scope_around, retrieved_, std::move(found));
  for (std::uint32_t at = end; at > first; --at) note_unsuitable(node, at - 1);
}

/// Character references stand for characters in any charset, and decoding them gives UTF-8. In a document of another
/// charset these bytes are percent-encoded, and those that it holds itself are not:
///
///     e9 & # x e 9 ;  ->  e9 c3 a9  ->  e9 % C 3 % A 9
std::string with_decoded_in_ascii(const OpenValue& open, std::string_view reference) {
  const std::size_t begin = offset_in(open.text(), reference);
  std::string result;
  for (std::size_t at = 0; at < reference.size(); ++at) {
    const bool is_decoded = !is_ascii(reference[at]) && is_ascii(open.raw()[open.codec()->outer_offset(begin + at)]);
    if (is_decoded) append_escape(result, '%', reference[at]);
    else result += reference[at];
  }
  return result;
}

/// The candidate for a base that a value holds.
Candidate FindPass::candidate_in(const Node& node, const Value& value, BaseFrom from, std::string_view disqualified) {
  const OpenValue open(node, value);
  const std::string_view reference = reference_in(open.text(), value);
  const QuotesOf quotes = open.quotes_of();
  if (quotes == QuotesOf::string) disqualified = describe(Unsuitable::backslash);
  else if (quotes == QuotesOf::quoted_printable) disqualified = "it is quoted-printable";
  else if (quotes == QuotesOf::doubled) disqualified = "its quotes are doubled";
  // An entry's link is made absolute as it is, but control characters that browsers skip in a base may be in it.
  const bool is_exact = from == BaseFrom::entry && std::ranges::any_of(reference, is_control);
  const Resolver resolver = builder_.options().resolver;
  const bool is_sent = reads_as_browsers(resolver) && codec::is_multi_byte(node.encoding);
  const std::string_view read = is_sent ? before_query(reference) : reference;
  std::string url =
      open.codec() == nullptr || holds_utf8(tree_, node) ? std::string(read) : with_decoded_in_ascii(open, read);
  if (!is_exact) url = as_base_value(resolver, url);
  if (is_sent) url += codec::sent_query(reference.substr(read.size()), node.encoding);
  return {from,
          std::move(url),
          in_source(node, value.begin),
          std::string(node.part),
          std::string(disqualified),
          value.stays == Stays::entity};
}

/// Counts the bytes of each base that is made, usable or not: nested bases may grow with each level.
void FindPass::count_base(Node& node, std::size_t size) {
  bases_ += size;
  if (!builder_.grow(size) || bases_ > limits::bases + std::uint64_t{limits::bases_a_byte} * builder_.source().size())
    node.passes_output_limit = true;
}

/// If a base in a document starts with slashes that browsers read in another way than the resolver, it is read as
/// browsers do. Lists are resolved as written.
void FindPass::drop_misread_slashes(const Node& node, const Base* outer, Candidate& candidate) {
  if (outer != nullptr && !is_list(node.format)) candidate.value.erase(0, misread_slashes(*outer, candidate.value));
}

/// Adds a scope.
std::uint32_t FindPass::add_scope(Node& node, Candidate candidate, std::uint32_t around) {
  const Base* const outer = builder_.scopes().base(around);
  drop_misread_slashes(node, outer, candidate);
  count_base(node, candidate.value.size() + (outer == nullptr ? 0 : outer->url().size()));
  return builder_.scopes().add(std::move(candidate), around);
}

/// Adds the scopes of base elements. The first element is the innermost scope, and the only one in effect.
void FindPass::add_base_elements(Node& node) {
  if (!builder_.may_grow()) {
    node.passes_output_limit = true;
    return;
  }
  std::vector<Candidate> candidates;
  bool met = false;
  for (const BaseElement& element : node.found().base_elements) {
    std::string_view why = element.disqualified;
    if (why.empty() && met) why = not_the_first;
    met = met || element.disqualified.empty();
    candidates.push_back(candidate_in(node, node.values[element.value], BaseFrom::base_element, why));
  }
  for (auto candidate = candidates.rbegin(); candidate != candidates.rend(); ++candidate) {
    node.scope = add_scope(node, std::move(*candidate), node.scope);
  }
  for (std::uint32_t scope = node.scope; scope != node.scope_around; scope = builder_.scopes()[scope].around) {
    note_unsuitable(node, scope);
  }
}

/// Adds the scopes that cover parts of a text: entities of a message, elements with xml:base, tags with a codebase.
void FindPass::add_found(Node& node) {
  std::size_t unsuitable_codebases = 0;
  std::size_t first_unsuitable = 0;
  node.first_scope = builder_.scopes().size();
  for (const FoundScope& found : node.found().scopes) {
    const std::uint32_t around = found.around == Value::none ? node.scope : node.besides->numbers[found.around];
    if (node.passes_output_limit) {
      node.besides->numbers.push_back(around);
    } else if (found.is_layer) {
      node.besides->numbers.push_back(add_scope(node, candidate_of(node, found), around));
    } else {
      const Value& codebase = node.values[found.value];
      node.besides->numbers.push_back(add_codebase(node, codebase, around));
      const bool unsuitable = node.besides->numbers.back() == around && builder_.scopes().base(around) != nullptr;
      if (unsuitable && unsuitable_codebases++ == 0) first_unsuitable = codebase.begin;
    }
  }
  node.end_scope = builder_.scopes().size();
  note_unsuitable_found(node);
  if (unsuitable_codebases == 0) return;
  const auto at = in_source(node, first_unsuitable);
  tree_.found_notes.push_back(
      {node.index, NotePosition::first, 2,
       worded(NoteCode::unsuitable_codebase, Severity::notice, {counted(unsuitable_codebases, "codebase", "codebases")},
              at ? at : node.note_at, std::string(node.part), tree_.message)});
}

Candidate FindPass::candidate_of(const Node& node, const FoundScope& found) {
  if (found.value != Value::none) {
    return candidate_in(node, node.values[found.value], found.candidate.from, found.candidate.disqualified);
  }
  Candidate candidate = found.candidate;
  candidate.offset = candidate.offset ? in_source(node, *candidate.offset) : std::nullopt;
  return candidate;
}

/// The scope of a codebase, which is not a layer; if the codebase can't be a base, the scope around it.
std::uint32_t FindPass::add_codebase(Node& node, const Value& value, std::uint32_t around) {
  const Base* const outer = builder_.scopes().base(around);
  if (outer == nullptr) return around;
  Candidate candidate = candidate_in(node, value, BaseFrom::none, {});
  drop_misread_slashes(node, outer, candidate);
  const std::size_t path = before_query(candidate.value).size();
  const bool is_of_applet = value.rule->element == "applet";  // Java reads the name of a folder, with a slash or not
  if (is_of_applet && path > 0 && candidate.value[path - 1] != '/') candidate.value.insert(path, 1, '/');
  auto base = Base::from(outer->absolute(candidate.value), builder_.options().resolver);
  count_base(node, outer->url().size() + candidate.value.size());
  if (!base) return around;
  return builder_.scopes().add(std::move(*base), around);
}

/// The scopes of one entity of a message are consecutive, the outermost first; their notes are made in reverse order.
void FindPass::note_unsuitable_found(const Node& node) {
  const auto part = [&](std::size_t i) { return std::string_view(node.found().scopes[i].candidate.part); };
  const std::vector<std::uint32_t>& numbers = node.besides->numbers;
  for (std::size_t begin = 0; begin < numbers.size();) {
    std::size_t end = begin + 1;
    while (node.found().entity && end < numbers.size() && part(end) == part(begin)) ++end;
    for (std::size_t i = end; i > begin; --i) {
      if (node.found().scopes[i - 1].is_layer) note_unsuitable(node, numbers[i - 1]);
    }
    begin = end;
  }
}

/// A scope with the same base spelled in ASCII, whose bytes mean the same in any charset.
std::uint32_t FindPass::respelled(std::uint32_t scope) {
  const auto [found, added] = respelled_.try_emplace(scope, Scope::none);
  if (added) {
    auto base = Base::from(percent_escaped(builder_.scopes().base(scope)->url()), builder_.options().resolver);
    found->second = base ? builder_.scopes().add(std::move(*base), scope) : scope;
  }
  return found->second;
}

void FindPass::add_children(std::uint32_t index) {
  const bool is_message = holds_entities(tree_.nodes[index]);
  const auto is_child = [&](const Value& value) {
    const bool is_shown = value.stays == Stays::no || value.stays == Stays::conditional;
    return is_shown && (is_message || facts_of(value.format).is_document);
  };
  auto number = static_cast<std::uint32_t>(tree_.nodes.size());
  // All at once: a feed has one for each entry, and needs no more memory than that.
  tree_.nodes.resize(number + static_cast<std::size_t>(std::ranges::count_if(tree_.nodes[index].values, is_child)));
  Node& parent = tree_.nodes[index];
  parent.first_child = number;
  for (std::uint32_t i = 0; i < parent.values.size(); ++i) {
    const Value& value = parent.values[i];
    if (!is_child(value)) continue;
    Node& child = tree_.nodes[number];
    child.index = number;
    child.parent = index;
    child.value = i;
    child.format = value.format;
    child.in_markdown = value.format == Format::markdown;
    child.begin = value.begin;
    child.end = value.end;
    child.holder = number;
    enclose(child, parent, value);
    if (child.in_text && child.level > limits::document_levels)
      give_up(tree_, number, NoteCode::nesting_limit, "64 levels");
    ++number;
  }
  parent.end_child = number;
}

/// Sets what follows for a document from the place that it is in.
void FindPass::enclose(Node& child, const Node& parent, const Value& value) {
  if (!parent.found().entity) {
    child.in_text = true;
    child.stays = value.stays != Stays::no ? value.stays : parent.stays;
    child.text_levels = static_cast<std::uint16_t>(parent.text_levels + 1);
    child.holder = parent.holder;
    child.is_encoded = parent.is_encoded || value.coding == codec::Coding::base64;
    child.media_type = media_type_of(child.format);
    child.in_markdown = child.in_markdown || parent.in_markdown;
    child.level = static_cast<std::uint16_t>(parent.level + 1);
    child.part = parent.part;
    const auto at = in_source(parent, value.begin);
    child.note_at = at ? at : parent.note_at;
    child.scope_around = scope_of(parent, value);
    return;
  }
  const PartContext& context = parent.found().entity->contexts[child.value];
  const bool identity = value.coding == codec::Coding::identity && context.codings.empty();
  child.media_type = builder_.keep(context.type);
  child.level = static_cast<std::uint16_t>(context.level + 1);
  child.part = builder_.keep(context.part);
  child.note_at = parent.in_source(context.header);
  if (identity && parent.offset) child.offset = *parent.offset + value.begin;
  child.stays_ascii = identity && parent.format == Format::mime;
  child.scope_around = scope_of(parent, value);
}

/// Notes a candidate that can't be a base, unless a rule disqualifies it.
void FindPass::note_unsuitable(const Node& node, std::uint32_t number) {
  const Scope& scope = builder_.scopes()[number];
  if (scope.base || !scope.candidate.disqualified.empty()) return;
  Note note = unsuitable(scope, tree_.message);
  note.severity = severity_in(node, note.severity);
  if (report_all(answers_of(node.format, builder_))) note.severity = Severity::detail;
  tree_.found_notes.push_back({node.index, NotePosition::first, 0, std::move(note)});
}

}  // namespace

void find_documents(PlanBuilder& builder, Tree& tree, Format format, const Retrieved& retrieved) {
  FindPass(builder, tree, retrieved).find_from_root(format);
}

Finding find_in_place_of(const PlanBuilder& builder, const Tree& tree, const Node& node, std::string_view text,
                         std::size_t entities) {
  const bool is_root = node.parent == Node::none;
  const PartContext* const context = context_of(tree, node);
  const Rule* const rule = is_root ? nullptr : tree.nodes[node.parent].values[node.value].rule;
  const bool is_in_record = !is_root && is_record(tree);
  const std::string& url = is_in_record ? tree.nodes.front().found().entity->record->target_uri : builder.input().url;
  return finder_of(node.format)
      .find(text, {.input = builder.input(),
                   .options = builder.options(),
                   .in_message = tree.nodes.front().format == Format::mime,
                   .in_archive = is_record(tree),
                   .url = url,
                   .media_type = node.media_type,
                   .field = rule != nullptr ? rule->attribute : std::string_view(),
                   .attributes = builder.attributes(),
                   .number = std::string(node.part),
                   .level = node.level,
                   .entities = entities,
                   .outermost = is_root,
                   .in_digest = context != nullptr && context->in_digest,
                   .length_is_kept = tree.length_is_kept && is_root});
}

}  // namespace absolve::inline detail
