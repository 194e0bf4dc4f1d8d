#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "absolve/plan.h"
#include "log.h"

namespace absolve::cli {

/// The messages about one input, kept within bounds whatever is in it: ten messages of a kind, fifty kinds of a
/// severity, then their number.
class BoundedMessages {
 public:
  using Severity = Note::Severity;

  /// Tells them to `log`, which must outlive it.
  BoundedMessages(std::string name, Log& log) : name_(std::move(name)), log_(log) {}

  /// Tells `what` of a place in the input: `where` is its name with the line, `place` the part of a message or "".
  /// Returns whether it was within bounds.
  bool tell(Severity severity, std::string_view kind, std::string_view where, std::string_view place,
            std::string_view what);

  /// Says how many messages were left out. To be called once the input is done.
  void finish() const;

 private:
  struct Kind {
    std::size_t count = 0;
    std::string last;  // that was printed
  };

  std::string name_;
  Log& log_;
  std::map<std::pair<Severity, std::string>, Kind> kinds_;
  std::array<std::size_t, 3> kinds_of_severity_{};
  std::size_t of_further_kinds_ = 0;
};

/// What a text says without its particulars: the numbers, and what stands in quotes.
[[nodiscard]] std::string kind_of(std::string_view text);

}  // namespace absolve::cli
