// Messages get to standard error in three steps. The notes about the units of an input go through BoundedMessages. The
// Log of a Task keeps what these let pass, and its other messages, until the turn of its job has come; then the
// Console, of which a run has one, prints them.

#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../system/job_threads.h"
#include "absolve/plan.h"
#include "progress.h"

namespace absolve::cli {

/// A message about an input.
struct Message {
  std::string where;  // the name of the input, with the line if there is one
  std::string what;
  std::string kind = {};  // identifies similar messages about other inputs; "" if it is always printed
};

/// Standard error, which messages and the progress line share. Only one thread at a time may use it.
///
/// Messages of one kind are printed for ten inputs; further inputs are only counted, and finish() reports how many
/// there were. Failures have no kind: all are printed.
class Console {
 public:
  enum class Repeats { are_counted, are_printed };

  explicit Console(Progress& progress, Repeats repeats = Repeats::are_printed) noexcept
      : progress_(progress), counts_repeats_(repeats == Repeats::are_counted) {}

  /// Prints whole lines.
  void print(std::string_view lines) noexcept;
  /// Prints messages about one input.
  void print(std::string_view input, std::span<const Message> messages) noexcept;
  /// Prints `absolve: where: what`; if memory is exhausted, with a simpler replacement of unprintable characters.
  void complain(std::string_view where, std::string_view what) noexcept;
  /// Reports which messages were not printed. To be called when all inputs are done.
  void finish() noexcept;

 private:
  struct Repeated {
    std::string last_input;
    std::size_t inputs = 0;
    std::string what;  // text of the last one printed
  };
  [[nodiscard]] bool is_printed(std::string_view input, const Message& message);

  Progress& progress_;
  const bool counts_repeats_;
  std::map<std::string, Repeated, std::less<>> repeated_;  // by kind
};

/// The messages about one input: printed at once if its turn has come, otherwise when it is taken.
class Log {
 public:
  /// `input` is its name, which must outlive this. `turn` is nullptr if it has no turn before it is taken.
  /// `printed_before`: this many of the first messages were printed by an earlier attempt, and are not printed again.
  Log(Console& console, const Turn* turn, std::string_view input, std::size_t printed_before = 0) noexcept
      : console_(console), turn_(turn), input_(input), to_skip_(printed_before), printed_(printed_before) {}

  /// Prints `absolve: where: what`; if memory is exhausted, with a simpler replacement of unprintable characters.
  /// `kind` is that of Message.
  void complain(std::string_view where, std::string_view what, std::string_view kind = {}) noexcept;

  /// Prints the waiting messages, and from now on all others at once: its turn has come, and no message about an
  /// earlier input is waiting.
  void print_at_once() noexcept {
    prints_at_once_ = true;
    print();
  }
  /// How many messages were printed, including those of earlier attempts.
  [[nodiscard]] std::size_t printed_at_once() const noexcept { return printed_; }
  /// Adds a message that another log has kept.
  void add(Message&& message) noexcept;

  /// The messages that wait to be printed.
  [[nodiscard]] std::vector<Message> release_kept() noexcept { return std::exchange(kept_, {}); }

 private:
  void print() noexcept;

  Console& console_;
  const Turn* turn_;
  std::string_view input_;
  std::size_t to_skip_;
  std::size_t printed_;
  bool prints_at_once_ = false;
  std::vector<Message> kept_;
};

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

/// What is told once a run, not once an input, as it would be the same for each: Run prints it after the last job. Any
/// number of threads may add to it.
class RunNotes {
 public:
  void add(std::string_view text) {
    const std::lock_guard lock(mutex_);
    if (!texts_.contains(text)) texts_.emplace(text);
  }
  /// To be called when all inputs are done.
  [[nodiscard]] const std::set<std::string, std::less<>>& texts() const noexcept { return texts_; }

 private:
  std::mutex mutex_;
  std::set<std::string, std::less<>> texts_;
};

}  // namespace absolve::cli
