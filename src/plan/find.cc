#include "find.h"

#include <algorithm>
#include <map>
#include <utility>

#include "../codec/compressed.h"
#include "../find/formats.h"
#include "../html/marks.h"
#include "../mime/entities.h"
#include "../text/counted.h"
#include "../text/lines.h"
#include "../url/percent.h"
#include "answers.h"
#include "notes.h"
#include "values.h"

namespace absolve::inline detail {
namespace {

using codec::Encoding;
using Severity = Note::Severity;

/// Documents and entities within one another.
constexpr std::size_t max_levels = mime::max_levels;

/// Documents within one another that each hold a decoded copy.
constexpr std::size_t max_decoded_levels = 8;

constexpr std::string_view misleading = "a byte of a character in it reads as a slash or a bracket";

constexpr std::string_view not_the_first = "only the first base element with an href counts";

class FindPass {
 public:
  FindPass(PlanBuilder& builder, Tree& tree, const Retrieved& retrieved)
      : builder_(builder), tree_(tree), retrieved_(retrieved) {}

  void all(Format format) {
    Node& root = tree_.nodes.emplace_back();
    root.format = format;
    root.media_type = media_type_of(format);
    root.end = tree_.piece.size();
    root.offset = root.begin = tree_.begin;
    root.scope_around = retrieved_.scope;
    tree_.may_have_copies = retrieved_.may_have_copies;
    for (std::uint32_t i = 0; i < tree_.nodes.size(); ++i) {
      if (!tree_.nodes[i].readable || !open(i)) continue;
      read(i);
      add_scopes(i);
      add_children(i);
    }
  }

 private:
  [[nodiscard]] bool open(std::uint32_t index);
  [[nodiscard]] bool decode(std::uint32_t index);
  [[nodiscard]] bool unpack(Node& node, const std::vector<codec::Coding>& codings);
  void settle_charset(std::uint32_t index);
  void read(std::uint32_t index);
  void note_no_markup(const Node& node);
  void tell(std::uint32_t index);
  void add_scopes(std::uint32_t index);
  [[nodiscard]] std::optional<std::size_t> in_source(const Node& node, std::size_t at) const;
  void add_retrieved(Node& node);
  [[nodiscard]] Candidate candidate_in(const Node& node, const Value& value, BaseFrom from,
                                       std::string_view disqualified);
  [[nodiscard]] Candidate candidate_of(const Node& node, const FoundScope& found);
  void count_base(Node& node, std::size_t size);
  std::uint32_t add_scope(Node& node, Candidate candidate, std::uint32_t around);
  void add_base_elements(Node& node);
  void add_found(Node& node);
  [[nodiscard]] std::uint32_t add_codebase(Node& node, const Value& value, std::uint32_t around);
  void note_unsuitable_found(const Node& node);
  [[nodiscard]] std::uint32_t respelled(std::uint32_t scope);
  void add_children(std::uint32_t index);
  void enclose(Node& child, const Node& parent, const Value& value);
  void note_unsuitable(const Node& node, std::uint32_t scope);

  void give_up(std::uint32_t index, NoteCode code, std::string why) {
    Node& node = tree_.nodes[index];
    node.readable = false;
    node.unread = true;
    tree_.leaves_references = true;
    const Note note =
        worded(code, Severity::failure, {std::move(why)}, node.note_at, std::string(node.part), tree_.message);
    tree_.found_notes.push_back({index, NotePosition::first, 0, note});
  }

