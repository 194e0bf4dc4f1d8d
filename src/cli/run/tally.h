#pragma once

#include <string>
#include <string_view>

#include "../inputs/source_place.h"
#include "../outputs/outcome.h"
#include "absolve/plan.h"

namespace absolve::cli {

/// Adds what a plan comes to to the outcome of its input, in which its source stands at a place; with details, as
/// reports show them.
void tally(Outcome& outcome, const Plan& plan, const SourcePlace& place, bool with_details);

/// Adds what a part of an input comes to, which was taken by itself.
void add_part(Outcome& outcome, const Outcome& part);

/// Adds a message about an input, within bounds.
/// `line`: from 1; 0: it is of the whole. `place`: in a message, or "".
void add_note(Outcome& outcome, std::size_t line, std::string_view place, std::string_view what);

}  // namespace absolve::cli
