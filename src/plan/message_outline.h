#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../mime/entities.h"
#include "related.h"
#include "absolve/base.h"
#include "draft.h"

namespace absolve::inline detail {

/// What is the same for all that is nested in one message.
struct Journey {
  std::size_t message = 0;                     // number in the mailbox
  std::size_t entities = mime::most_entities;  // that may still be met
  bool counted = false;                        // its Content-Length is kept right
  bool keep_locations = false;                 // leave Content-Location as it is
  bool keep_base_elements = false;             // whatever the options say
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

  /// Where a byte of the message stands in the source, as far as there is such a place.
  [[nodiscard]] std::optional<std::size_t> in_source(std::size_t at) const {
    return offset ? std::optional(*offset + at) : note_at;
  }
};

/// The entities of a message, each with its number, the layers around it, and whether what it holds is left alone.
class MessageOutline {
 public:
  /// An entity in its place.
  struct Placed {
    mime::Entity entity;
    std::string number;   // of its headings
    std::string content;  // of its body, where it is no multipart
    const Layers* layers = nullptr;
    std::size_t level = 0;
    std::size_t children = 0;
    std::size_t opaque = mime::Entity::none;   // index of the entity around it whose contents are left alone
    std::string_view why_opaque = {};          // in words, where that is this one
    std::size_t related = mime::Entity::none;  // index of the innermost multipart/related around it in its message
  };

  /// Adds the parts to the draft, and notes on their headings. `outermost`: --url was meant for this message.
  MessageOutline(Draft& draft, Journey& journey, const MessagePlace& place, const Layers& below, bool outermost);

  [[nodiscard]] std::size_t size() const noexcept { return placed_.size(); }
  [[nodiscard]] const Placed& operator[](std::size_t index) const { return placed_[index]; }

  /// Whether the entity is a message, and no part of one.
  [[nodiscard]] bool is_message(std::size_t index) const;
  /// The parts that references in an entity may mean, the innermost multipart/related first.
  [[nodiscard]] std::vector<const Related*> related_to(std::size_t index) const;

  /// The boundaries of the multiparts that an entity stands in.
  [[nodiscard]] std::vector<std::string_view> boundaries_around(std::size_t index) const;

  /// Whether an entity that can't be read may hold links: a word of its bytes is a sign of HTML, or of an encoding that
  /// hides such words. Cautious; linear in the entity.
  [[nodiscard]] bool may_hold_links(std::size_t index) const;

  /// Notes something on an entity.
  void note(Note::Severity severity, std::string text, std::size_t index) const;

 private:
  void enter(mime::Entity entity, const Layers& below, bool outermost);
  [[nodiscard]] std::string number_of(const mime::Entity& entity);
  [[nodiscard]] const Layers* wrap(std::size_t index, const std::vector<Candidate>& headings, const Layers& around,
                                   bool outermost);
  [[nodiscard]] std::string_view why_opaque(std::size_t index) const;
  [[nodiscard]] bool is_root_of_related(std::size_t index) const;
  void gather_related();

  Draft& draft_;
  Journey& journey_;
  const MessagePlace& place_;
  std::vector<Placed> placed_;
  std::deque<Layers> layers_;                     // a deque, as the entities point to them
  std::map<std::size_t, Related> related_;  // by the multipart/related
};

}  // namespace absolve::inline detail
