#include "show_input.h"

#include <algorithm>
#include <string_view>

#include "../views/views.h"
#include "take_input.h"

namespace absolve::cli {
namespace {

/// Returns whether --check has found anything.
bool show_plan(View view, const Page& page, const Plan& plan) {
  switch (view) {
    case View::rewritten:
      plan.for_each_piece([&](std::string_view piece) { page.out.write_lasting(piece); });
      page.out.let_go();  // before the plan and its input are destroyed
      return false;
    case View::list: print_list(page, plan); return false;
    case View::explain: print_explain(page, plan); return false;
    case View::diff: print_diff(page, plan); return false;
    case View::check: break;
  }
  return print_check(page, plan);
}

void show(Task& task, Writer& out, const Plan& plan, const SourcePlace& place) {
  const RunContext& context = task.context();
  const Settings& settings = context.settings;
  Page page{out, task.job().path, settings.json, context.colour, context.columns, place};
  if (settings.view == View::diff && (place.record > 0 || place.line > 0))
    page.input += ", " + place_in_input(place, 0, "");
  const bool found_relative = show_plan(settings.view, page, plan);
  if (found_relative) task.worsen(Status::relative_found);
}

}  // namespace

void show_input(Task& task, Workspace& workspace, Writer& out) {
  const RunContext& context = task.context();
  const Settings& settings = context.settings;
  const Way way = way_to_input(task, workspace, task.job().file());
  JobInput opened(task, workspace, way);
  if (context.destination->replaces(opened.input))
    context.destination->prepare_for(opened.input, opened.wants_lock(settings));
  // A program that writes a list line by line waits for answers.
  Outlet outlet{.flush = [&out] { out.flush(); }, .name = settings.output.value_or("")};
  if (!settings.dry_run) {
    if (settings.view == View::rewritten) outlet.write = [&](std::string_view bytes) { out.write(bytes); };
    if (context.destination->is_file()) {
      outlet.file = [&] { return context.destination->descriptor(); };
      outlet.directory = [&] { return context.destination->directory(); };
    }
    outlet.take = [&](const Plan& plan, const SourcePlace& place) { show(task, out, plan, place); };
  }
  take_input(task, opened, outlet);
}

}  // namespace absolve::cli
