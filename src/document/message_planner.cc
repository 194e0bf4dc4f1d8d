#include "message_planner.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "../html/line_breaks.h"
#include "../mime/entities.h"
#include "../mime/headings.h"
#include "../mime/locations.h"
#include "../mime/mailbox.h"
#include "../mime/related.h"
#include "../mime/transfer.h"
#include "../splicing/lines.h"
#include "document_planner.h"
#include "format.h"

namespace absolve {
namespace {

using mime::Entity;
using mime::Meaning;
using mime::TransferEncoding;
using Severity = Note::Severity;

/// Messages behind a transfer encoding within one another; each is held decoded.
constexpr std::size_t most_decoded_levels = 8;

/// RFC 5322, section 2.1.1: what a line must stay within, and should.
constexpr LineLimits body_lines{998, 998};
constexpr LineLimits header_lines{78, 998};

/// The media types that are read. A row without a format: known to hold references, but not read yet.
struct ReadableRow {
  std::string_view type;
  std::optional<Format> format;
};

constexpr auto readable_types = std::to_array<ReadableRow>({
    {"text/html", Format::html},
    {"application/xhtml+xml", Format::html},
    {"text/css", std::nullopt},
});

const ReadableRow* readable(std::string_view type) noexcept {
  const auto* const row = std::ranges::find(readable_types, type, &ReadableRow::type);
  return row == readable_types.end() ? nullptr : row;
}

bool holds_links(const Entity& entity) noexcept {
  return entity.kind == Entity::Kind::encoded_message || readable(entity.type.name) != nullptr;
}

/// What is the same for all that is nested in one message.
struct Journey {
  std::size_t message = 0;                     // number in the mailbox
  std::size_t entities = mime::most_entities;  // that may still be met
  bool counted = false;                        // its Content-Length is kept right
  bool keep_locations = false;                 // leave Content-Location as it is
  bool leftover = false;                       // references stay relative that a base could change
};

/// Where a message stands.
struct MessagePlace {
  std::string_view bytes;
  std::optional<std::size_t> offset;   // where they stand in the source
  std::optional<std::size_t> note_at;  // where notes on it point to, when they don't stand in the source
  std::string number;                  // of the part that it stands in
  std::size_t levels_above = 0;
  std::size_t decoded_levels = 0;
};

std::string join(std::string_view number, std::size_t next) {
  std::string result(number);
  return result.append(number.empty() ? "" : ".").append(std::to_string(next));
}

class MessagePlanner {
 public:
  MessagePlanner(Draft& draft, Journey& journey, MessagePlace place)
      : draft_(draft), journey_(journey), place_(std::move(place)) {}

  std::vector<Edit> make(const Layers& below, bool outermost) {
    entities_ = mime::find_entities(place_.bytes, mime::most_levels - place_.levels_above, journey_.entities);
    journey_.entities -= std::min(journey_.entities, entities_.size());
    states_.reserve(entities_.size());
    for (std::size_t i = 0; i < entities_.size(); ++i) enter(i, below, outermost);
    gather_related();
    for (std::size_t i = 0; i < entities_.size(); ++i) rewrite(i);
    note_what_was_left();
    return std::move(edits_);
  }

 private:
  /// What is known of an entity besides what the scanner says.
  struct State {
    std::string number;   // of its headings
    std::string content;  // of its body, where it is no multipart
    const Layers* layers;
    std::size_t level;
    std::size_t children = 0;
    std::size_t opaque = Entity::none;   // the entity around it whose contents are left alone
    std::string_view why_opaque = {};    // in words, where that is this one
    std::size_t related = Entity::none;  // the outermost multipart/related around it in its message
  };

  void enter(std::size_t index, const Layers& below, bool outermost);
  [[nodiscard]] std::string number_of(std::size_t index);
  [[nodiscard]] const Layers* layers_of(std::size_t index, const Layers& below, bool outermost);
  [[nodiscard]] std::string_view why_opaque(std::size_t index) const;
  [[nodiscard]] bool is_root_of_related(std::size_t index) const;
  void gather_related();
  void rewrite(std::size_t index);
  void rewrite_fields(std::size_t index);
  void rewrite_body(std::size_t index);
  void rewrite_decoded(std::size_t index);
  void splice(std::size_t index, const PlannedDocument& document);
  void warn_of_stale(std::size_t index);
  void note_what_was_left();

