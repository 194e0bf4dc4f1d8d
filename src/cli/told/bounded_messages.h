// A Task has BoundedMessages, and passes them the notes about the units of its input. Those within the limits go on to
// the Log of the Task.

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "absolve/plan.h"
#include "log.h"

namespace absolve::cli {

/// The messages about one input, limited in number whatever is in it: ten messages of a kind, then only their number.
/// Of fifty kinds; further ones are told apart by their codes alone.
class BoundedMessages {
 public:
  using Severity = Note::Severity;

  /// `log` prints them; it must outlive this.
  BoundedMessages(std::string name, Log& log) : name_(std::move(name)), log_(log) {}

  /// Prints `what` about a place in the input, which says what others of its code and detail (Note::kind) say: `where`
  /// is the name of the input with the line, `place` the part of a message or "".
  void tell(Severity severity, NoteCode code, std::string_view detail, std::string_view where, std::string_view place,
            std::string_view what);

  /// Reports how many messages were left out. To be called when the input is done.
  void finish() const;

 private:
  struct Kind {
    std::size_t count = 0;
    std::string last;  // the last one that was printed
  };

  std::string name_;
  Log& log_;
  std::map<std::pair<Severity, std::string>, Kind> kinds_;
};

}  // namespace absolve::cli
