#include "message_planner.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "../html/line_breaks.h"
#include "../mime/locations.h"
#include "../mime/mailbox.h"
#include "../mime/structure.h"
#include "../mime/transfer.h"
#include "../splicing/lines.h"
#include "document_planner.h"
#include "format.h"
#include "message_outline.h"

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

/// The media types that are read. A row without a format: known to hold references, but not read.
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
  [[nodiscard]] PlannedDocument plan_page(std::size_t index, Format format, std::string_view bytes, bool keep_base);
  void splice(std::size_t index, Format format);
  [[nodiscard]] BrokenLines in_lines(std::string_view text, const PlannedDocument& document) const;
  void warn_of_stale(std::size_t index);
  void note_what_was_left();

  [[nodiscard]] const Entity& entity(std::size_t index) const { return outline_[index].entity; }

  [[nodiscard]] std::string_view body(std::size_t index) const {
    return place_.bytes.substr(entity(index).body, entity(index).end - entity(index).body);
  }

  /// How new lines end.
  [[nodiscard]] std::string_view ending_of(std::string_view text) const {
    return line_ending(text, line_ending(place_.bytes, "\n"));
  }

  void give_up(std::size_t index, std::string_view why) {
    journey_.leftover = true;
    outline_.note(Severity::failure, std::string(why) + "; left as it is", index);
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
  std::map<std::size_t, std::size_t> left_;  // parts in an opaque entity that would have been read
  std::map<std::string_view, std::size_t> unread_;
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
  if (!entity(index).problem.empty()) return give_up(index, entity(index).problem);
  rewrite_body(index);
}