  [[nodiscard]] bool is_message(std::size_t index) const {
    const std::size_t parent = entities_[index].parent;
    return parent == Entity::none || entities_[parent].kind == Entity::Kind::message;
  }

  [[nodiscard]] std::string_view body(const Entity& entity) const {
    return place_.bytes.substr(entity.body, entity.end - entity.body);
  }

  [[nodiscard]] std::string_view ending_of(std::string_view text) const {
    return line_ending(text, line_ending(place_.bytes, "\n"));
  }

  [[nodiscard]] std::optional<std::size_t> in_source(std::size_t offset) const {
    return place_.offset ? std::optional(*place_.offset + offset) : place_.note_at;
  }

  void note(Severity severity, std::string text, std::size_t index) {
    draft_.note(
        {severity, std::move(text), in_source(entities_[index].header), states_[index].content, journey_.message});
  }

  void add(std::size_t begin, std::span<const Edit> edits) {
    for (const Edit& edit : edits) edits_.push_back({begin + edit.offset, edit.length, edit.text});
  }

  void add_lines(std::size_t index, std::size_t begin, const BrokenLines& lines) {
    if (lines.too_long > 0) {
      note(Severity::notice, counted(lines.too_long, "line is", "lines are") + " now longer than 998 bytes", index);
    }
    add(begin, lines.edits);
  }

