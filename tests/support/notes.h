#pragma once

#include <cstddef>
#include <string>

#include "absolve/plan.h"

namespace absolve::test {

/// Notes as the tables show them: a sign for the severity, and the text.
[[nodiscard]] inline std::string notes_of(const Plan& plan) {
  std::string text;
  for (const Note& note : plan.notes()) {
    text.append(text.empty() ? "" : "|").append(1, "-*!"[static_cast<std::size_t>(note.severity)]).append(note.text);
  }
  return text;
}

}  // namespace absolve::test