void MessagePlanner::rewrite_fields(std::size_t index) {
  Finding finding = mime::find_in_fields(place_.bytes, entity(index).fields);
  if (finding.references.empty() && finding.unread.empty()) return;
  std::vector<std::size_t> chances;
  std::size_t from = entity(index).header;
  for (const Reference& reference : finding.references) {
    if (const auto chance = fold_chance(from, reference.begin)) chances.push_back(*chance);
    from = reference.end;
  }
  const Place place{.format = Format::fields,
                    .type = fields_type,
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

/// Where the line that [from, to) ends with may be folded: the blanks last in it, unless a line would be left with
/// nothing but blanks (RFC 5322, section 3.2.2).
std::optional<std::size_t> MessagePlanner::fold_chance(std::size_t from, std::size_t to) const {
  const std::string_view before = place_.bytes.substr(from, to - from);
  const std::size_t blank = before.find_last_of(" \t");
  const std::size_t last = before.substr(0, blank).find_last_not_of(" \t");
  if (blank == std::string_view::npos || last == std::string_view::npos || before[last] == '\n') return std::nullopt;
  return from + last + 1;
}

/// Decodes a body, has it planned, and encodes the edits.
void MessagePlanner::rewrite_body(std::size_t index) {
  const bool message = entity(index).kind == Entity::Kind::encoded_message;
  const ReadableRow* const row = readable(entity(index).type.name);
  if (row == nullptr && may_refer(entity(index).type.name)) journey_.leftover = true;
  if (!message && (row == nullptr || entity(index).kind != Entity::Kind::leaf)) return;
  if (!message && !row->format) {
    ++unread_[row->type];
    journey_.leftover = true;
    return;
  }
  if (entity(index).bodiless) {
    outline_.note(Severity::notice, "no blank line ends its header, so that it has no body", index);
  }

  const std::string_view encoded = body(index);
  const TransferEncoding encoding = entity(index).encoding;
  std::optional<std::string> decoded;
  switch (encoding) {
    case TransferEncoding::identity: return splice(index, *row->format);
    case TransferEncoding::quoted_printable: decoded = mime::decode_quoted_printable(encoded); break;
    case TransferEncoding::base64: decoded = mime::decode_base64(encoded); break;
    case TransferEncoding::unknown:
      return give_up(index, "its Content-Transfer-Encoding is unknown, or there are several");
  }
  if (!decoded) return give_up(index, "its transfer encoding is broken");
  const std::string_view bytes = draft_.keep_decoded(std::move(*decoded));
  const std::vector<Edit> edits =
      message ? plan_encoded_message(index, bytes) : plan_page(index, *row->format, bytes, false).edits;
  if (encoding == TransferEncoding::base64 && mime::goes_on_behind_padding(encoded)) {
    outline_.note(Severity::notice, "more base64 stands behind the padding of its base64, and isn't read", index);
    journey_.leftover = true;
  }
  if (edits.empty()) return;

  Strings strings = draft_.strings();
  if (encoding == TransferEncoding::quoted_printable) {
    return add(entity(index).body, mime::encode_quoted_printable(encoded, edits, ending_of(encoded), strings));
  }
  std::size_t size = bytes.size();
  for (const Edit& edit : edits) size += edit.text.size() - edit.length;
  if (mime::needs_line_end(encoded, size)) {
    outline_.note(Severity::notice, "its text got a line end more, for the sake of what stands behind its base64",
                  index);
  }
  add(entity(index).body, mime::encode_base64(encoded, bytes, edits, ending_of(encoded), strings));
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

PlannedDocument MessagePlanner::plan_page(std::size_t index, Format format, std::string_view bytes, bool keep_base) {
  const MessageOutline::Placed& placed = outline_[index];
  const bool identity = placed.entity.encoding == TransferEncoding::identity;
  const Place place{.format = format,
                    .type = readable(placed.entity.type.name)->type,
                    .bytes = bytes,
                    .offset = identity && place_.offset ? place_.in_source(placed.entity.body) : std::nullopt,
                    .note_at = place_.in_source(placed.entity.header),
                    .part = placed.content,
                    .message = journey_.message,
                    .charset = std::string(placed.entity.type.parameter("charset")),
                    .below = placed.layers,
                    .related = outline_.related_to(index),
                    .keep_base_elements = keep_base};
  PlannedDocument document = plan_document(draft_, place);
  journey_.leftover = journey_.leftover || document.leftover;
  return document;
}

/// Plans a body that has no transfer encoding, and keeps its lines such as mail can carry: not too long, and none that
/// would come to delimit parts or messages. Only where a base element goes away can that happen, so it stays then.
void MessagePlanner::splice(std::size_t index, Format format) {
  const std::vector<std::string_view> boundaries = outline_.boundaries_around(index);
  const Draft::Mark mark = draft_.mark();
  for (const bool keep_base : {false, true}) {
    const PlannedDocument document = plan_page(index, format, body(index), keep_base);
    const BrokenLines lines = in_lines(body(index), document);
    if (!mime::create_structure(body(index), lines.edits, boundaries))
      return add_lines(index, entity(index).body, lines);
    draft_.go_back(mark);
  }
  give_up(index, "a line of it would come to read as one between parts or messages");
}

BrokenLines MessagePlanner::in_lines(std::string_view text, const PlannedDocument& document) const {
  const std::string_view ending = ending_of(text);
  BrokenLines lines = break_lines(text, document.edits, {}, body_lines, ending);
  if (lines.too_long == 0 || document.transcoded) return lines;
  const std::vector<std::size_t> chances = html::break_chances(text, document.finding.references);
  return break_lines(text, document.edits, chances, body_lines, ending);
}

/// Header fields that say something of a body are told to be wrong once that has changed.
void MessagePlanner::warn_of_stale(std::size_t index) {
  const Entity& about = entity(index);
  const auto first = std::ranges::lower_bound(edits_, about.header, {}, &Edit::offset);
  if (first == edits_.end() || first->offset >= std::max(about.end, about.header + 1)) return;
  const bool counted = journey_.counted && index == 0 && place_.decoded_levels == 0;
  for (const mime::Field& field : about.fields) {
    const bool signature = field.meaning == Meaning::signature && outline_.is_message(index);
    const bool stale =
        signature || field.meaning == Meaning::digest || (field.meaning == Meaning::content_length && !counted);
    if (!stale) continue;
    const std::string_view what = signature ? " doesn't match any longer" : " is out of date";
    outline_.note(Severity::notice, std::string(field.name).append(what) + ": what it is about was rewritten", index);
  }
}

void MessagePlanner::note_what_was_left() {
  for (const auto& [index, count] : left_) {
    const std::string_view why = outline_[index].why_opaque;
    std::string text = counted(count, "part", "parts") + " left alone: " + std::string(why);
    if (why == "signed") text += " (--signed=rewrite changes such parts)";
    outline_.note(Severity::notice, std::move(text), index);
  }
  if (unread_.empty()) return;
  std::string text = "left as they are, of a type that is not read yet: ";
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
