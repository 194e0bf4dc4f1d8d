#include "show_input.h"

#include <string_view>

#include "../../text/types.h"
#include "../inputs/wacz_file.h"
#include "../views/views.h"
#include "run_input.h"

namespace absolve::cli {
namespace {

/// Returns whether --check has found anything.
bool show_plan(View view, const Page& page, const Plan& plan) {
  switch (view) {
    case View::rewritten: return false;  // it is written
    case View::list: print_list(page, plan); return false;
    case View::explain: print_explain(page, plan); return false;
    case View::diff: print_diff(page, plan); return false;
    case View::check: break;
  }
  return print_check(page, plan);
}

/// Whether a plan is of lines of a stream without a link, such as the header of a table: there is nothing to show.
bool is_between_documents(const Plan& plan) {
  return (plan.type() == Type::jsonl || is_table(plan.type())) && plan.links().empty();
}

void show(Task& task, Writer& out, const Unit& unit) {
  const SourcePlace& place = unit.place;
  const RunContext& context = task.context();
  const Settings& settings = context.settings;
  if (settings.view != View::diff && is_between_documents(*unit.plan)) return;
  Page page{out, task.job().path, settings.json, context.colour, context.columns, place};
  if (!unit.member.empty()) page.input = path_of_member(task.job(), unit.member);
  if (settings.view == View::diff && (place.record > 0 || place.line > 0))
    page.input += ", " + place_in_input(place, 0, "");
  const bool found_relative = show_plan(settings.view, page, *unit.plan);
  if (found_relative) task.worsen(Status::relative_found);
}

/// Throws InputError if the common output would not be what its name, or the user, says: an archive is one that holds
/// nothing else, and an original is not replaced by its conversions.
void require_whole_archive(const Settings& settings, Type type, bool is_replaced) {
  if (settings.view != View::rewritten || settings.dry_run) return;
  const bool is_archive = is_web_archive(type);
  if (is_archive && is_replaced && settings.emit == ArchiveEmit::conversion) {
    throw InputError(
        "would be replaced by conversions of its records and nothing else (--warc-emit=response copies all)");
  }
  if (!is_archive && settings.joins_archives) {
    throw InputError("is no web archive, so it can't be joined with one (--output-dir writes each by itself)");
  }
}

}  // namespace

void show_input(Task& task, Workspace& workspace, Writer& out) {
  const RunContext& context = task.context();
  const Settings& settings = context.settings;
  const Way way = way_to_input(task, workspace, task.job().file());
  JobInput opened(task, workspace, way);
  const bool is_replaced = context.destination->replaces(opened.input);
  require_whole_archive(settings, opened.what.known_type(), is_replaced);
  if (is_replaced) context.destination->prepare_for(opened.input, opened.wants_lock(settings));
  // A program that writes a list line by line waits for answers.
  Outlet outlet{.observer = {.flush = [&out] { out.flush(); }}, .name = settings.output.value_or("")};
  if (!settings.dry_run) {
    if (settings.view == View::rewritten) {
      outlet.write = [&](std::string_view bytes) { out.write(bytes); };
      outlet.observer.unit = [&](const Unit& unit) { out.expect_lasting(unit.is_copied); };
      outlet.observer.written = [&] { out.let_go(); };
    } else {
      outlet.show = [&](const Unit& unit) { show(task, out, unit); };
    }
    if (context.destination->is_file()) outlet.directory = [&] { return context.destination->directory(); };
  }
  run_input(task, opened, outlet);
}

}  // namespace absolve::cli
