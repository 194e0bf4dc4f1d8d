// Messages. find_entities() (parts.cc) has cut them into entities, each after the one that encloses it; this finder
// goes over the list twice:
//
//     entities:   multipart/mixed   text/html   message/rfc822   the message in it
//     parent:     none              0           0                2
//
// enter() determines what an entity inherits from those around it: its number, its scope, the multipart that ends it,
// and whether it is signed or encrypted. read_entity() then reports what is read: headers, on request, and bodies. A
// message inside a transfer encoding is one value, and is read by a finder of its own, with what is left of the limits.
// Linear.

#include "finder.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "../find/file_names.h"
#include "../find/formats.h"
#include "../text/ascii.h"
#include "../text/counted.h"
#include "../text/placeholders.h"
#include "../url/split.h"
#include "absolve/url.h"
#include "bases_in_header.h"
#include "locations.h"
#include "parts.h"
#include "signature.h"
#include "unread_content.h"

namespace absolve::mime {
namespace {

using Severity = Note::Severity;

// RFC 5322, section 2.1.1: the recommended and the required maximum length of lines.
constexpr LineLimits body_lines{998, 998};
constexpr LineLimits header_lines{78, 998, true};

constexpr std::uint32_t none = Value::none;

std::string join(std::string_view number, std::size_t next) {
  std::string result(number);
  return result.append(number.empty() ? "" : ".").append(std::to_string(next));
}

/// Why the content of an entity is left unchanged.
enum class Opaque : std::uint8_t { no, encrypted, signed_multipart, signed_header };

constexpr std::string_view words_of(Opaque why) noexcept {
  switch (why) {
    case Opaque::no: break;
    case Opaque::encrypted: return "encrypted";
    case Opaque::signed_multipart: return "signed";
    case Opaque::signed_header: return "signed with DKIM or ARC";
  }
  return {};
}

/// An entity in the tree of entities of its message.
struct EntityNode {
  Entity entity;
  std::string number;   // for its header fields
  std::string content;  // the number of its body, if it is not a multipart
  std::uint32_t scope = none;
  std::size_t level = 0;
  std::size_t children = 0;
  bool is_archived = false;                // as PartContext says
  std::size_t opaque_root = Entity::none;  // index of the entity around it, or itself, whose content is left unchanged
  Opaque why_opaque = Opaque::no;          // the reason, if it is this one
  std::uint32_t multipart = none;          // index of the innermost multipart around it
  std::uint32_t related = none;            // index of the innermost multipart/related around it, in its message
  std::uint32_t own_multipart = none;
  std::uint32_t own_related = none;
  std::string_view type = {};          // the media type that its body is read as,
  std::optional<Format> read_as = {};  // and the format; nullopt if it isn't read
};

bool is_related(const EntityNode& node) noexcept { return node.entity.type.name == "multipart/related"; }

bool holds_links(const EntityNode& node) noexcept {
  return node.entity.kind == Entity::Kind::encoded_message || node.read_as;
}

class MessageFinder {
 public:
  MessageFinder(std::string_view message, const Request& request) : text_(message), request_(request) {}

  Finding find() {
    auto entities = find_entities(text_, limits::document_levels - request_.level, request_.entities);
    nodes_.reserve(entities.size());
    message_.parts.reserve(entities.size());
    for (Entity& entity : entities) enter(std::move(entity));
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      gather_location(i);
      read_entity(i);
      find_dependent_statements(i);
    }
    note_what_was_left();
    finding_.entity = std::make_unique<EntityFinding>(std::move(message_));
    return std::move(finding_);
  }

