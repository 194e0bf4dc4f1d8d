#include "message_planner.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "../html/line_breaks.h"
#include "../mime/locations.h"
#include "../container/frame.h"
#include "../mime/signature.h"
#include "../container/structure.h"
#include "../codec/base64.h"
#include "../codec/legacy.h"
#include "../text/lines.h"
#include "document_planner.h"
#include "format.h"
#include "message_outline.h"

namespace absolve::inline detail {
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

/// The rows of formats that parts are read as.
const FormatRow* readable(std::string_view type) noexcept {
  const auto* const row = std::ranges::find(formats, type, &FormatRow::type);
  return row == formats.end() || row->format != Format::html ? nullptr : row;
}

/// Whether a type that isn't read may hold references: a style sheet, a drawing, a feed.
bool may_refer(std::string_view type) noexcept {
  return type == "text/css" || type.ends_with("+xml") || type.ends_with("/xml");
}

bool holds_links(const Entity& entity) noexcept {
  return entity.kind == Entity::Kind::encoded_message || readable(entity.type.name) != nullptr;
}

class MessagePlanner {
 public:
  /// `outermost`: --url was meant for this message.
  MessagePlanner(Draft& draft, Journey& journey, MessagePlace place, const Layers& below, bool outermost)
      : draft_(draft),
        journey_(journey),
        place_(std::move(place)),
        outline_(draft, journey, place_, below, outermost) {}

  std::vector<Edit> make() {
    for (std::size_t i = 0; i < outline_.size(); ++i) rewrite(i);
    for (std::size_t i = 0; i < outline_.size(); ++i) warn_of_stale(i);
    note_what_was_left();
    return std::move(edits_);
  }

 private:
  void rewrite(std::size_t index);
  void rewrite_fields(std::size_t index);
  [[nodiscard]] std::optional<std::size_t> fold_chance(std::size_t from, std::size_t to) const;
  void rewrite_body(std::size_t index);
  [[nodiscard]] std::vector<Edit> plan_encoded_message(std::size_t index, std::string_view bytes);
  [[nodiscard]] PlannedDocument plan_page(std::size_t index, std::string_view bytes);
  void replan_until_safe(std::size_t index, std::string_view bytes);
  [[nodiscard]] BrokenLines plan_body(std::size_t index, std::string_view bytes);
  [[nodiscard]] std::vector<Edit> encode(std::size_t index, std::string_view bytes, const std::vector<Edit>& edits);
  void warn_of_stale(std::size_t index);
  [[nodiscard]] bool edited_within(std::size_t begin, std::size_t end) const;
  [[nodiscard]] std::vector<std::string_view> changed_fields(const Entity& about) const;
  void note_what_was_left();

  [[nodiscard]] const Entity& entity(std::size_t index) const { return outline_[index].entity; }

  [[nodiscard]] std::string_view body(std::size_t index) const {
    return place_.bytes.substr(entity(index).body, entity(index).end - entity(index).body);
  }

  /// How new lines end.
  [[nodiscard]] std::string_view ending_of(std::string_view text) const {
    return line_ending(text, line_ending(place_.bytes, "\n"));
  }

  void give_up(std::size_t index, std::string_view why, bool may_hold_links = true) {
    journey_.leftover = journey_.leftover || may_hold_links;
    const Severity severity = may_hold_links ? Severity::failure : Severity::detail;
    outline_.note(severity, std::string(why) + "; left as it is", index);
  }

  void add(std::size_t begin, std::span<const Edit> edits) {
    for (const Edit& edit : edits) edits_.push_back({begin + edit.offset, edit.length, edit.text});
  }

  void add_lines(std::size_t index, std::size_t begin, const BrokenLines& lines) {
    if (lines.too_long > 0) {
      outline_.note(Severity::notice, counted(lines.too_long, "line is", "lines are") + " now longer than 998 bytes",
                    index);
    }
    add(begin, lines.edits);
  }