  PlanBuilder& builder_;
  Tree& tree_;
  const Retrieved& retrieved_;
  std::size_t entities_ = mime::max_entities;         // that may still be met
  std::size_t bases_ = 0;                             // bytes of those made so far
  std::map<std::uint32_t, std::uint32_t> respelled_;  // scopes in ASCII, by those that they spell
};

/// Makes out the text of a node. False: nothing of it can be read, or shown.
bool FindPass::open(std::uint32_t index) {
  Node& node = tree_.nodes[index];
  if (!decode(index)) return false;
  node.text = node.bytes;
  if (!node.in_text) {
    settle_charset(index);
  } else {
    const Node& parent = tree_.nodes[node.parent];
    node.encoding = parent.encoding;
    node.may_refuse = parent.may_refuse || codec::may_refuse(parent.finding.values[node.value].coding);
  }
  node.may_refuse = node.may_refuse || !codec::keeps_ascii(node.encoding);
  return true;
}

/// Opens the codec that a value stands behind.
bool FindPass::decode(std::uint32_t index) {
  Node& node = tree_.nodes[index];
  if (node.parent == Node::none) {
    node.bytes = tree_.piece;
    return true;
  }
  const Node& parent = tree_.nodes[node.parent];
  const std::string_view outer = parent.text.substr(node.begin, node.end - node.begin);
  const codec::Coding coding = parent.finding.values[node.value].coding;
  node.bytes = outer;
  node.decoded_levels = parent.decoded_levels;
  if (const PartContext* const context = context_of(tree_, node); context != nullptr && !context->codings.empty()) {
    return unpack(node, context->codings);
  }
  if (codec::is_plain(coding, outer)) return true;
  const bool nests = row_of(node.format).is_document && !is_header(node.format);
  const bool is_copy = !codec::is_delimited(coding);
  if (is_copy && parent.decoded_levels >= max_decoded_levels && nests &&
      (node.in_text || node.format == Format::mime)) {
    const bool message = node.format == Format::mime;
    give_up(index, message ? NoteCode::part_unread : NoteCode::nesting_limit,
            message ? "messages behind transfer encodings pass the limit of 8 levels" : "8 decoded copies");
    return false;
  }
  // Attributes get no new lines; to look for one from each of many would be quadratic.
  const std::string_view ending = node.in_text ? "\n" : line_ending(outer, line_ending(parent.text, "\n"));
  std::shared_ptr<const codec::Codec> codec = codec::open(coding, outer, {.line_ending = ending});
  if (!codec) {
    give_up(index, NoteCode::part_unread, "its transfer encoding is broken");
    return false;
  }
  node.bytes = codec->text();
  node.codecs.push_back(codec);
  if (!node.in_text) ++node.codecs_of_bytes;
  if (is_copy) ++node.decoded_levels;
  if (!codec->unread().empty()) {
    tree_.leaves_references = true;
    const NoteCode code = NoteCode::data_after_padding;
    const Note note = worded(code, Severity::notice, {std::string(codec->unread())}, node.note_at,
                             std::string(node.part), tree_.message);
    tree_.found_notes.push_back({index, NotePosition::after, 0, note});
  }
  builder_.keep(std::move(codec));
  return true;
}

/// Opens the codings that a body of HTTP stands behind, the outermost first.
bool FindPass::unpack(Node& node, const std::vector<codec::Coding>& codings) {
  const codec::Surroundings around{.stores_unpacked = is_record(tree_), .packed_size = node.bytes.size()};
  for (const codec::Coding coding : codings) {
    std::string_view trouble;
    std::shared_ptr<const codec::Codec> codec = codec::open_packed(coding, node.bytes, trouble, around);
    if (!codec) {
      give_up(node.index, NoteCode::coding_unread,
              "what its body is packed in (" + std::string(codec::name_of(coding)) + ") " + std::string(trouble));
      return false;
    }
    node.bytes = codec->text();
    node.codecs.push_back(codec);
    ++node.codecs_of_bytes;
    builder_.keep(std::move(codec));
  }
  ++node.decoded_levels;
  return true;
}

/// The charset of a document that is bytes: what stands before it says, or else its first bytes.
void FindPass::settle_charset(std::uint32_t index) {
  Node& node = tree_.nodes[index];
  const FormatRow& row = row_of(node.format);
  const bool is_ascii = is_message(node) || is_header(node.format);
  const bool goes_on = is_list(node.format) && builder_.options().continues;
  if (is_ascii || goes_on) return;
  const PartContext* const context = context_of(tree_, node);
  auto detected = codec::detect(node.bytes, context == nullptr ? builder_.options().charset : context->charset);
  if (!detected && row.declared_charset != nullptr) {
    std::string label = row.declared_charset(node.bytes, {});
    Encoding encoding = codec::encoding_of(label);
    // A page whose bytes could be read this far is in no UTF-16, whatever it says (HTML standard, 13.2.3.2).
    if (encoding == Encoding::utf16le || encoding == Encoding::utf16be) encoding = Encoding::utf8;
    node.declared_charset = std::make_unique<const std::string>(label);
    detected = {encoding, 0, std::move(label)};
  }
  if (!detected) return;
  node.encoding = detected->encoding;
  // The states at both ends of what an answer takes the place of may differ.
  const bool is_answered = answers_of(node.format, builder_.options()) != Answers::in_place;
  if (is_answered && node.encoding == Encoding::iso2022jp) node.encoding = Encoding::refused;
  if (node.encoding == Encoding::refused) {
    tree_.leaves_references = true;
    node.text = {};
    const Note note = worded(NoteCode::charset_refused, Severity::failure, {detected->name}, node.note_at,
                             std::string(node.part), tree_.message);
    tree_.found_notes.push_back({index, NotePosition::first, 0, note});
    return;
  }
  if (codec::keeps_ascii(node.encoding)) return;
  std::shared_ptr<const codec::Codec> codec =
      codec::open(codec::coding_of(node.encoding), node.bytes, {.mark = detected->mark});
  node.text = codec->text();
  node.codecs.push_back(codec);
  builder_.keep(std::move(codec));
}

void FindPass::read(std::uint32_t index) {
  Node& node = tree_.nodes[index];
  if (node.encoding == Encoding::refused) return;
  const bool root = node.parent == Node::none;
  node.finding = find_in(node.text, node.format, node.encoding,
                         {.options = builder_.options(),
                          .in_message = tree_.nodes.front().format == Format::mime,
                          .in_archive = is_record(tree_),
                          .media_type = node.media_type,
                          .attributes = builder_.attributes(),
                          .number = std::string(node.part),
                          .level = node.level,
                          .entities = entities_,
                          .outermost = root,
                          .length_is_kept = tree_.length_is_kept && root});
  Finding& finding = node.finding;
  if (is_record(tree_) && root) {
    const bool has_url = !finding.scopes.empty();
    builder_.set_record(
        {finding.message->record_id, has_url ? finding.scopes.front().candidate.value : "", finding.message->is_arc});
  }
  if (finding.message) entities_ -= std::min(entities_, finding.message->parts.size());
  tree_.leaves_references = tree_.leaves_references || finding.leaves_references;
  if (!finding.handed_over.empty()) builder_.set_handed_over(finding.handed_over);
  if (!finding.media_type.empty() && context_of(tree_, node) == nullptr) node.media_type = finding.media_type;
  tell(index);
  if (root && node.format == Format::html) note_no_markup(node);
  if (is_header(node.format) && finding.values.empty()) node.readable = false;
}

/// A style sheet without a name is taken for a page, and would come out as it went in without a word.
void FindPass::note_no_markup(const Node& node) {
  if (!node.finding.values.empty() || node.text.find('<') != std::string_view::npos) return;
  if (find_in(node.text, Format::css, node.encoding, {.options = builder_.options()}).values.empty()) return;
  tree_.found_notes.push_back(
      {node.index, NotePosition::first, 0, worded(NoteCode::no_markup, Severity::notice, {}, {}, {}, tree_.message)});
}

/// Turns what a finder remarked into notes.
void FindPass::tell(std::uint32_t index) {
  Node& node = tree_.nodes[index];
  for (Remark& remark : node.finding.remarks) {
    const bool in_text = remark.offset.has_value();
    const auto at = in_text ? node.in_source(*remark.offset) : node.note_at;
    const NotePosition position = remark.at_end ? NotePosition::last
                                  : in_text     ? NotePosition::in_order
                                                : NotePosition::first;
    Note note = worded(remark.code, remark.severity, remark.words, at,
                       in_text ? std::move(remark.part) : std::string(node.part), tree_.message);
    tree_.found_notes.push_back({index, position, remark.order, std::move(note)});
  }
  node.finding.remarks = {};
  if (node.finding.failure.empty()) return;
  node.unread = true;
  tree_.leaves_references = true;
  const std::string limit(node.finding.failure);
  node.finding = {};
  Note note =
      worded(NoteCode::too_costly, Severity::failure, {limit}, node.note_at, std::string(node.part), tree_.message);
  tree_.found_notes.push_back({index, NotePosition::first, 0, std::move(note)});
}

void FindPass::add_scopes(std::uint32_t index) {
  Node& node = tree_.nodes[index];
  add_retrieved(node);
  const Base* const around = builder_.scopes().base(node.scope_around);
  const bool crosses_charsets = !is_message(node) && !node.in_text;
  if (crosses_charsets && around != nullptr && !is_ascii(around->url()) && !holds_utf8(tree_, node)) {
    node.scope_around = respelled(node.scope_around);
  }
  node.scope = node.scope_around;
  if (!node.finding.base_elements.empty()) add_base_elements(node);
  if (!node.finding.scopes.empty()) add_found(node);
}

/// Where a byte of a node's text stands in the source; nullopt: behind a transfer encoding.
std::optional<std::size_t> FindPass::in_source(const Node& node, std::size_t at) const {
  const auto& begin = tree_.nodes[node.holder].offset;
  return begin ? std::optional(*begin + in_bytes(tree_, node.index, at)) : std::nullopt;
}

/// What the text itself says of where it was retrieved from.
void FindPass::add_retrieved(Node& node) {
  std::vector<Candidate> found;
  if (node.finding.message) {
    found = std::move(node.finding.message->retrieved_from);
  } else if (builder_.options().marks && is_root_page(tree_, node)) {
    html::Marks marks = html::find_marks(node.text);
    for (html::MarkRemark& remark : marks.remarks) {
      const auto at = in_source(node, remark.offset);
      Note note = worded(NoteCode::wrong_mark, Severity::notice, {std::move(remark.words)}, at, std::string(node.part),
                         tree_.message);
      tree_.found_notes.push_back({node.index, NotePosition::first, 0, std::move(note)});
    }
    found = std::move(marks.urls);
    for (Candidate& one : found) {
      if (misleads_as_base(builder_.options().generation, one.value, node.encoding)) one.disqualified = misleading;
    }
    tree_.may_have_copies = tree_.may_have_copies || !found.empty();
  }
  if (found.empty()) return;
  for (Candidate& one : found) one.offset = one.offset ? in_source(node, *one.offset) : std::nullopt;
  const std::uint32_t first = builder_.scopes().size();
  const auto end = first + static_cast<std::uint32_t>(found.size());
  node.scope_around = insert_retrieved(builder_.scopes(), node.scope_around, retrieved_, std::move(found));
  for (std::uint32_t at = end; at > first; --at) note_unsuitable(node, at - 1);
}

/// What a value offers as a base.
Candidate FindPass::candidate_in(const Node& node, const Value& value, BaseFrom from, std::string_view disqualified) {
  const OpenValue open(node.text, value);
  std::string url = base_value(builder_.options().generation, reference_in(open.text(), value), node.encoding);
  // Character references stand for characters in any charset, and what they decode to is UTF-8.
  const bool is_foreign = open.codec() != nullptr && is_ascii(open.raw()) && !is_ascii(url);
  if (is_foreign && !holds_utf8(tree_, node)) url = in_ascii(url);
  const bool is_final = disqualified.empty() && misleads_as_base(builder_.options().generation, url, node.encoding);
  return {from,
          std::move(url),
          in_source(node, value.begin),
          std::string(node.part),
          is_final ? misleading : disqualified,
          value.stays == Stays::entity,
          is_final};
}

/// Counts the bytes of a base that is made, be it usable or not: bases in one another may grow with each level.
void FindPass::count_base(Node& node, std::size_t size) {
  constexpr std::size_t max_small = std::size_t{32} << 20;
  bases_ += size;
  if (!builder_.grow(size) || bases_ > max_small + 10 * builder_.source().size()) node.passes_output_limit = true;
}

/// Adds a scope.
std::uint32_t FindPass::add_scope(Node& node, Candidate candidate, std::uint32_t around) {
  const Base* const outer = builder_.scopes().base(around);
  count_base(node, candidate.value.size() + (outer == nullptr ? 0 : outer->url().size()));
  return builder_.scopes().add(std::move(candidate), around);
}

/// The scopes of base elements. The first is the innermost, and the only one that is looked at.
void FindPass::add_base_elements(Node& node) {
  if (!builder_.may_grow()) {
    node.passes_output_limit = true;
    return;
  }
  std::vector<Candidate> candidates;
  bool met = false;
  for (const BaseElement& element : node.finding.base_elements) {
    std::string_view why = element.disqualified;
    if (why.empty() && met) why = not_the_first;
    met = met || element.disqualified.empty();
    candidates.push_back(candidate_in(node, node.finding.values[element.value], BaseFrom::base_element, why));
  }
  for (auto candidate = candidates.rbegin(); candidate != candidates.rend(); ++candidate) {
    node.scope = add_scope(node, std::move(*candidate), node.scope);
  }
  for (std::uint32_t scope = node.scope; scope != node.scope_around; scope = builder_.scopes()[scope].around) {
    note_unsuitable(node, scope);
  }
}

/// The scopes that cover parts of a text: entities of a message, elements with xml:base, tags with a codebase.
void FindPass::add_found(Node& node) {
  std::size_t unsuitable_codebases = 0;
  std::size_t first_unsuitable = 0;
  node.first_scope = builder_.scopes().size();
  for (const FoundScope& found : node.finding.scopes) {
    const std::uint32_t around = found.around == Value::none ? node.scope : node.scopes[found.around];
    if (node.passes_output_limit) {
      node.scopes.push_back(around);
    } else if (found.is_layer) {
      node.scopes.push_back(add_scope(node, candidate_of(node, found), around));
    } else {
      const Value& codebase = node.finding.values[found.value];
      node.scopes.push_back(add_codebase(node, codebase, around));
      const bool unsuitable = node.scopes.back() == around && builder_.scopes().base(around) != nullptr;
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
    return candidate_in(node, node.finding.values[found.value], found.candidate.from, found.candidate.disqualified);
  }
  Candidate candidate = found.candidate;
  candidate.offset = candidate.offset ? in_source(node, *candidate.offset) : std::nullopt;
  return candidate;
}

/// The scope of a codebase, which is no layer; where it can't be a base, that around it.
std::uint32_t FindPass::add_codebase(Node& node, const Value& value, std::uint32_t around) {
  const Base* const outer = builder_.scopes().base(around);
  if (outer == nullptr) return around;
  const Candidate candidate = candidate_in(node, value, BaseFrom::none, {});
  auto base = Base::from(outer->absolute(candidate.value), builder_.options().generation);
  count_base(node, outer->url().size() + candidate.value.size());
  if (!base) return around;
  return builder_.scopes().add(std::move(*base), around);
}

/// Those of one entity of a message stand together, the outermost first; they are told the other way round.
void FindPass::note_unsuitable_found(const Node& node) {
  const auto part = [&](std::size_t i) { return std::string_view(node.finding.scopes[i].candidate.part); };
  for (std::size_t begin = 0; begin < node.scopes.size();) {
    std::size_t end = begin + 1;
    while (node.finding.message && end < node.scopes.size() && part(end) == part(begin)) ++end;
    for (std::size_t i = end; i > begin; --i) {
      if (node.finding.scopes[i - 1].is_layer) note_unsuitable(node, node.scopes[i - 1]);
    }
    begin = end;
  }
}

/// The same base in ASCII, whose bytes mean the same in any charset.
std::uint32_t FindPass::respelled(std::uint32_t scope) {
  const auto [found, added] = respelled_.try_emplace(scope, Scope::none);
  if (added) {
    auto base = Base::from(in_ascii(builder_.scopes().base(scope)->url()), builder_.options().generation);
    found->second = base ? builder_.scopes().add(std::move(*base), scope) : scope;
  }
  return found->second;
}

void FindPass::add_children(std::uint32_t index) {
  const std::size_t count = tree_.nodes[index].finding.values.size();
  for (std::uint32_t i = 0; i < count; ++i) {
    Node& parent = tree_.nodes[index];
    const Value& value = parent.finding.values[i];
    const bool is_document = row_of(value.format).is_document || parent.finding.message;
    if (value.stays != Stays::no || !is_document) continue;
    const auto number = static_cast<std::uint32_t>(tree_.nodes.size());
    parent.children.push_back(number);
    Node& child = tree_.nodes.emplace_back();
    child.index = number;
    child.parent = index;
    child.value = i;
    child.format = value.format;
    child.begin = value.begin;
    child.end = value.end;
    child.holder = number;
    enclose(child, tree_.nodes[index], value);
    if (child.in_text && child.level > max_levels) give_up(number, NoteCode::nesting_limit, "64 levels");
  }
}

/// What the place of a document says of it.
void FindPass::enclose(Node& child, const Node& parent, const Value& value) {
  if (!parent.finding.message) {
    child.in_text = true;
    child.text_levels = static_cast<std::uint16_t>(parent.text_levels + 1);
    child.holder = parent.holder;
    child.is_encoded = parent.is_encoded || value.coding == codec::Coding::base64;
    child.media_type = media_type_of(child.format);
    child.level = static_cast<std::uint16_t>(parent.level + 1);
    child.part = parent.part;
    const auto at = in_source(parent, value.begin);
    child.note_at = at ? at : parent.note_at;
    child.scope_around = scope_of(parent, value);
    return;
  }
  const PartContext& context = parent.finding.message->contexts[child.value];
  const bool identity = value.coding == codec::Coding::identity && context.codings.empty();
  child.media_type = builder_.keep(context.type);
  child.level = static_cast<std::uint16_t>(context.level + 1);
  child.part = builder_.keep(context.part);
  child.note_at = parent.in_source(context.header);
  if (identity && parent.offset) child.offset = *parent.offset + value.begin;
  child.stays_ascii = identity && parent.format == Format::mime;
  child.scope_around = scope_of(parent, value);
}

/// Notes a candidate that can't be a base, but for those that a rule disqualifies.
void FindPass::note_unsuitable(const Node& node, std::uint32_t number) {
  const Scope& scope = builder_.scopes()[number];
  if (scope.base || !scope.candidate.disqualified.empty()) return;
  Note note = unsuitable(scope, tree_.message);
  if (tell_all(answers_of(node.format, builder_.options()))) note.severity = Severity::detail;
  tree_.found_notes.push_back({node.index, NotePosition::first, 0, std::move(note)});
}

}  // namespace

void find_documents(PlanBuilder& builder, Tree& tree, Format format, const Retrieved& retrieved) {
  FindPass(builder, tree, retrieved).all(format);
}

}  // namespace absolve::inline detail
