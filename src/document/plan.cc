#include "absolve/plan.h"

#include <algorithm>
#include <array>

namespace absolve {
namespace {

struct ReasonRow {
  Reason reason;
  std::string_view name;
  std::string_view words;
};

constexpr auto reasons = std::to_array<ReasonRow>({
    {Reason::none, "", ""},
    {Reason::no_base, "no-base", "the base is undefined"},
    {Reason::fragment, "fragment", "a fragment alone, which points into the document itself"},
    {Reason::empty_no_fetch, "empty", "empty: resolved, it would fetch the document itself"},
    {Reason::empty_document, "empty-document", "empty: it means the document's own URL"},
    {Reason::gains_net_loc, "gains-net-loc", "its absolute form would read as another URL"},
    {Reason::hidden_characters, "hidden-characters", "control characters in it hide what it means"},
    {Reason::charset, "charset", "its absolute form can't be written in the charset of the input"},
    {Reason::base_removed, "base-removed", "the href of a base element that is removed"},
});

constexpr bool rows_stand_at_their_reason() {
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    if (static_cast<std::size_t>(reasons[i].reason) != i) return false;
  }
  return true;
}
static_assert(rows_stand_at_their_reason());

}  // namespace

std::string_view name_of(Action action) noexcept {
  constexpr std::array<std::string_view, 3> names = {"rewrite", "absolute", "keep"};
  return names[static_cast<std::size_t>(action)];
}

std::string_view name_of(Reason reason) noexcept { return reasons[static_cast<std::size_t>(reason)].name; }

std::string_view describe(Reason reason) noexcept { return reasons[static_cast<std::size_t>(reason)].words; }

bool Plan::failed() const noexcept {
  return std::ranges::any_of(notes_, [](const Note& note) { return note.severity == Note::Severity::failure; });
}

bool Plan::base_missing() const noexcept {
  return std::ranges::any_of(links_, [](const Link& link) { return link.reason == Reason::no_base; });
}

std::string Plan::output() const {
  std::size_t size = source_.size();
  for (const Edit& edit : edits_) size += edit.text.size() - edit.length;
  std::string result;
  result.reserve(size);
  for_each_piece([&](std::string_view piece) { result += piece; });
  return result;
}

}  // namespace absolve