 private:
  void enter(Entity entity);
  [[nodiscard]] std::string number_of(const Entity& entity);
  [[nodiscard]] bool is_message(const Entity& entity) const;
  [[nodiscard]] bool is_of_digest(const Entity& entity) const;
  [[nodiscard]] bool is_part_of_digest(const Entity& entity) const;
  [[nodiscard]] std::uint32_t wrap(const EntityNode& node, std::vector<Candidate> own, std::uint32_t around);
  [[nodiscard]] std::string_view type_of(const Entity& entity) const;
  [[nodiscard]] Opaque why_opaque(const Entity& entity) const;
  [[nodiscard]] bool is_root_of_related(const Entity& entity) const;
  void gather_location(std::size_t index);
  void read_entity(std::size_t index);
  void note_unread_content(std::size_t index);
  void note_links_in_header(const EntityNode& node);
  void read_body(std::size_t index);
  [[nodiscard]] PartContext context_of(const EntityNode& node) const;
  void add(Value value, PartContext context);
  void give_up(std::size_t index, std::string_view why, bool may_hold_links = true);
  [[nodiscard]] bool may_hold_links(const Entity& entity) const;
  void find_dependent_statements(std::size_t index);
  void note(NoteCode code, Severity severity, std::vector<std::string> words, const EntityNode& node,
            bool at_end = false);
  void note_what_was_left();

