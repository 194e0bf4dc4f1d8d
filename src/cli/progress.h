#pragma once

#include <cstddef>
#include <string>

#include "outcome.h"
#include "settings.h"

namespace absolve::cli {

/// A line on standard error that says how far a run has come.
class Progress {
 public:
  /// `files`: how many there are in all.
  Progress(When when, std::size_t files);

  /// Draws the line anew, now and then.
  void show(const Totals& totals);
  /// Takes the line away, so that something else can be said.
  void hide();
};

/// `3 files, 2 changed, 1 unchanged, 0 skipped, 0 failed, 17 links, 0.1 s`
[[nodiscard]] std::string summary_of(const Totals& totals, double seconds);

}  // namespace absolve::cli
