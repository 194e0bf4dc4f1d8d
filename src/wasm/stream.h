#pragma once

#include <atomic>
#include <string_view>

#include "../collect/opening.h"
#include "../describe/unit_notes.h"
#include "absolve/options.h"
#include "absolve/rewriter.h"

namespace absolve::wasm {

/// An input whose bytes come when they come: what is complete is written at once.
class Stream {
 public:
  Stream(InputAndOptions meant, RewriterOptions more);
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// Throws BadInput, and what functions for links throw.
  void add(std::string_view bytes);
  /// No more will be added. Throws the same.
  void end();

 private:
  void put_units();

  InputAndOptions meant_;
  RewriterOptions more_;
  Originals originals_;
  std::atomic<bool> is_stopped_ = false;
  collect::RunSettings settings_{
      .options = meant_.options, .more = more_, .originals = originals_, .is_stopped = is_stopped_};
  WriteFunction write_;
  Observer observer_;
  collect::Output output_;
  collect::Opening opening_;
  UnitNotes notes_;
};

}  // namespace absolve::wasm