  std::string_view text_;
  const Request& request_;
  std::vector<EntityNode> nodes_;
  Finding finding_;
  EntityFinding message_;
  std::map<std::size_t, std::size_t> left_;  // number of parts in an opaque entity that would have been read
};

/// Adds the next entity, which comes after those around it.
void MessageFinder::enter(Entity entity) {
  const std::size_t index = nodes_.size();
  const bool root = entity.parent == Entity::none;
  std::string number = number_of(entity);
  EntityNode& node = nodes_.emplace_back();
  node.number = std::move(number);
  node.entity = std::move(entity);
  const EntityNode* const above = root ? nullptr : &nodes_[node.entity.parent];
  const MediaType& type = node.entity.type;
  const bool message = is_message(node.entity);
  node.content = message && !type.is_multipart() ? join(node.number, 1) : node.number;
  node.level = root ? request_.level : above->level + 1;
  if (!root) {
    node.opaque_root = above->opaque_root;
    node.multipart = above->own_multipart == none ? above->multipart : above->own_multipart;
    if (!message) node.related = above->own_related == none ? above->related : above->own_related;
  }
  if (type.is_multipart()) {
    node.own_multipart = static_cast<std::uint32_t>(message_.multiparts.size());
    message_.multiparts.push_back({std::string(boundary_of(type)), node.multipart});
  }
  if (is_related(node)) {
    node.own_related = static_cast<std::uint32_t>(message_.related.size());
    message_.related.push_back({node.related});
  }
  const bool may_be_archived = (root && request_.outermost) || is_of_digest(node.entity);
  node.is_archived = (above != nullptr && above->is_archived) ||
                     (may_be_archived && has_unused_archive(text_, node.entity, request_.options));
  std::vector<Candidate> own = bases_in_header(text_, node.entity, node.number);
  std::vector<Candidate> shown = own;
  node.scope = wrap(node, std::move(own), root ? none : above->scope);
  node.type = type_of(node.entity);
  node.read_as = format_of(node.type, "", reads_json(request_.options.fields));
  node.why_opaque = why_opaque(node.entity);
  if (node.opaque_root == Entity::none && node.why_opaque != Opaque::no) node.opaque_root = index;

  std::string_view what = node.entity.problem.empty() ? words_of(node.why_opaque) : node.entity.problem;
  if (what.empty() && is_root_of_related(node.entity)) what = "the root";
  message_.parts.push_back({node.content, 0, node.level, type.name, std::move(shown), what});
}

/// Whether an entity is a message, not a part of one.
bool MessageFinder::is_message(const Entity& entity) const {
  return entity.parent == Entity::none || nodes_[entity.parent].entity.kind == Entity::Kind::message;
}

/// Whether an entity is a message of a digest (RFC 2046, section 5.1.5).
bool MessageFinder::is_of_digest(const Entity& entity) const {
  if (entity.parent == Entity::none) return request_.in_digest;
  const Entity& above = nodes_[entity.parent].entity;
  return above.kind == Entity::Kind::message && is_part_of_digest(above);
}

bool MessageFinder::is_part_of_digest(const Entity& entity) const {
  return entity.parent != Entity::none && nodes_[entity.parent].entity.type.name == "multipart/digest";
}

/// Numbers as in IMAP (RFC 3501, section 6.4.5): those of a multipart's parts extend its own, and a message in a part
/// has the number of that part.
std::string MessageFinder::number_of(const Entity& entity) {
  if (entity.parent == Entity::none) return request_.number;
  EntityNode& above = nodes_[entity.parent];
  if (above.entity.kind == Entity::Kind::message) return above.content;
  return join(above.number, ++above.children);
}

/// The scope of an entity: the bases in its header, innermost first, and the scope around it. In the header of the
/// outermost message, a retrieval URL goes outside of the one that the user gives. In an inner message, the field that
/// a browser has written is a base like the others, and so are the fields that the user named, as each message of a
/// digest may have its own.
std::uint32_t MessageFinder::wrap(const EntityNode& node, std::vector<Candidate> own, std::uint32_t around) {
  auto snapshot = request_.options.marks ? snapshot_location(text_, node.entity, node.number) : std::nullopt;
  const bool root = node.entity.parent == Entity::none;
  const bool is_outermost = root && request_.outermost;
  if (is_outermost || is_of_digest(node.entity)) {
    auto named = named_locations(text_, node.entity, node.number, request_.options);
    std::ranges::move(named, std::back_inserter(is_outermost ? message_.retrieved_from : own));
  }
  if (snapshot) (is_outermost ? message_.retrieved_from : own).push_back(std::move(*snapshot));
  for (auto candidate = own.rbegin(); candidate != own.rend(); ++candidate) {
    const auto next = static_cast<std::uint32_t>(finding_.scopes.size());
    finding_.scopes.push_back({std::move(*candidate), around});
    around = next;
  }
  return around;
}

/// The media type of the body of an entity. If the declared type only says that it is bytes, the file name is used, on
/// request.
std::string_view MessageFinder::type_of(const Entity& entity) const {
  const Options& options = request_.options;
  const bool reads_attachments = options.also.attachments && !options.except_also.attachments;
  const bool is_attachment = entity.type.name == unknown_type && reads_attachments;
  if (!is_attachment) return entity.type.name;
  return type_by_name(file_name_of(text_, entity));
}

Opaque MessageFinder::why_opaque(const Entity& entity) const {
  const Signed signatures = request_.options.signatures;
  if (entity.type.name == "multipart/encrypted") return Opaque::encrypted;
  if (entity.type.name == "multipart/signed" && signatures != Signed::rewrite) return Opaque::signed_multipart;
  const bool carries_signature = is_message(entity) && mime::find(entity.fields, Meaning::signature) != nullptr;
  if (carries_signature && signatures == Signed::skip) return Opaque::signed_header;
  return Opaque::no;
}

/// RFC 2387, section 3.2: the part that `start` names, otherwise the first.
bool MessageFinder::is_root_of_related(const Entity& entity) const {
  if (entity.parent == Entity::none) return false;
  const EntityNode& above = nodes_[entity.parent];
  if (!is_related(above)) return false;
  const std::string_view start = above.entity.type.parameter("start");
  if (start.empty()) return above.children == 1;
  const Field* const id = mime::find(entity.fields, Meaning::content_id);
  return id != nullptr && body_of(text_, *id) == start;
}

void MessageFinder::gather_location(std::size_t index) {
  const EntityNode& node = nodes_[index];
  const Field* const field = mime::find(node.entity.fields, Meaning::content_location);
  if (node.related == none || field == nullptr) return;
  message_.locations.push_back(
      {node.related, url_of(body_of(text_, *field)), node.scope, node.opaque_root != Entity::none});
}

/// Takes what is read in an entity.
void MessageFinder::read_entity(std::size_t index) {
  const EntityNode& node = nodes_[index];
  const Entity& entity = node.entity;
  const bool is_below_opaque = node.opaque_root != Entity::none && node.opaque_root != index;
  if (!is_below_opaque) note_unread_content(index);
  if (node.opaque_root != Entity::none) {
    if (!holds_links(node)) return;
    ++left_[node.opaque_root];
    finding_.leaves_references = true;
    return;
  }
  if (request_.options.headers && !entity.fields.empty()) {
    PartContext context = context_of(node);
    context.part = node.number;
    context.type = media_type_of(Format::fields);
    context.lines = header_lines;
    context.max_size = limits::header;
    add(Value{.begin = entity.header, .end = entity.body, .scope = node.scope, .format = Format::fields},
        std::move(context));
  } else {
    note_links_in_header(node);
  }
  if (!entity.problem.empty()) return give_up(index, entity.problem, may_hold_links(entity));
  read_body(index);
}

/// Notes content that may hold links but that no finder reads: other programs show it as text.
void MessageFinder::note_unread_content(std::size_t index) {
  const Entity& entity = nodes_[index].entity;
  if (!entity.problem.empty()) return;
  const std::string_view content = unread_content(text_, entity);
  if (content.empty()) return;
  finding_.leaves_references = true;
  note(NoteCode::part_unread, Severity::detail, {std::string(content)}, nodes_[index]);
}

/// Notes relative references in a header that are not read without Options::headers.
void MessageFinder::note_links_in_header(const EntityNode& node) {
  std::vector<Field> fields;
  std::ranges::copy_if(node.entity.fields, std::back_inserter(fields),
                       [](const Field& field) { return field.meaning == Meaning::links; });
  const auto is_relative = [&](const Value& value) {
    const std::string_view reference = text_.substr(value.begin, value.end - value.begin);
    return value.stays == Stays::no && !reference.empty() && scheme_of(reference).empty() &&
           !has_placeholder(reference);
  };
  const auto found = find_in_fields(text_, fields).values;
  const auto count = static_cast<std::size_t>(std::ranges::count_if(found, is_relative));
  if (count == 0) return;
  note(NoteCode::references_kept, Severity::detail,
       {counted(count, "reference", "references"), "in the header of a message (--headers)"}, node);
}

void MessageFinder::read_body(std::size_t index) {
  const EntityNode& node = nodes_[index];
  const Entity& entity = node.entity;
  const bool message = entity.kind == Entity::Kind::encoded_message;
  if (!message && (!node.read_as || entity.kind != Entity::Kind::leaf)) return;
  if (entity.bodiless) note(NoteCode::no_body, Severity::notice, {}, node);
  if (entity.encoding == TransferEncoding::unknown) {
    return give_up(index, "its Content-Transfer-Encoding is unknown, or given more than once");
  }
  PartContext context = context_of(node);
  context.type = message ? std::string_view() : node.type;
  const bool is_encoded = entity.encoding != TransferEncoding::identity;
  const bool is_decoded = request_.input.is_decoded && !is_encoded;
  context.charset = is_decoded ? request_.input.charset : std::string(entity.type.parameter("charset"));
  if (!is_encoded) context.lines = body_lines;
  add(Value{.begin = entity.body,
            .end = entity.end,
            .scope = node.scope,
            .coding = coding_of(entity.encoding),
            .format = message ? Format::mime : *node.read_as},
      std::move(context));
}

PartContext MessageFinder::context_of(const EntityNode& node) const {
  return {.part = node.content,
          .number = node.content,
          .header = node.entity.header,
          .around = node.multipart,
          .related = node.related,
          .level = node.level,
          .in_digest = is_part_of_digest(node.entity),
          .is_archived = node.is_archived};
}

void MessageFinder::add(Value value, PartContext context) {
  message_.contexts.push_back(std::move(context));
  finding_.values.push_back(value);
}

void MessageFinder::give_up(std::size_t index, std::string_view why, bool may_hold) {
  finding_.leaves_references = finding_.leaves_references || may_hold;
  note(NoteCode::part_unread, may_hold ? Severity::failure : Severity::detail, {std::string(why)}, nodes_[index]);
}

/// Whether an entity that can't be read may hold links: its bytes contain a word that indicates HTML, or an encoding
/// that hides such words. When in doubt, true; linear in the entity.
bool MessageFinder::may_hold_links(const Entity& entity) const {
  constexpr auto signs = std::to_array<std::string_view>({"html", "href", "src", "base64"});
  const std::string_view bytes = text_.substr(entity.header, entity.end - entity.header);
  const auto is_there = [&](std::string_view sign) {
    return find_ignoring_case(bytes, sign) != std::string_view::npos;
  };
  const bool encoded = entity.type.is_message() && entity.encoding != TransferEncoding::identity;
  return encoded || std::ranges::any_of(signs, is_there);
}

/// Finds the statements about the bytes of an entity: its signatures, digests and lengths. Several with one name are
/// combined, as there is one note for all.
void MessageFinder::find_dependent_statements(std::size_t index) {
  const EntityNode& node = nodes_[index];
  const Entity& entity = node.entity;
  std::map<std::string_view, std::size_t> dependent;  // of this entity: index by name
  const auto depends = [&](std::string_view name, std::string_view what) -> DependentStatement& {
    const auto [found, added] = dependent.try_emplace(name, finding_.dependent_statements.size());
    if (added) {
      finding_.dependent_statements.push_back(
          {std::string(name), what, {{entity.body, entity.end}}, entity.header, std::string(node.content)});
    }
    return finding_.dependent_statements[found->second];
  };
  std::map<std::string_view, std::set<std::string_view>> covered;  // names of fields, by the name of the signature
  std::set<std::string_view> names;                                // of all fields, once there is a signature
  for (const Field& field : entity.fields) {
    if (field.meaning == Meaning::signature && is_message(entity)) {
      depends(field.name, does_not_match);
      if (names.empty()) std::ranges::transform(entity.fields, std::inserter(names, names.end()), &Field::name);
      const std::string text = body_of(text_, field);
      for (const std::string_view name : names) {
        if (covers_field(text, name)) covered[field.name].insert(name);
      }
    }
    const bool kept = field.meaning == Meaning::content_length && request_.length_is_kept && index == 0;
    const bool counts_lines = field.meaning == Meaning::line_count;
    const bool of_body = counts_lines || field.meaning == Meaning::digest || field.meaning == Meaning::content_length;
    if (of_body && !kept) depends(field.name, "is out of date").counts_lines = counts_lines;
  }
  for (const auto& [signature, fields] : covered) {
    for (const Field& field : entity.fields) {
      if (fields.contains(field.name)) depends(signature, does_not_match).ranges.emplace_back(field.body, field.end);
    }
  }
  if (entity.type.name == "multipart/signed") depends("the signature of multipart/signed", does_not_match);
}

void MessageFinder::note(NoteCode code, Severity severity, std::vector<std::string> words, const EntityNode& node,
                         bool at_end) {
  finding_.notes.push_back(
      {code, severity, std::move(words), node.entity.header, node.content, node.entity.body, at_end});
}

void MessageFinder::note_what_was_left() {
  for (const auto& [index, count] : left_) {
    const Opaque why = nodes_[index].why_opaque;
    const std::string_view advice = why == Opaque::signed_multipart ? how_to_rewrite_signed : "";
    note(NoteCode::parts_left_alone, Severity::notice,
         {counted(count, "part", "parts"), std::string(words_of(why)), std::string(advice)}, nodes_[index], true);
  }
}

}  // namespace

