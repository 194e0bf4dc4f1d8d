// From a source to a plan. plan() determines one thing after the other, as each needs those before it:
//
//     content coding -> type -> decompressed text -> bases from outside -> pieces -> finished plan
//
// Each piece is a tree of documents. In plan_tree() it goes through four passes:
//
//     find -> resolve -> decide -> write -> edits
//                ^ |     |          |
//                | a reference shows that copies are meant
//                | |     a base element stays, and hides local copies
//                | Content-Locations are kept
//                +------------------+ a decision was turned, from rewrite to keep
//
// Find runs once: its result is valid whatever is decided. Everything else that a round has made is taken back first.

#include "absolve/plan.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <tuple>
#include <utility>

#include "../codec/compression/compressed.h"
#include "../detect/content_coding.h"
#include "../detect/evidence.h"
#include "../detect/types.h"
#include "../find/formats.h"
#include "../find/parts.h"
#include "../json/members.h"
#include "../json/stream.h"
#include "../json/values.h"
#include "../mime/mailbox.h"
#include "../stream/frame.h"
#include "../text/ascii.h"
#include "../text/edits.h"
#include "../text/lines.h"
#include "../text/utf8.h"
#include "../url/scopes.h"
#include "builder.h"
#include "document_decisions.h"
#include "find.h"
#include "notes.h"
#include "on_link.h"
#include "reasons.h"
#include "resolve.h"
#include "retrieved.h"
#include "write.h"

namespace absolve {
namespace {

/// Adds the notes on a tree to the plan, in the order of its documents.
class NotesPass {
 public:
  NotesPass(PlanBuilder& builder, Tree& tree) : builder_(builder), notes_(std::move(tree.found_notes)) {
    std::ranges::move(tree.round_notes, std::back_inserter(notes_));
    const auto key = [](const TreeNote& one) { return std::tuple(one.node, one.position, one.order); };
    std::ranges::stable_sort(notes_, {}, key);
  }

  bool enter(const Node& node) {
    const auto first = std::ranges::lower_bound(notes_, node.index, {}, &TreeNote::node);
    next_.push_back(static_cast<std::size_t>(first - notes_.begin()));
    add_due(node, NotePosition::first, SIZE_MAX);
    return true;
  }
  void pass(const Node& node, const Node* child) {
    add_due(node, NotePosition::in_order, child == nullptr ? SIZE_MAX : child->begin);
  }
  void exit(const Node& node) {
    add_due(node, NotePosition::last, SIZE_MAX);
    next_.pop_back();
  }

 private:
  /// Adds the notes on a node up to some position, and up to some place in its text.
  void add_due(const Node& node, NotePosition position, std::size_t order) {
    for (std::size_t& i = next_.back(); i < notes_.size() && notes_[i].node == node.index; ++i) {
      const TreeNote& one = notes_[i];
      const bool due = one.position < position || (one.position == position && one.order <= order);
      if (!due) return;
      builder_.note(std::move(notes_[i].note));
    }
  }

