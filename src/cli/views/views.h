// With --list, --explain, --check or --diff, show_input() calls one of these functions for each unit. A plan goes in;
// text or JSON goes to the Writer of the Page.

#pragma once

#include <string>
#include <string_view>

#include "../../describe/json_object.h"
#include "../outputs/writer.h"
#include "absolve/absolve.h"

namespace absolve::cli {

/// Where a view is written, and how it looks.
struct Page {
  Writer& out;
  std::string input;  // its name as given; "-": standard input
  bool json;
  bool colour;          // text for a terminal
  std::size_t columns;  // that --list and --explain may take; unlimited if it is not for a person

  SourcePlace source = {};  // where the plan's source is in the input
};

/// The first members of each object of a view: the file.
[[nodiscard]] JsonObject object_of(const Page& page);

/// A place such as `a href`, or `iframe srcdoc > a href`.
[[nodiscard]] std::string place_of(const Plan& plan, const Link& link);

/// A place in an input, in words: `message 3, part 1.2`, `record 5` or `line 5`, as far as these exist; `message` is
/// the number in the source, or 0.
[[nodiscard]] std::string place_in_input(const SourcePlace& source, std::size_t message, std::string_view part);

void print_list(const Page& page, const Plan& plan);
/// Returns whether there was anything to print.
bool print_check(const Page& page, const Plan& plan);
void print_explain(const Page& page, const Plan& plan);
void print_diff(const Page& page, const Plan& plan);

/// Adds ANSI colours to text, if the page has colours.
enum class Colour { good, bad, frame, place, dim, bold };
[[nodiscard]] std::string coloured(const Page& page, Colour colour, std::string_view text);

}  // namespace absolve::cli