Finding find(std::string_view message, const Request& request) { return MessageFinder(message, request).find(); }

Finding find_in_header(std::string_view header, const Request&) {
  return find_in_fields(header, find_fields(header, 0, header.size()));
}

std::vector<std::size_t> fold_opportunities(std::string_view header, const Finding& finding) {
  // Before a reference, its line may be folded at the last blanks that are in the body of its field:
  //
  //     List-Help: <a>, \t<b> (c) <d>
  //                    ^      ^        at the beginning of these blanks; not after the name
  std::vector<std::size_t> result;
  std::size_t from = 0;  // the text between here and a reference may be folded
  for (const Value& reference : finding.values) {
    const std::size_t newline = header.substr(from, reference.begin - from).rfind('\n');
    if (newline != std::string_view::npos) from += newline + 1;
    const std::string_view before = header.substr(from, reference.begin - from);
    const bool starts_line = from == 0 || newline != std::string_view::npos;
    const bool starts_field = starts_line && !is_blank(header[from]);
    const std::size_t body = starts_field ? before.find(':') : 0;
    const std::size_t blank = before.find_last_of(" \t");
    const std::size_t text = before.substr(0, blank).find_last_not_of(" \t");
    const bool is_in_body = blank != std::string_view::npos && blank >= body && text != std::string_view::npos;
    if (is_in_body) result.push_back(from + text + 1);
    from = reference.end;
  }
  return result;
}

}  // namespace absolve::mime
