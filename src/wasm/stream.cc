#include "stream.h"

#include <algorithm>
#include <utility>

#include "host.h"

namespace absolve::wasm {

Stream::Stream(InputAndOptions meant, RewriterOptions more)
    : meant_(std::move(meant)),
      more_(std::move(more)),
      write_(write),
      observer_{.unit = [this](const Unit& unit) { tell_of(unit); }},
      output_(write_, observer_, is_stopped_),
      opening_(settings_, meant_.input, true) {}

void Stream::add(std::string_view bytes) {
  std::ranges::copy(bytes, opening_.bytes().space(bytes.size()).begin());
  opening_.bytes().add(bytes.size());
  put_units();
}

void Stream::end() {
  opening_.end();
  put_units();
  opening_.finish(output_);
  output_.finish();
  const Rewritten& result = output_.result();
  for (const Note& note : result.notes) tell(note, {});
  if (!result.missing.empty()) throw BadInput("the output lacks a part of the input: " + result.missing);
}

void Stream::put_units() {
  while (const auto work = opening_.next(1)) {
    work->plan();
    work->put(output_);
    output_.end_work();
  }
}

/// Its notes, with their places in the whole input. What is wrong with the URL that is given for all units is said
/// once.
void Stream::tell_of(const Unit& unit) {
  using Number = std::optional<std::size_t>;
  const SourcePlace& place = unit.place;
  const Number record = place.record > 0 ? Number(place.record) : Number();
  const Number line = place.line > 0 ? Number(place.line) : Number();
  if (unit.plan != nullptr && !unit.plan->notes().empty()) {
    LineCounter lines(*unit.plan);
    for (const Note& note : unit.plan->notes()) {
      const bool is_of_all = !note.offset && note.message == 0 && !record && !line;
      if (is_of_all && !place.is_first() && note.severity != Note::Severity::failure) continue;
      if (note.code == NoteCode::unsuitable_base && !note.offset) {
        if (note.text == said_) continue;
        said_ = note.text;
      }
      const bool is_counted = note.offset && !record && !line;
      tell(note, {.offset = note.offset ? Number(*note.offset + (record ? 0 : place.bytes)) : Number(),
                  .line = is_counted ? Number(place.lines + lines.at(*note.offset).line) : line,
                  .record = record,
                  .messages = place.messages});
    }
  }
  if (!unit.left.empty()) {
    tell({NoteCode::record_unread, Note::Severity::failure, std::string(unit.left), {}}, {{}, line, record});
  }
}

}  // namespace absolve::wasm
