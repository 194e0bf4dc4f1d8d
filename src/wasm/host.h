#pragma once

#include <optional>
#include <string_view>

#include "../describe/unit_notes.h"
#include "absolve/options.h"
#include "absolve/plan.h"

namespace absolve::wasm {

// What JavaScript is asked (src/npm/module.js), by the functions that the module imports.

/// Decides on a link as a function in JavaScript does. Throws Stopped if that has thrown.
class Asking {
 public:
  [[nodiscard]] LinkAnswer ask(const LinkQuestion& question);

 private:
  std::optional<LineCounter> lines_;
};

/// A function in JavaScript has thrown: the call ends, and JavaScript throws the same again.
struct Stopped {};

/// Takes bytes of the output of a stream.
void write(std::string_view bytes);

/// Takes a note, with the numbers that it has in its input.
void tell(const Note& note, const NotePlace& place);

}  // namespace absolve::wasm
