#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "../text/function_ref.h"
#include "absolve/rewriter.h"

namespace absolve::inline detail {

/// Where a note is in the whole input, as far as it has these numbers.
struct NotePlace {
  std::optional<std::size_t> offset;
  std::optional<std::size_t> line;
  std::optional<std::size_t> record;
  std::size_t messages = 0;  // before its unit
};

/// Whether a note about a unit is about all of its input, so that it was said for the first unit.
[[nodiscard]] bool is_said_before(const Note& note, const SourcePlace& place) noexcept;

/// Passes on the notes about the units of an input. Those about all of it are passed on for its first unit alone, and
/// what is wrong with the URL that is given for all of them, once.
class UnitNotes {
 public:
  void pass_on(const Unit& unit, FunctionRef<void(const Note& note, const NotePlace& place)> add);

 private:
  std::string said_;  // what is wrong with that URL
};

/// Joins a note about lines or references that were left unchanged with one that says the same of later ones. Returns
/// false, and changes nothing, if that says something else.
bool join(Note& first, const Note& more);

}  // namespace absolve::inline detail
