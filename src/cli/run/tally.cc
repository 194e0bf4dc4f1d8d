#include "tally.h"

#include <algorithm>

#include "../../describe/members.h"
#include "../system/layout.h"
#include "../views/views.h"
#include "absolve/plan.h"

namespace absolve::cli {
namespace {

constexpr std::size_t max_notes = 20;
constexpr std::size_t columns_of_note = 500;  // of a note, or of a reference that is shown

constexpr bool stays_relative(const Link& link) noexcept {
  return link.action == Action::keep && is_still_relative(link);
}

}  // namespace

void tally(Outcome& outcome, const Plan& plan, const SourcePlace& place, bool with_details) {
  const bool is_first = outcome.documents == 0;
  outcome.documents += static_cast<std::size_t>(std::ranges::count_if(plan.documents(), &Document::counts));
  if (outcome.kind == Outcome::Kind::unchanged && !plan.edits().empty()) outcome.kind = Outcome::Kind::changed;
  if (plan.type() == Type::unknown) outcome.kind = std::max(outcome.kind, Outcome::Kind::skipped);
  if (!with_details) {
    for (const Link& link : plan.links()) {
      outcome.counts.add(link.action);
      outcome.relative += stays_relative(link) ? 1 : 0;
    }
    return;
  }
  const auto first = std::ranges::find_if(plan.documents(), &Document::counts);
  if (is_first && first != plan.documents().end()) {
    outcome.type = first->type;
    const Base* const base = plan.base(first->scope);
    outcome.base = url_text(*first, base).value_or("");
    outcome.base_from = plan.base_from(first->scope);
  }
  LineCounter lines(plan);
  for (const Link& link : plan.links()) {
    outcome.count(element_name(link), link.action, link.reason);
    outcome.relative += stays_relative(link) ? 1 : 0;
    if (outcome.examples.size() == max_examples || link.action == Action::absolute) continue;
    const auto offset = plan.source_offset(link);
    outcome.examples.push_back(
        {offset ? place.lines + lines.at(*offset).line : 0, place_of(plan, link),
         shortened(link.reference, columns_of_note),
         link.action == Action::keep ? std::string(describe(link.reason)) : shortened(*link.url(), columns_of_note),
         link.action});
  }
}

void add_part(Outcome& outcome, const Outcome& part) {
  using Kind = Outcome::Kind;
  outcome.add(part);
  const bool counts = part.kind == Kind::failed || (part.kind == Kind::changed && outcome.kind != Kind::failed);
  if (counts) outcome.kind = part.kind;
  outcome.status = std::max(outcome.status, part.status);
  for (const std::string& note : part.notes) add_note(outcome, 0, "", note);
  if (outcome.error.empty()) outcome.error = part.error;
}

void add_note(Outcome& outcome, std::size_t line, std::string_view place, std::string_view what) {
  if (outcome.notes.size() == max_notes) return outcome.notes.push_back("...");
  if (outcome.notes.size() > max_notes) return;
  std::string note = line == 0 ? "" : "line " + std::to_string(line) + ": ";
  note.append(place).append(place.empty() ? "" : ": ").append(what);
  outcome.notes.push_back(shortened(note, columns_of_note));
}

}  // namespace absolve::cli
