#include "message_outline.h"

#include <algorithm>
#include <array>
#include <utility>

#include "../mime/headings.h"
#include "../mime/locations.h"
#include "../text/ascii.h"

namespace absolve::inline detail {
namespace {

using mime::Entity;
using mime::Meaning;

std::string join(std::string_view number, std::size_t next) {
  std::string result(number);
  return result.append(number.empty() ? "" : ".").append(std::to_string(next));
}

bool is_related(const MessageOutline::Placed& placed) noexcept {
  return placed.entity.type.name == "multipart/related";
}

}  // namespace

MessageOutline::MessageOutline(Draft& draft, Journey& journey, const MessagePlace& place, const Layers& below,
                               bool outermost)
    : draft_(draft), journey_(journey), place_(place) {
  auto entities = mime::find_entities(place_.bytes, mime::most_levels - place_.levels_above, journey_.entities);
  journey_.entities -= std::min(journey_.entities, entities.size());
  placed_.reserve(entities.size());
  for (Entity& entity : entities) enter(std::move(entity), below, outermost);
  gather_related();
}

bool MessageOutline::is_message(std::size_t index) const {
  const std::size_t parent = placed_[index].entity.parent;
  return parent == Entity::none || placed_[parent].entity.kind == Entity::Kind::message;
}

std::vector<const Related*> MessageOutline::related_to(std::size_t index) const {
  std::vector<const Related*> around;
  for (std::size_t at = placed_[index].related; at != Entity::none; at = placed_[at].related) {
    if (const auto found = related_.find(at); found != related_.end()) around.push_back(&found->second);
  }
  return around;
}

std::vector<std::string_view> MessageOutline::boundaries_around(std::size_t index) const {
  std::vector<std::string_view> boundaries;
  while ((index = placed_[index].entity.parent) != Entity::none) {
    const mime::MediaType& type = placed_[index].entity.type;
    if (type.is_multipart()) boundaries.push_back(mime::boundary_of(type));
  }
  return boundaries;
}

bool MessageOutline::may_hold_links(std::size_t index) const {
  constexpr auto signs = std::to_array<std::string_view>({"html", "href", "src", "base64"});
  const Entity& entity = placed_[index].entity;
  const std::string_view bytes = place_.bytes.substr(entity.header, entity.end - entity.header);
  const auto stands_there = [&](std::string_view sign) {
    return find_ignoring_case(bytes, sign) != std::string_view::npos;
  };
  const bool encoded = entity.type.is_message() && entity.encoding != mime::TransferEncoding::identity;
  return encoded || std::ranges::any_of(signs, stands_there);
}

void MessageOutline::note(Note::Severity severity, std::string text, std::size_t index) const {
  const Placed& placed = placed_[index];
  draft_.note({severity, std::move(text), place_.in_source(placed.entity.header), placed.content, journey_.message});
}

/// Takes the next entity, which stands behind those around it.
void MessageOutline::enter(Entity entity, const Layers& below, bool outermost) {
  const std::size_t index = placed_.size();
  const bool root = entity.parent == Entity::none;
  std::string number = number_of(entity);
  Placed& placed = placed_.emplace_back();
  placed.number = std::move(number);
  placed.entity = std::move(entity);
  const Placed* const above = root ? nullptr : &placed_[placed.entity.parent];
  const mime::MediaType& type = placed.entity.type;
  placed.content = is_message(index) && !type.is_multipart() ? join(placed.number, 1) : placed.number;
  placed.level = root ? place_.levels_above : above->level + 1;
  std::vector<Candidate> headings = mime::headings(place_.bytes, placed.entity, placed.number, place_.offset);
  placed.layers = wrap(index, headings, root ? below : *above->layers, root && outermost);
  if (!root) placed.opaque = above->opaque;
  if (!is_message(index)) placed.related = is_related(*above) ? placed.entity.parent : above->related;
  if (placed.why_opaque.empty()) placed.why_opaque = why_opaque(index);
  if (placed.opaque == Entity::none && !placed.why_opaque.empty()) placed.opaque = index;

  std::string_view remark = placed.entity.problem.empty() ? placed.why_opaque : placed.entity.problem;
  if (remark.empty() && is_root_of_related(index)) remark = "the root";
  draft_.parts().push_back({placed.content, journey_.message, placed.level, type.name, std::move(headings), remark});
}

/// IMAP's numbers (RFC 3501, section 6.4.5): those of a multipart's parts follow its own, and a message in a part has
/// that part's.
std::string MessageOutline::number_of(const Entity& entity) {
  if (entity.parent == Entity::none) return place_.number;
  Placed& above = placed_[entity.parent];
  if (above.entity.kind == Entity::Kind::message) return above.content;
  return join(above.number, ++above.children);
}

/// The layers of an entity: its own headings, and what is around it.
const Layers* MessageOutline::wrap(std::size_t index, const std::vector<Candidate>& headings, const Layers& around,
                                   bool outermost) {
  Placed& placed = placed_[index];
  const Layers* outside = &around;
  std::vector<Candidate> own = headings;
  auto retrieval = mime::snapshot_location(place_.bytes, placed.entity, placed.number, place_.offset);
  if (retrieval && outermost) {  // --url counts before it
    Layers innermost = establish({std::move(*retrieval)}, {}, draft_.options().generation);
    note_unsuitable(draft_, innermost, 1, journey_.message);
    std::vector<Candidate> given;
    for (const Layer& layer : around.layers) given.push_back(layer.candidate);
    outside = &layers_.emplace_back(establish(std::move(given), innermost, draft_.options().generation));
  } else if (retrieval) {
    own.push_back(std::move(*retrieval));
  }
  if (own.empty()) return outside;
  if (!draft_.grow(*outside)) {
    placed.why_opaque = "the headings around it pass the limit on size";
    const auto severity = may_hold_links(index) ? Note::Severity::failure : Note::Severity::detail;
    note(severity, std::string(placed.why_opaque) + "; left as it is", index);
    return outside;
  }
  const std::size_t count = own.size();
  layers_.push_back(establish(std::move(own), *outside, draft_.options().generation));
  note_unsuitable(draft_, layers_.back(), count, journey_.message);
  return &layers_.back();
}

/// Why what an entity holds is left alone, in words; "": it isn't.
std::string_view MessageOutline::why_opaque(std::size_t index) const {
  const Entity& entity = placed_[index].entity;
  const Signed signatures = draft_.options().signatures;
  if (entity.type.name == "multipart/encrypted") return "encrypted";
  if (entity.type.name == "multipart/signed" && signatures != Signed::rewrite) return "signed";
  const bool carries_signature = is_message(index) && mime::find(entity.fields, Meaning::signature) != nullptr;
  if (carries_signature && signatures == Signed::skip) return "signed by DKIM or ARC";
  return {};
}

/// RFC 2387, section 3.2: the part that `start` names, or else the first.
bool MessageOutline::is_root_of_related(std::size_t index) const {
  const Entity& entity = placed_[index].entity;
  if (entity.parent == Entity::none) return false;
  const Placed& above = placed_[entity.parent];
  if (!is_related(above)) return false;
  const std::string_view start = above.entity.type.parameter("start");
  if (start.empty()) return above.children == 1;
  const mime::Field* const id = mime::find(entity.fields, Meaning::content_id);
  return id != nullptr && mime::body_of(place_.bytes, *id) == start;
}

void MessageOutline::gather_related() {
  for (std::size_t i = 0; i < placed_.size(); ++i) {
    const Placed& placed = placed_[i];
    const mime::Field* const field = mime::find(placed.entity.fields, Meaning::content_location);
    if (placed.related == Entity::none || field == nullptr) continue;
    const auto& base = placed.layers->base;
    const bool made_absolute = draft_.options().headers && !journey_.keep_locations && placed.opaque == Entity::none;
    related_[placed.related].add(mime::url_of(mime::body_of(place_.bytes, *field)), base ? &*base : nullptr,
                                 made_absolute);
  }
}

}  // namespace absolve::inline detail
