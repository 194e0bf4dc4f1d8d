#include "run_collection.h"

#include <atomic>

#include "../../collect/run.h"
#include "../../detect/divide.h"
#include "../outputs/archive_names.h"

namespace absolve::cli {
namespace {

/// Signals end the functions that read and write.
const std::atomic<bool> never = false;

/// Whether an input is planned as a whole, though it could be divided: for a diff, which shows the whole; and for a
/// view that says first how many links there are, if its units are nothing of their own.
bool is_shown_whole(const Settings& settings, Type type) noexcept {
  const bool counts_first = settings.view == View::explain || (settings.view == View::list && !settings.json);
  return settings.view == View::diff || (counts_first && is_list(type));
}

/// Whether an input is read into memory that the next one uses again: a file that is one unit, and not large.
bool is_read_at_once(JobInput& opened, const Options& options) {
  constexpr std::uint64_t large = std::uint64_t{16} << 20;
  return opened.what.known_type() != Type::warc && opened.input.begin() && opened.input.size() <= large &&
         container_of(first_bytes(opened.input), opened.what, options) == Container::none;
}

/// Throws InputError if the new archive can't be made.
void check_new_archive(const Settings& settings, const Job& job, const std::string& output_name) {
  if (!settings.date) throw InputError("cannot be dated, as SOURCE_DATE_EPOCH is not a number of seconds");
  const bool is_conversion = settings.output_dir && settings.emit == ArchiveEmit::conversion;
  if (is_conversion && !is_for_conversions(output_name, job.path)) {
    throw InputError(
        "is an archive, but its name doesn't say so: its conversions need an output name (give one with -o)");
  }
}

}  // namespace

RewriterOptions options_of_run(const Task& task, const JobInput& opened, const Outlet& outlet) {
  const Settings& settings = task.context().settings;
  const bool is_archive = is_web_archive(opened.what.known_type());
  if (is_archive && outlet.write) check_new_archive(settings, task.job(), outlet.name);
  RewriterOptions options{.threads = task.context().parts_at_once,
                          .is_whole = is_shown_whole(settings, opened.what.known_type()),
                          .output_name = outlet.name};
  ArchiveOptions& archive = options.archive;
  archive.emit = settings.emit;
  archive.range = task.job().range.value_or(ArchiveRange{});
  archive.date = settings.date.value_or("");
  archive.said = settings.said;
  // Several archives in one output must all be compressed.
  if (settings.inputs.size() > 1 && !settings.writes_each()) archive.compresses = true;
  archive.writes_always = outlet.writes_unchanged;
  archive.lists_captures = settings.cdxj.has_value();
  return options;
}

collect::RunSettings settings_of_run(const Task& task, const RewriterOptions& more) {
  const RunContext& context = task.context();
  return {.options = context.settings.options,
          .more = more,
          .originals = context.originals,
          .is_stopped = never,
          .is_made = context.settings.view == View::rewritten,
          .refuses_zstd = context.settings.writes_each()};
}

Rewritten run_collection(Task& task, JobInput& opened, const Outlet& outlet) {
  const RunContext& context = task.context();
  const Settings& settings = context.settings;
  const bool is_made = settings.view == View::rewritten;
  const RewriterOptions more = options_of_run(task, opened, outlet);
  if (opened.what.known_type() == Type::warc) {
    if (is_made && settings.emit == ArchiveEmit::response) {
      task.turn().wait();
      context.originals.forget();
      task.result().adds_originals = true;
    }
    if (const auto& range = task.job().range) opened.input.go_to(range->begin);
  }
  collect::RunSettings run = settings_of_run(task, more);
  run.size = opened.input.size();
  Observer observer = outlet.observer;
  observer.unit = [&](const Unit& unit) {
    task.begin_unit(unit);
    if (outlet.observer.unit) outlet.observer.unit(unit);
    outlet.show_plan_of(unit);
    task.end_unit(unit);
  };
  if (is_read_at_once(opened, settings.options)) static_cast<void>(opened.input.rest());
  ReadFunction read = nullptr;
  if (!opened.input.is_all_seen()) read = [&](std::span<char> space) { return opened.input.read(space); };
  try {
    Rewritten result = collect::run(run, ByteQueue(opened.input.lend()), read, outlet.write, opened.what, observer);
    task.finish(result, opened.what.known_type());
    return result;
  } catch (const BadInput& error) {
    throw InputError(error.what());
  }
}

}  // namespace absolve::cli
