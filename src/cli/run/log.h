#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../system/job_threads.h"
#include "progress.h"

namespace absolve::cli {

/// A message about an input.
struct Message {
  std::string where;  // the name of the input, with the line where there is one
  std::string what;
  std::string kind = {};  // what it has in common with such messages about other inputs; "": it is always printed
};

/// Standard error, which messages and the line of progress share. One thread at a time.
///
/// Of a kind, messages are printed for ten inputs; for those after them, inputs are counted, and finish() says how many
/// there were. Failures have no kind: they are all printed.
class Console {
 public:
  enum class Repeats { are_counted, are_printed };

  explicit Console(Progress& progress, Repeats repeats = Repeats::are_printed) noexcept
      : progress_(progress), counts_repeats_(repeats == Repeats::are_counted) {}

  /// Prints whole lines.
  void print(std::string_view lines) noexcept;
  /// Prints messages about one input.
  void print(std::string_view input, std::span<const Message> messages) noexcept;
  /// `absolve: where: what`; with less care for what is printable where memory is out.
  void complain(std::string_view where, std::string_view what) noexcept;
  /// Says which messages were not printed. To be called once all are done.
  void finish() noexcept;

 private:
  struct Repeated {
    std::string last_input;
    std::size_t inputs = 0;
    std::string what;  // of the last that was printed
  };
  [[nodiscard]] bool is_printed(std::string_view input, const Message& message);

  Progress& progress_;
  const bool counts_repeats_;
  std::map<std::string, Repeated, std::less<>> repeated_;  // by kind
};

/// The messages about one input: at once where its turn has come, and else once it is taken.
class Log {
 public:
  /// `input`: its name, which must outlive it. nullptr: its turn does not come before it is taken.
  /// `printed_before`: so many messages, the first, were printed by an attempt before, and are not again.
  Log(Console& console, const Turn* turn, std::string_view input, std::size_t printed_before = 0) noexcept
      : console_(console), turn_(turn), input_(input), to_skip_(printed_before), printed_(printed_before) {}

  /// `absolve: where: what`; with less care for what is printable where memory is out. `kind`: as in Message.
  void complain(std::string_view where, std::string_view what, std::string_view kind = {}) noexcept;

  /// Prints what waits, and all that comes from now on at once: its turn has come, and nothing of an input before it
  /// waits.
  void print_at_once() noexcept {
    prints_at_once_ = true;
    print();
  }
  /// How many it has printed since, and then.
  [[nodiscard]] std::size_t printed_at_once() const noexcept { return printed_; }
  /// Adds a message that another log has kept.
  void add(Message&& message) noexcept;

  /// What waits to be printed.
  [[nodiscard]] std::vector<Message> take_kept() noexcept { return std::exchange(kept_, {}); }

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

}  // namespace absolve::cli
