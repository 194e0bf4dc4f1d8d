#include "unit_notes.h"

#include "../text/counted.h"
#include "absolve/plan.h"

namespace absolve {
namespace {

/// Whether this is where the first unit of an input is.
bool is_first(const SourcePlace& place) noexcept {
  return place.record > 0 ? place.record == 1 : place.line > 0 ? place.line == 1 : place.bytes == 0;
}

}  // namespace

inline namespace detail {

bool is_said_before(const Note& note, const SourcePlace& place) noexcept {
  const bool is_of_all = !note.offset && note.message == 0 && place.record == 0 && place.line == 0;
  return is_of_all && !is_first(place) && note.severity != Note::Severity::failure;
}

void UnitNotes::pass_on(const Unit& unit, FunctionRef<void(const Note& note, const NotePlace& place)> add) {
  using Number = std::optional<std::size_t>;
  const SourcePlace& place = unit.place;
  const Number record = place.record > 0 ? Number(place.record) : Number();
  const Number line = place.line > 0 ? Number(place.line) : Number();
  if (unit.plan != nullptr && !unit.plan->notes().empty()) {
    LineCounter lines(*unit.plan);
    for (const Note& note : unit.plan->notes()) {
      if (is_said_before(note, place)) continue;
      if (note.code == NoteCode::unsuitable_base && !note.offset) {
        if (note.text == said_) continue;
        said_ = note.text;
      }
      const bool is_counted = note.offset && !record && !line;
      add(note, {.offset = note.offset ? Number(*note.offset + (record ? 0 : place.bytes)) : Number(),
                 .line = is_counted ? Number(place.lines + lines.at(*note.offset).line) : line,
                 .record = record,
                 .messages = place.messages});
    }
  }
  if (!unit.left.empty()) {
    add({NoteCode::record_unread, Note::Severity::failure, std::string(unit.left), {}},
        {.offset = {}, .line = line, .record = record});
  }
}

bool join(Note& first, const Note& more) {
  if (first.code != more.code || first.kind != more.kind) return false;
  const std::size_t count = first.count + more.count;
  if (first.code == NoteCode::references_kept) {
    first.text.replace(0, references(first.count).size(), references(count));
  } else {
    first.text.resize(first.text.size() - so_are_further_lines(first.count).size());
    first.text += so_are_further_lines(count);
  }
  first.count = count;
  return true;
}

}  // namespace detail
}  // namespace absolve