  Draft& draft_;
  Journey& journey_;
  MessagePlace place_;
  MessageOutline outline_;
  std::map<std::size_t, std::size_t> left_;    // parts in an opaque entity that would have been read
  std::map<std::string, std::size_t> unread_;  // parts by a type that may hold references
  std::vector<Edit> edits_;
};

void MessagePlanner::rewrite(std::size_t index) {
  const std::size_t opaque = outline_[index].opaque;
  if (opaque != Entity::none) {
    if (!holds_links(entity(index))) return;
    ++left_[opaque];
    journey_.leftover = true;
    return;
  }
  if (draft_.options().headers) rewrite_fields(index);
  const std::string_view problem = entity(index).problem;
  if (!problem.empty()) return give_up(index, problem, outline_.may_hold_links(index));
  rewrite_body(index);
}

void MessagePlanner::rewrite_fields(std::size_t index) {
  Finding finding = mime::find_in_fields(place_.bytes, entity(index).fields);
  if (finding.references.empty()) return;
  std::vector<std::size_t> chances;
  std::size_t from = entity(index).header;
  for (const Reference& reference : finding.references) {
    if (const auto chance = fold_chance(from, reference.begin)) chances.push_back(*chance);
    from = reference.end;
  }
  const Place place{.format = Format::fields,
                    .type = type_of(Format::fields),
                    .bytes = place_.bytes,
                    .offset = place_.offset,
                    .note_at = place_.in_source(entity(index).header),
                    .part = outline_[index].number,
                    .message = journey_.message,
                    .below = outline_[index].layers,
                    .keep_locations = journey_.keep_locations};
  const Draft::Mark mark = draft_.mark();
  const PlannedDocument document = plan_document(draft_, place, std::move(finding));
  std::size_t size = entity(index).body - entity(index).header;
  for (const Edit& edit : document.edits) size += edit.text.size();
  if (size > mime::longest_header && !document.edits.empty()) {
    draft_.go_back(mark);
    return give_up(index, "its header would pass the limit of 1 MiB");
  }
  journey_.leftover = journey_.leftover || document.leftover;
  add_lines(index, 0, break_lines(place_.bytes, document.edits, chances, header_lines, ending_of(place_.bytes)));
}

/// Where the line that ends with [from, to) may be folded: before the last blanks there, unless a line would be left
/// with nothing but blanks (RFC 5322, section 3.2.2).
std::optional<std::size_t> MessagePlanner::fold_chance(std::size_t from, std::size_t to) const {
  const std::size_t newline = place_.bytes.substr(from, to - from).rfind('\n');
  if (newline != std::string_view::npos) from += newline + 1;
  const std::string_view before = place_.bytes.substr(from, to - from);
  const std::size_t blank = before.find_last_of(" \t");
  const std::size_t last = before.substr(0, blank).find_last_not_of(" \t");
  if (blank == std::string_view::npos || last == std::string_view::npos) return std::nullopt;
  return from + last + 1;
}

/// Decodes a body, and has it planned.
void MessagePlanner::rewrite_body(std::size_t index) {
  const bool message = entity(index).kind == Entity::Kind::encoded_message;
  const FormatRow* const row = readable(entity(index).type.name);
  const std::string_view type = entity(index).type.name;
  if (row == nullptr && may_refer(type)) {
    ++unread_[std::string(type)];
    journey_.leftover = true;
  }
  if (!message && (row == nullptr || entity(index).kind != Entity::Kind::leaf)) return;
  if (entity(index).bodiless) {
    outline_.note(Severity::notice, "no blank line ends its header, so that it has no body", index);
  }

  std::optional<std::string> decoded;
  switch (entity(index).encoding) {
    case TransferEncoding::identity: return replan_until_safe(index, body(index));
    case TransferEncoding::quoted_printable: decoded = codec::decode_quoted_printable(body(index)); break;
    case TransferEncoding::base64: decoded = codec::decode_base64(body(index)); break;
    case TransferEncoding::unknown:
      return give_up(index, "its Content-Transfer-Encoding is unknown, or there are several");
  }
  if (!decoded) return give_up(index, "its transfer encoding is broken");
  replan_until_safe(index, draft_.keep_decoded(std::move(*decoded)));
}

/// Adds the edits of a body, none of which makes a line of it delimit parts or messages. Only where a base element goes
/// away can that happen, so the body is planned once more with its base elements then.
void MessagePlanner::replan_until_safe(std::size_t index, std::string_view bytes) {
  const std::vector<std::string_view> boundaries = outline_.boundaries_around(index);
  const Draft::Mark mark = draft_.mark();
  const Journey before = journey_;
  for (bool keep_base = before.keep_base_elements;; keep_base = true) {
    journey_.keep_base_elements = keep_base;
    const BrokenLines lines = plan_body(index, bytes);
    if (!container::change_structure(body(index), lines.edits, boundaries)) {
      journey_.keep_base_elements = before.keep_base_elements;
      return add_lines(index, entity(index).body, lines);
    }
    draft_.go_back(mark);
    journey_ = before;
    if (keep_base) break;
  }
  give_up(index, "a line of it would come to read as one between parts or messages");
}

/// Plans a page or an encoded message; the edits are those of the body, in lines that mail can carry.
BrokenLines MessagePlanner::plan_body(std::size_t index, std::string_view bytes) {
  if (entity(index).kind == Entity::Kind::encoded_message) {
    return {.edits = encode(index, bytes, plan_encoded_message(index, bytes))};
  }
  const PlannedDocument document = plan_page(index, bytes);
  if (entity(index).encoding != TransferEncoding::identity) return {.edits = encode(index, bytes, document.edits)};

  const std::string_view ending = ending_of(bytes);
  BrokenLines lines = break_lines(bytes, document.edits, {}, body_lines, ending);
  if (lines.too_long == 0 || document.transcoded) return lines;
  const std::vector<std::size_t> chances = html::break_chances(bytes, document.finding.references);
  return break_lines(bytes, document.edits, chances, body_lines, ending);
}

/// Turns edits of what a body decodes to into edits of the body.
std::vector<Edit> MessagePlanner::encode(std::size_t index, std::string_view bytes, const std::vector<Edit>& edits) {
  const std::string_view encoded = body(index);
  Strings strings = draft_.strings();
  if (entity(index).encoding == TransferEncoding::quoted_printable) {
    return codec::encode_quoted_printable(encoded, edits, ending_of(encoded), strings);
  }
  if (codec::goes_on_behind_padding(encoded)) {
    outline_.note(Severity::notice, "more base64 stands behind the padding of its base64, and isn't read", index);
    journey_.leftover = true;
  }
  std::size_t size = bytes.size();
  for (const Edit& edit : edits) size += edit.text.size() - edit.length;
  if (!edits.empty() && codec::needs_line_end(encoded, size)) {
    outline_.note(Severity::notice, "its text got a line end more, for the sake of what stands behind its base64",
                  index);
  }
  return codec::encode_base64(encoded, bytes, edits, ending_of(encoded), strings);
}

std::vector<Edit> MessagePlanner::plan_encoded_message(std::size_t index, std::string_view bytes) {
  if (place_.decoded_levels == most_decoded_levels) {
    give_up(index, "messages behind transfer encodings pass the limit of 8 levels");
    return {};
  }
  const MessageOutline::Placed& placed = outline_[index];
  MessagePlace place{bytes,          std::nullopt,     place_.in_source(placed.entity.header),
                     placed.content, placed.level + 1, place_.decoded_levels + 1};
  return MessagePlanner(draft_, journey_, std::move(place), *placed.layers, false).make();
}

PlannedDocument MessagePlanner::plan_page(std::size_t index, std::string_view bytes) {
  const MessageOutline::Placed& placed = outline_[index];
  const bool identity = placed.entity.encoding == TransferEncoding::identity;
  const FormatRow& row = *readable(placed.entity.type.name);
  const Place place{.format = row.format,
                    .type = row.type,
                    .bytes = bytes,
                    .offset = identity && place_.offset ? place_.in_source(placed.entity.body) : std::nullopt,
                    .note_at = place_.in_source(placed.entity.header),
                    .part = placed.content,
                    .message = journey_.message,
                    .charset = std::string(placed.entity.type.parameter("charset")),
                    .below = placed.layers,
                    .related = outline_.related_to(index),
                    .keep_base_elements = journey_.keep_base_elements,
                    .stays_ascii = identity};
  PlannedDocument document = plan_document(draft_, place);
  journey_.leftover = journey_.leftover || document.leftover;
  return document;
}

/// What says something of a text is told to be wrong once that has changed.
void MessagePlanner::warn_of_stale(std::size_t index) {
  const Entity& about = entity(index);
  if (!edited_within(about.header, about.end)) return;
  const bool body_changed = edited_within(about.body, about.end);
  const std::vector<std::string_view> changed = changed_fields(about);
  const auto is_covered = [&](const mime::Field& signature) {
    if (body_changed || changed.empty()) return body_changed;
    const std::string text = mime::body_of(place_.bytes, signature);
    return std::ranges::any_of(changed, [&](std::string_view name) { return mime::covers_field(text, name); });
  };
  std::vector<std::string_view> stale;
  const auto add = [&](std::string_view name, std::string_view what) {
    if (std::ranges::find(stale, name) != stale.end()) return;
    stale.push_back(name);
    outline_.note(Severity::notice, std::string(name).append(what) + ": what it is about was rewritten", index);
  };
  for (const mime::Field& field : about.fields) {
    const bool signature = field.meaning == Meaning::signature && outline_.is_message(index);
    if (signature && is_covered(field)) add(field.name, " doesn't match any longer");
    const bool counted =
        field.meaning == Meaning::content_length && journey_.counted && index == 0 && place_.decoded_levels == 0;
    const bool of_body = field.meaning == Meaning::digest || field.meaning == Meaning::content_length;
    if (of_body && !counted && body_changed) add(field.name, " is out of date");
  }
  if (body_changed && about.type.name == "multipart/signed") {
    add("the signature of multipart/signed", " doesn't match any longer");
  }
}

/// Whether edits touch [begin, end).
bool MessagePlanner::edited_within(std::size_t begin, std::size_t end) const {
  const auto first = std::ranges::lower_bound(edits_, begin, {}, &Edit::offset);
  return first != edits_.end() && first->offset < end;
}

/// The names of the header fields that edits touch, each once.
std::vector<std::string_view> MessagePlanner::changed_fields(const Entity& about) const {
  std::vector<std::string_view> names;
  for (const mime::Field& field : about.fields) {
    if (std::ranges::find(names, field.name) == names.end() && edited_within(field.body, field.end)) {
      names.push_back(field.name);
    }
  }
  return names;
}

void MessagePlanner::note_what_was_left() {
  for (const auto& [index, count] : left_) {
    const std::string_view why = outline_[index].why_opaque;
    std::string text = counted(count, "part", "parts") + " left alone: " + std::string(why);
    if (why == "signed") text += " (--signed=rewrite changes such parts)";
    outline_.note(Severity::notice, std::move(text), index);
  }
  if (unread_.empty()) return;
  std::string text = "left as they are, of types that are not read: ";
  for (const auto& [type, count] : unread_) {
    text.append(text.ends_with(": ") ? "" : ", ").append(type).append(" (").append(std::to_string(count)).append(")");
  }
  outline_.note(Severity::notice, std::move(text), 0);
}

/// Plans a message; where something stays in it that new Content-Locations would change, once more without them.
std::vector<Edit> plan_whole(Draft& draft, const Layers& below, std::size_t begin, std::size_t end, Journey journey) {
  const Draft::Mark mark = draft.mark();
  const auto attempt = [&](bool keep_locations) {
    journey.entities = mime::most_entities;
    journey.keep_locations = keep_locations;
    MessagePlace place{draft.source().substr(begin, end - begin), begin, std::nullopt, ""};
    return MessagePlanner(draft, journey, std::move(place), below, true).make();
  };
  std::vector<Edit> edits = attempt(false);
  if (draft.options().headers && journey.leftover) {
    draft.go_back(mark);
    edits = attempt(true);
  }
  for (Edit& edit : edits) edit.offset += begin;
  return edits;
}

}  // namespace

std::vector<Edit> plan_message(Draft& draft, const Layers& below) {
  const std::string_view source = draft.source();
  std::vector<Edit> edits = plan_whole(draft, below, 0, source.size(), {});
  const Piece piece{0, source.size(), source.size(), container::rnews_length(source)};
  container::update_frame(piece, edits, draft.strings());
  return edits;
}

std::vector<Edit> plan_mailbox(Draft& draft, const Layers& below) {
  std::vector<Edit> all;
  std::size_t number = 0;
  for (std::size_t at = 0; at < draft.source().size();) {
    const Piece message = *next_piece(Container::mailbox, draft.source(), at, true);
    const Journey journey{.message = ++number, .counted = message.length_field.has_value()};
    std::vector<Edit> edits = plan_whole(draft, below, message.offset, message.end(), journey);
    container::update_frame(message, edits, draft.strings());
    all.insert(all.end(), edits.begin(), edits.end());
    at = message.next;
  }
  return all;
}

}  // namespace absolve::inline detail
