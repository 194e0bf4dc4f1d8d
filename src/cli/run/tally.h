// Task counts the links of each plan here, in the Outcome of its input, and keeps the notes that the reports show.

#pragma once

#include <string_view>

#include "../outputs/outcome.h"
#include "absolve/rewriter.h"

namespace absolve::cli {

/// Adds the result of a plan to the outcome of its input, where its source is at `place`; with the details that reports
/// show.
void tally(Outcome& outcome, const Plan& plan, const SourcePlace& place, bool with_details);

/// Adds the result of a part of an input that was processed by itself.
void add_part(Outcome& outcome, const Outcome& part);

/// Adds a message about an input, up to a limit. `line` counts from 1; 0 if it is about the whole input. `place` is
/// that in a message, or "".
void add_note(Outcome& outcome, std::size_t line, std::string_view place, std::string_view what);

}  // namespace absolve::cli