  Draft& draft_;
  Journey& journey_;
  MessagePlace place_;
  std::vector<Entity> entities_;
  std::vector<State> states_;
  std::deque<Layers> layers_;                     // a deque, as states point to them
  std::map<std::size_t, mime::Related> related_;  // by the multipart/related
  std::map<std::size_t, std::size_t> left_;       // parts in an opaque entity that would have been read
  std::map<std::string_view, std::size_t> unread_;
  std::vector<Edit> edits_;
};

/// Numbers an entity, and wraps it in its layers.
void MessagePlanner::enter(std::size_t index, const Layers& below, bool outermost) {
  const Entity& entity = entities_[index];
  State state;
  state.number = number_of(index);
  const bool multipart = entity.type.is_multipart();
  state.content = is_message(index) && !multipart ? join(state.number, 1) : state.number;
  const bool root = entity.parent == Entity::none;
  state.level = root ? place_.levels_above : states_[entity.parent].level + 1;
  if (!root) state.opaque = states_[entity.parent].opaque;
  if (!root && !is_message(index)) state.related = states_[entity.parent].related;
  if (state.related == Entity::none && entity.type.name == "multipart/related") state.related = index;
  states_.push_back(std::move(state));
  states_[index].layers = layers_of(index, below, outermost);

  State& entered = states_[index];
  if (entered.why_opaque.empty()) entered.why_opaque = why_opaque(index);
  if (entered.opaque == Entity::none && !entered.why_opaque.empty()) entered.opaque = index;
  std::string_view remark = !entity.problem.empty() ? entity.problem : entered.why_opaque;
  if (remark.empty() && is_root_of_related(index)) remark = "the root";
  draft_.parts().push_back({states_[index].content, journey_.message, states_[index].level, entity.type.name,
                            mime::headings(place_.bytes, entity, states_[index].number, place_.offset), remark});
}

/// RFC 2387, section 3.2: the part that `start` names, or else the first.
bool MessagePlanner::is_root_of_related(std::size_t index) const {
  const std::size_t parent = entities_[index].parent;
  if (parent == Entity::none || entities_[parent].type.name != "multipart/related") return false;
  const std::string_view start = entities_[parent].type.parameter("start");
  if (start.empty()) return states_[parent].children == 1;
  const mime::Field* const id = mime::find(entities_[index].fields, Meaning::content_id);
  return id != nullptr && mime::body_of(place_.bytes, *id) == start;
}

/// IMAP's numbers (RFC 3501, section 6.4.5): those of a multipart's parts follow its own, and a message in a part has
/// that part's.
std::string MessagePlanner::number_of(std::size_t index) {
  const std::size_t parent = entities_[index].parent;
  if (parent == Entity::none) return place_.number;
  State& above = states_[parent];
  if (entities_[parent].kind == Entity::Kind::message) return above.content;
  return join(above.number, ++above.children);
}

const Layers* MessagePlanner::layers_of(std::size_t index, const Layers& below, bool outermost) {
  const Entity& entity = entities_[index];
  const bool root = entity.parent == Entity::none;
  const Layers* around = root ? &below : states_[entity.parent].layers;
  auto own = mime::headings(place_.bytes, entity, states_[index].number, place_.offset);
  auto retrieval = mime::snapshot_location(place_.bytes, entity, states_[index].number, place_.offset);
  if (retrieval && root && outermost) {  // --url counts before it
    Layers innermost = establish({std::move(*retrieval)});
    note_unsuitable(draft_, innermost, 1, journey_.message);
    std::vector<Candidate> given;
    for (const Layer& layer : around->layers) given.push_back(layer.candidate);
    around = &layers_.emplace_back(establish(std::move(given), innermost));
  } else if (retrieval) {
    own.push_back(std::move(*retrieval));
  }
  if (own.empty()) return around;
  if (!draft_.grow(*around)) {
    states_[index].why_opaque = "the headings around it pass the limit on size";
    note(Severity::failure, std::string(states_[index].why_opaque) + "; left as it is", index);
    return around;
  }
  const std::size_t count = own.size();
  layers_.push_back(establish(std::move(own), *around));
  note_unsuitable(draft_, layers_.back(), count, journey_.message);
  return &layers_.back();
}

/// Why what an entity holds is left alone, in words; "": it isn't.
std::string_view MessagePlanner::why_opaque(std::size_t index) const {
  const Entity& entity = entities_[index];
  const Signed signatures = draft_.options().signatures;
  if (entity.type.name == "multipart/encrypted") return "encrypted";
  if (entity.type.name == "multipart/signed" && signatures != Signed::rewrite) return "signed";
  const bool carries_signature = is_message(index) && mime::find(entity.fields, Meaning::signature) != nullptr;
  if (carries_signature && signatures == Signed::skip) return "signed by DKIM or ARC";
  return {};
}

void MessagePlanner::gather_related() {
  for (std::size_t i = 0; i < entities_.size(); ++i) {
    const State& state = states_[i];
    const mime::Field* const field = mime::find(entities_[i].fields, Meaning::content_location);
    if (state.related == Entity::none || state.related == i || field == nullptr) continue;
    const auto& base = state.layers->base;
    const bool made_absolute = draft_.options().headers && !journey_.keep_locations && state.opaque == Entity::none;
    related_[state.related].add(mime::url_of(mime::body_of(place_.bytes, *field)), base ? &*base : nullptr,
                                made_absolute);
  }
}

void MessagePlanner::rewrite(std::size_t index) {
  const Entity& entity = entities_[index];
  State& state = states_[index];
  if (state.opaque != Entity::none) {
    if (holds_links(entity)) {
      ++left_[state.opaque];
      journey_.leftover = true;
    }
    return;
  }
  if (!entity.problem.empty()) {
    journey_.leftover = true;
    note(Severity::failure, std::string(entity.problem) + "; left as it is", index);
  }
  if (draft_.options().headers) rewrite_fields(index);
  if (entity.problem.empty()) rewrite_body(index);
}

void MessagePlanner::rewrite_fields(std::size_t index) {
  const Entity& entity = entities_[index];
  Finding finding = mime::find_in_fields(place_.bytes, entity.fields);
  if (finding.references.empty() && finding.unread.empty()) return;
  std::vector<std::size_t> chances;
  for (const Reference& reference : finding.references) {
    const std::size_t blank = place_.bytes.substr(0, reference.begin).find_last_of(" \t");
    if (blank != std::string_view::npos && blank > entity.header) chances.push_back(blank);
  }
  const PlannedDocument document = plan_document(draft_,
                                                 {.format = Format::fields,
                                                  .type = fields_type,
                                                  .bytes = place_.bytes,
                                                  .offset = place_.offset,
                                                  .note_at = in_source(entity.header),
                                                  .part = states_[index].number,
                                                  .message = journey_.message,
                                                  .below = states_[index].layers,
                                                  .keep_locations = journey_.keep_locations},
                                                 std::move(finding));
  add_lines(index, 0, break_lines(place_.bytes, document.edits, chances, header_lines, ending_of(place_.bytes)));
}

void MessagePlanner::rewrite_body(std::size_t index) {
  const Entity& entity = entities_[index];
  if (entity.kind == Entity::Kind::encoded_message) return rewrite_decoded(index);
  if (entity.kind != Entity::Kind::leaf) return;
  const ReadableRow* const row = readable(entity.type.name);
  if (row == nullptr) return;
  if (row->format) return rewrite_decoded(index);
  ++unread_[row->type];
  journey_.leftover = true;
}

/// Decodes a body, has it planned, and encodes the edits.
void MessagePlanner::rewrite_decoded(std::size_t index) {
  const Entity& entity = entities_[index];
  const State& state = states_[index];
  const std::string_view encoded = body(entity);
  std::optional<std::string> decoded;
  switch (entity.encoding) {
    case TransferEncoding::identity: break;
    case TransferEncoding::quoted_printable: decoded = mime::decode_quoted_printable(encoded); break;
    case TransferEncoding::base64: decoded = mime::decode_base64(encoded); break;
    case TransferEncoding::unknown: break;
  }
  const bool identity = entity.encoding == TransferEncoding::identity;
  if (!identity && !decoded) {
    journey_.leftover = true;
    const bool unknown = entity.encoding == TransferEncoding::unknown;
    return note(Severity::failure,
                unknown ? "its Content-Transfer-Encoding is unknown, or there are several; left as it is"
                        : "its transfer encoding is broken; left as it is",
                index);
  }
  const std::string_view bytes = identity ? encoded : draft_.keep_decoded(std::move(*decoded));

  std::vector<Edit> edits;
  if (entity.kind == Entity::Kind::encoded_message) {
    if (place_.decoded_levels + 1 > most_decoded_levels) {
      journey_.leftover = true;
      return note(Severity::failure, "messages behind transfer encodings pass the limit of 8 levels; left as it is",
                  index);
    }
    MessagePlace place{bytes,         std::nullopt,    in_source(entity.header),
                       state.content, state.level + 1, place_.decoded_levels + 1};
    edits = MessagePlanner(draft_, journey_, std::move(place)).make(*state.layers, false);
  } else {
    const auto related = related_.find(state.related);
    const PlannedDocument document = plan_document(
        draft_, {.format = *readable(entity.type.name)->format,
                 .type = readable(entity.type.name)->type,
                 .bytes = bytes,
                 .offset = identity && place_.offset ? std::optional(*place_.offset + entity.body) : std::nullopt,
                 .note_at = in_source(entity.header),
                 .part = state.content,
                 .message = journey_.message,
                 .charset = std::string(entity.type.parameter("charset")),
                 .below = state.layers,
                 .related = related == related_.end() ? nullptr : &related->second});
    journey_.leftover = journey_.leftover || document.leftover;
    if (identity) return splice(index, document);
    edits = document.edits;
  }
  Strings strings = draft_.strings();
  const std::string_view ending = ending_of(encoded);
  if (entity.encoding == TransferEncoding::quoted_printable) {
    edits = mime::encode_quoted_printable(encoded, edits, ending, strings);
  } else if (entity.encoding == TransferEncoding::base64) {
    std::size_t size = bytes.size();
    for (const Edit& edit : edits) size += edit.text.size() - edit.length;
    if (!edits.empty() && mime::needs_line_end(encoded, size)) {
      note(Severity::notice, "its text got a line end more, for the sake of what stands behind its base64", index);
    }
    edits = mime::encode_base64(encoded, bytes, edits, ending, strings);
  }
  add(entity.body, edits);
}

/// Adds the edits of a body that has no transfer encoding, in lines that mail can carry.
void MessagePlanner::splice(std::size_t index, const PlannedDocument& document) {
  const std::string_view text = body(entities_[index]);
  const std::string_view ending = ending_of(text);
  BrokenLines lines = break_lines(text, document.edits, {}, body_lines, ending);
  if (lines.too_long > 0 && !document.transcoded) {
    lines =
        break_lines(text, document.edits, html::break_chances(text, document.finding.references), body_lines, ending);
  }
  lines.edits = mime::encode_identity(text, lines.edits);
  add_lines(index, entities_[index].body, lines);
}

void MessagePlanner::note_what_was_left() {
  for (std::size_t i = 0; i < entities_.size(); ++i) warn_of_stale(i);
  for (const auto& [index, count] : left_) {
    const std::string_view why = states_[index].why_opaque;
    std::string text = counted(count, "part", "parts") + " left alone: " + std::string(why);
    if (why == "signed") text += " (--signed=rewrite changes such parts)";
    note(Severity::notice, std::move(text), index);
  }
  if (unread_.empty()) return;
  std::string text = "left as they are, of a type that is not read yet: ";
  for (const auto& [type, count] : unread_) {
    text.append(text.ends_with(": ") ? "" : ", ").append(type).append(" (").append(std::to_string(count)).append(")");
  }
  note(Severity::notice, std::move(text), 0);
}

/// Header fields that say something of a body are told to be wrong once that has changed.
void MessagePlanner::warn_of_stale(std::size_t index) {
  const Entity& entity = entities_[index];
  const auto first = std::ranges::lower_bound(edits_, entity.header, {}, &Edit::offset);
  if (first == edits_.end() || first->offset >= std::max(entity.end, entity.header + 1)) return;
  std::string_view last;
  for (const mime::Field& field : entity.fields) {
    const bool counted = journey_.counted && index == 0 && place_.decoded_levels == 0;
    const bool stale = field.meaning == Meaning::digest || (field.meaning == Meaning::content_length && !counted) ||
                       (field.meaning == Meaning::signature && is_message(index));
    if (!stale || field.name == last) continue;
    last = field.name;
    note(Severity::notice,
         std::string(field.name) +
             (field.meaning == Meaning::signature ? " doesn't match any longer" : " is out of date") +
             ": what it is about was rewritten",
         index);
  }
}

/// Plans a message; where something stays in it that new Content-Locations would change, once more without them.
std::vector<Edit> plan_whole(Draft& draft, const Layers& below, std::size_t begin, std::size_t end, Journey journey) {
  const Draft::Mark mark = draft.mark();
  const auto attempt = [&](bool keep_locations) {
    journey.entities = mime::most_entities;
    journey.keep_locations = keep_locations;
    MessagePlace place{draft.source().substr(begin, end - begin), begin, std::nullopt, ""};
    return MessagePlanner(draft, journey, std::move(place)).make(below, true);
  };
  std::vector<Edit> edits = attempt(false);
  if (draft.options().headers && journey.leftover) {
    draft.go_back(mark);
    edits = attempt(true);
  }
  for (Edit& edit : edits) edit.offset += begin;
  return edits;
}

/// Makes Content-Length say what a body has grown to.
void recount(Draft& draft, const mime::ContentLength& counted, std::vector<Edit>& edits) {
  std::size_t length = counted.length;
  for (const Edit& edit : edits) {
    if (edit.offset >= counted.body) length += edit.text.size() - edit.length;
  }
  if (length == counted.length) return;
  const Edit number{counted.begin, counted.end - counted.begin, draft.keep(std::to_string(length))};
  edits.insert(std::ranges::upper_bound(edits, number.offset, {}, &Edit::offset), number);
}

}  // namespace

std::vector<Edit> plan_message(Draft& draft, const Layers& below) {
  return plan_whole(draft, below, 0, draft.source().size(), {});
}

std::vector<Edit> plan_mailbox(Draft& draft, const Layers& below) {
  std::vector<Edit> all;
  std::size_t number = 0;
  for (std::size_t at = 0; at < draft.source().size();) {
    const mime::MailboxMessage message = *mime::next_message(draft.source(), at, true);
    const Journey journey{.message = ++number, .counted = message.counted.has_value()};
    std::vector<Edit> edits = plan_whole(draft, below, message.begin, message.end, journey);
    if (message.counted) recount(draft, *message.counted, edits);
    all.insert(all.end(), edits.begin(), edits.end());
    at = message.next;
  }
  return all;
}

}  // namespace absolve