  PlanBuilder& builder_;
  std::vector<TreeNote> notes_;    // in order, except for the nesting
  std::vector<std::size_t> next_;  // for each node from the root to the current one: its next note
};

/// One round of resolve, decide and write. nullopt if it has shown that something must be kept that was to be
/// rewritten, or the callback function has; now that this is known, the next round gives the edits.
std::optional<std::vector<Edit>> edits_of_a_round(PlanBuilder& builder, Tree& tree, std::size_t first_link,
                                                  bool& asks_function) {
  Origins origins;
  if (!resolve(builder, tree, origins)) return std::nullopt;
  const bool may_keep_locations = builder.options().headers && !tree.keeps_locations;
  if (may_keep_locations && leaves_references(tree, origins)) {
    tree.keeps_locations = true;
    return std::nullopt;
  }
  if (!decide_documents(builder, tree, origins, first_link)) return std::nullopt;
  note_references(builder, tree);
  auto edits = write(builder, tree, origins, first_link);
  if (!edits) return std::nullopt;
  const bool is_asked = std::exchange(asks_function, false);
  if (is_asked && ask_function(builder, tree, origins, first_link)) return std::nullopt;
  if (!tree.found_notes.empty() || !tree.round_notes.empty()) walk(tree, NotesPass(builder, tree));
  order_as_in_source(tree, std::span(builder.links()).subspan(first_link), first_link, &Link::offset);
  return edits;
}

/// Plans one piece: find, resolve, decide, write. Some problems only show in written bytes. They turn decisions from
/// rewrite to keep, and the passes after find run again. No decision is turned back, and each node has only four such
/// decisions, most of which are turned in the same round: usually there is one round, and two are rare.
std::vector<Edit> plan_tree(PlanBuilder& builder, Tree& tree, Format format, const Retrieved& retrieved) {
  find_documents(builder, tree, format, retrieved);
  const PlanBuilder::Mark mark = builder.mark();
  bool asks_function = static_cast<bool>(builder.options().on_link);
  for (;;) {
    if (auto edits = edits_of_a_round(builder, tree, mark.links, asks_function)) return *std::move(edits);
    builder.go_back(mark);
    tree.round_notes.clear();
  }
}

void plan_piece(PlanBuilder& builder, Format format, const Retrieved& retrieved, const Piece& piece,
                std::size_t message) {
  step(builder.options());
  Tree tree{.piece = builder.source().substr(piece.offset, piece.length), .codecs = builder.codecs()};
  tree.begin = piece.offset;
  tree.message = message;
  tree.given = retrieved.given;
  // In a mailbox the Content-Length belongs to the frame; a single message may have one in its frame, too.
  const bool is_alone = format == Format::mime && message == 0;
  const auto content_length = is_alone ? container::content_length(builder.source(), piece) : std::nullopt;
  tree.length_is_kept = is_alone ? content_length.has_value() : piece.length_field.has_value();
  std::vector<Edit> edits = plan_tree(builder, tree, format, retrieved);
  for (Edit& edit : edits) edit.offset += piece.offset;
  if (message > 0) container::drop_uid(builder.source(), piece, edits);
  for (const auto& field : {content_length, piece.length_field}) {
    if (field) container::update_length(*field, piece.end(), edits, builder.strings());
  }
  builder.add(std::move(edits));
}

/// Cuts the source into pieces, and plans each of them.
void plan_pieces(PlanBuilder& builder, const TypeRow& type, const Retrieved& retrieved) {
  if (type.container != Container::mailbox) {
    const std::size_t size = builder.source().size();
    Piece all{.offset = 0, .length = size, .next = size};
    if (type.format == Format::mime) {
      all.length_field = container::rnews_length(builder.source());
      if (const auto message = container::emlx_message(builder.source())) all = *message;
    }
    if (type.format == Format::http) all.length_field = container::response_length(builder.source());
    return plan_piece(builder, *type.format, retrieved, all, 0);
  }
  std::size_t number = 0;
  for (std::size_t at = 0; at < builder.source().size();) {
    const Piece piece = *next_piece(type.container, builder.source(), at, true);
    plan_piece(builder, *type.format, retrieved, piece, ++number);
    at = piece.next;
  }
}

/// The plan of an input that no finder reads.
void plan_unread(PlanBuilder& builder, std::uint32_t scope, Note note) {
  builder.note(std::move(note));
  Document document{};
  document.type = unknown_type;
  document.bytes = builder.source();
  document.offset = 0;
  document.scope = scope;
  builder.documents().push_back(std::move(document));
}

constexpr std::string_view reads_files = "it is read as a file, unless the whole of it is compressed";
constexpr UnreadKind collection = {"a web archive collection (WACZ)", reads_files};
constexpr UnreadKind book = {"a book (EPUB)", reads_files};

Note unreadable(ContentCoding coding, codec::Fault fault) {
  std::string what("its compressed data (");
  what.append(name_of(coding_of(coding))).append(") ").append(describe(fault));
  return worded(NoteCode::coding_unread, Note::Severity::failure, {std::move(what)}, {}, {}, 0);
}

/// Why the first of some lines of JSON is none that is answered, in words; "" if it may be one, or can't be read.
std::string why_no_stream(std::string_view source, const FieldNames& fields) {
  const json::StreamReader reader(fields);
  const json::StreamLine line = reader.read(source.substr(0, line_end(source, 0)));
  return line.kind == json::StreamLine::Kind::without ? reader.why(line) : std::string();
}

/// Whether members can be named in a text: it is a valid object or array, or several.
bool has_members(std::string_view text) {
  const auto values = json::values_in(json::without_guard(text.substr(after_mark(text))));
  return !values.empty() && (values.front().starts_with('{') || values.front().starts_with('['));
}

/// The note on an input that no finder reads. If nothing of it can be decompressed, its kind is unknown, whatever its
/// name is.
Note of_another_kind(const Detected& what, std::string_view source, const FieldNames& fields, bool is_inside) {
  const UnreadKind& kind = what.type == Type::wacz ? collection : what.type == Type::epub ? book : what.unread_kind;
  const ContentCoding coding = what.content_coding;
  if (coding != ContentCoding::identity && kind.may_hold_links) {
    const auto beginning = codec::decompress_beginning(coding_of(coding), source, 1);
    if (beginning.text.empty() && beginning.fault != codec::Fault::none) return unreadable(coding, beginning.fault);
  }
  std::string words(kind.name);
  if (coding != ContentCoding::identity) words.insert(0, std::string(name_of(coding_of(coding))) + " data containing ");
  words.append(", which is not read; left unchanged");
  std::string_view advice = kind.advice;
  if (advice.empty() && kind.name == json_text && !is_inside &&
      (coding != ContentCoding::identity || has_members(source)))
    advice = json::advice_on_members;
  if (!advice.empty()) words.append(" (").append(advice).append(")");
  if (kind.name == json_lines && kind.advice.empty() && coding == ContentCoding::identity && !is_inside) {
    const std::string why = why_no_stream(source, fields);
    words.append(why.empty() ? "" : ": line 1: ").append(why);
  }
  const auto severity = kind.may_hold_links ? Note::Severity::failure : Note::Severity::detail;
  return worded(NoteCode::unread_kind, severity, {std::move(words)}, {}, {}, 0);
}

/// A name such as `iframe srcdoc`.
std::string name_of_place(std::string_view element, std::string_view attribute) {
  return lower_case(element).append(attribute.empty() ? "" : " ").append(attribute);
}

/// Whether a link is one of these, or a copy of one. Among many links it is not searched for: asking about all of them
/// would take quadratic time.
[[maybe_unused]] bool is_of(const Link& link, std::span<const Link> links) noexcept {
  constexpr std::size_t many = 1000;
  const bool is_inside = std::less_equal<>()(links.data(), &link) && std::less<>()(&link, links.data() + links.size());
  return is_inside || links.size() > many || std::ranges::any_of(links, [&](const Link& one) {
           return one.document == link.document && one.offset == link.offset && one.scope == link.scope &&
                  one.head.data() == link.head.data() && one.reference.data() == link.reference.data();
         });
}

}  // namespace

std::string_view name_of(Action action) noexcept {
  constexpr std::array<std::string_view, 3> names = {"rewrite", "absolute", "keep"};
  return names[static_cast<std::size_t>(action)];
}

std::string_view name_of(Reason reason) noexcept { return row_of(reason).name; }

std::string_view describe(Reason reason) noexcept { return row_of(reason).words; }

Plan::Plan(std::unique_ptr<Data> data) noexcept : data_(std::move(data)) {}
Plan::Plan(Plan&& other) noexcept = default;
Plan& Plan::operator=(Plan&& other) noexcept = default;
Plan::~Plan() = default;

std::string_view Plan::source() const& noexcept { return data_->source; }
Type Plan::type() const noexcept { return data_->type; }
ContentCoding Plan::content_coding() const noexcept { return data_->content_coding; }
const RecordName* Plan::record() const& noexcept { return data_->record ? &*data_->record : nullptr; }
Resolver Plan::resolver() const noexcept { return data_->scopes.resolver(); }

std::span<const Edit> Plan::edits() const& noexcept { return data_->edits; }
std::span<const Link> Plan::links() const& noexcept { return data_->links; }
std::span<const Document> Plan::documents() const& noexcept { return data_->documents; }
std::span<const Note> Plan::notes() const& noexcept { return data_->notes; }

const Document& Plan::document(const Link& link) const& {
  assert(is_of(link, data_->links) && "a link of another plan");
  return data_->documents[link.document];
}

const Base* Plan::base(const Link& link) const& noexcept {
  assert(is_of(link, data_->links) && "a link of another plan");
  return data_->scopes.base(link.scope);
}

const Base* Plan::base(std::uint32_t scope) const& noexcept { return data_->scopes.base(scope); }

BaseFrom Plan::base_from(std::uint32_t scope) const noexcept { return data_->scopes.from(scope); }

std::vector<Layer> Plan::layers(std::uint32_t scope) const& { return data_->scopes.layers(scope); }

bool Plan::failed() const noexcept {
  return std::ranges::any_of(data_->notes, [](const Note& note) { return note.severity == Note::Severity::failure; });
}

bool Plan::base_missing() const noexcept {
  return std::ranges::any_of(data_->links, [](const Link& link) { return link.reason == Reason::no_base; });
}

void Plan::for_each_piece(const std::function<void(std::string_view piece)>& sink) const {
  std::size_t at = 0;
  for (const Edit& edit : edits()) {
    sink(source().substr(at, edit.offset - at));
    sink(edit.text);
    at = edit.offset + edit.length;
  }
  sink(source().substr(at));
}

std::string Plan::output() const { return edited(data_->source, data_->edits); }

void Plan::output(std::string& buffer) const { edit_into(buffer, data_->source, data_->edits); }

std::optional<std::size_t> Plan::source_offset(const Link& link) const {
  const auto& begin = document(link).offset;
  return begin ? std::optional(*begin + link.offset) : std::nullopt;
}

std::vector<std::string> Plan::within(const Document& document) const {
  std::vector<std::string> names;
  for (const Document* in = &document; in->around != Document::none; in = &data_->documents[in->around]) {
    const bool is_place = !in->element.empty() || !in->attribute.empty();  // false if it is only in base64
    if (is_place) names.push_back(name_of_place(in->element, in->attribute));
  }
  std::ranges::reverse(names);
  return names;
}

std::vector<std::string> Plan::within(const Link& link) const {
  std::vector<std::string> names = within(document(link));
  if (link.embedded) names.push_back(name_of_place(link.element, link.attribute));
  return names;
}

std::optional<std::string> Link::url() const {
  if (action == Action::keep) return std::nullopt;
  std::string url;
  url.reserve(head.size() + reference.size() - tail);
  url.append(head).append(reference, tail);
  return url;
}

std::string_view name_of(NoteCode code) noexcept { return note_rows[static_cast<std::size_t>(code)].name; }

namespace {

/// The plan of a builder that has its source.
Plan planned(PlanBuilder& builder) {
  const Input& input = builder.input();
  const Options& options = builder.options();
  const std::string_view source = builder.source();
  const Detected what = detect(source, input, options.fields);
  const ContentCoding coding = what.content_coding;
  Type type = what.type;
  codec::Fault fault{};  // why the compressed source can't be read
  if (coding != ContentCoding::identity && row_of(type).format) {
    std::unique_ptr<const codec::Codec> codec = codec::open_compressed(coding_of(coding), source, fault);
    if (codec) builder.read_compressed(coding, std::move(codec));
    else type = Type::unknown;
  }
  builder.set_type(row_of(type).format ? type : Type::unknown);
  const Retrieved retrieved = add_retrieved(builder);
  const TypeRow& row = row_of(type);
  if (row.format) plan_pieces(builder, row, retrieved);
  else if (fault != codec::Fault::none) plan_unread(builder, retrieved.scope, unreadable(coding, fault));
  else if (!input.continues)
    plan_unread(builder, retrieved.scope, of_another_kind(what, source, builder.options().fields, input.is_inside));
  return builder.finish();
}

}  // namespace

Plan plan(std::string_view source, const Input& input, const Options& options) {
  PlanBuilder builder(source, input, options);
  return planned(builder);
}

const Scopes& detail::scopes_of(const Plan& plan) noexcept { return PlanBuilder::data_of(plan).scopes; }

std::span<const Part> detail::parts_of(const Plan& plan) noexcept { return PlanBuilder::data_of(plan).parts; }

Plan detail::plan_of(std::string&& source, const Input& input, const Options& options) {
  PlanBuilder builder(std::move(source), input, options);
  return planned(builder);
}

}  // namespace absolve
