// The loop in collect/ divides the input into units, and each unit goes to the Task and to the Outlet. Each member of a
// package gets a Task of its own, whose result is added to that of the package. New archives are kept in an unnamed
// file (ScratchFile) until the package is written.

#include "run_input.h"

#include <sys/stat.h>

#include <atomic>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "../../collect/package/bad_member.h"
#include "../../collect/package/package.h"
#include "../../collect/run.h"
#include "../../detect/divide.h"
#include "../../text/types.h"
#include "../inputs/wacz_file.h"
#include "../outputs/archive_names.h"
#include "../outputs/new_file.h"
#include "../outputs/temporary_file.h"
#include "../outputs/writer.h"

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

/// What a run needs. Throws InputError if a new archive can't be made.
RewriterOptions options_of_run(const Task& task, const JobInput& opened, const Outlet& outlet) {
  const Settings& settings = task.context().settings;
  if (outlet.write && is_web_archive(opened.what.known_type())) check_new_archive(settings, task.job(), outlet.name);
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

/// To be called before records are copied: revisits refer to the earlier ones of the run, in the order of the archives.
void begin_originals(Task& task) {
  task.turn().wait();
  task.context().originals.forget();
  task.result().adds_originals = true;
}

/// Reads an input that is no package, unit by unit (collect/run.h), and tells the task.
Rewritten run_collection(Task& task, JobInput& opened, const Outlet& outlet) {
  const RunContext& context = task.context();
  const Settings& settings = context.settings;
  const RewriterOptions more = options_of_run(task, opened, outlet);
  if (opened.what.known_type() == Type::warc) {
    if (settings.view == View::rewritten && settings.emit == ArchiveEmit::response) begin_originals(task);
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
  Rewritten result = collect::run(run, ByteQueue(opened.input.lend()), read, outlet.write, opened.what, observer);
  task.finish(result, opened.what.known_type());
  return result;
}

/// An unnamed file, if one is needed.
class ScratchFile {
 public:
  explicit ScratchFile(const Outlet& outlet) : outlet_(outlet) {}

  [[nodiscard]] Scratch scratch() {
    return {[this](std::string_view bytes) { add(bytes); },
            [this](std::uint64_t at, std::span<char> space) { return read(at, space); }};
  }

 private:
  void add(std::string_view bytes) {
    if (!file_) {
      const std::string directory = outlet_.directory ? outlet_.directory() : temporary_folder();
      const std::string_view hint = outlet_.directory ? "" : hint_at_tmpdir;
      file_.emplace(directory, hint);
      writer_.emplace(*file_, std::string(directory).append(hint));
    }
    writer_->write(bytes);
  }
  [[nodiscard]] std::size_t read(std::uint64_t at, std::span<char> space) {
    writer_->flush();
    return bytes_of(file_->descriptor(), 0, at + space.size()).read_at(at, space);
  }

  const Outlet& outlet_;
  std::optional<NewFile> file_;
  std::optional<Writer> writer_;
};

/// One package while it is read.
class PackageTask {
 public:
  PackageTask(Task& task, JobInput& opened, const Outlet& outlet) : task_(task), opened_(opened), outlet_(outlet) {}

  [[nodiscard]] bool rewrite() {
    if (opened_.what.known_type() == Type::wacz) begin_originals(task_);
    try {
      Rewritten result = run();
      std::erase_if(result.notes, [](const Note& note) { return !note.member.empty(); });  // the members had them
      task_.finish({.notes = std::move(result.notes)}, opened_.what.known_type());
      if (opened_.what.known_type() == Type::epub) task_.outcome().type = "application/epub+zip";  // not that of a page
      if (task_.context().settings.cdxj) {
        task_.result().captures = std::move(result.captures);
        task_.result().old_captures = std::move(result.old_captures);
      }
      return result.changes && !task_.result().is_missing;
    } catch (const BadInput& error) {
      if (has_begun_ && !part_) throw;
      if (part_) miss_part(collect::why_of(error));
      else report_unread(error.what());
    } catch (const InputError& error) {
      if (!part_) throw;
      miss_part(error.what());
    }
    return false;
  }

  /// Reports why the input is left unchanged, and copies it if all results go to one output.
  void report_unread(const std::string& why) {
    task_.report_unread({}, why + "; left unchanged");
    task_.finish({}, opened_.what.known_type());
    task_.outcome().kind = Outcome::Kind::skipped;
    task_.outcome().error = why;
    if (!outlet_.write || !outlet_.writes_unchanged) return;
    const FileBytes file = bytes();
    zip::copy(file, 0, file.size, outlet_.write);
  }

 private:
  /// Those of a pipe are in memory.
  [[nodiscard]] FileBytes bytes() {
    return S_ISREG(opened_.input.status().st_mode) ? bytes_of(opened_.input) : zip::in_memory(opened_.input.rest());
  }

  [[nodiscard]] Rewritten run() {
    ScratchFile scratch(outlet_);
    const RewriterOptions more = options_of_run(task_, opened_, outlet_);
    const collect::RunSettings settings = settings_of_run(task_, more);
    Observer observer{.unit = [this](const Unit& unit) { observe(unit); },
                      .written = outlet_.observer.written,
                      .begin_member = [this](std::string_view name) { begin(name); },
                      .end_member = [this](const Rewritten& result) { end(result); }};
    return collect::run_file(settings, bytes(), scratch.scratch(), outlet_.write, opened_.what, observer);
  }

  void observe(const Unit& unit) {
    if (!part_) {
      if (outlet_.observer.unit) outlet_.observer.unit(unit);
      return;
    }
    part_->begin_unit(unit);
    outlet_.show_plan_of(unit);
    part_->end_unit(unit);
  }

  void begin(std::string_view name) {
    has_begun_ = true;
    job_ = job_of_member(task_.job(), name, 0);
    job_.is_found = job_.is_found || opened_.what.known_type() == Type::epub;  // nobody has named what a book holds
    part_.emplace(job_, task_.turn(), task_.context(), task_.reported_before());
  }

  void end(const Rewritten& result) {
    part_->finish(result, Type::unknown);
    task_.add_result(part_->release_result());
    part_.reset();
  }

  void miss_part(std::string_view why) {
    part_->miss_because(why);
    task_.add_result(part_->release_result());
  }

  Task& task_;
  JobInput& opened_;
  const Outlet& outlet_;
  bool has_begun_ = false;
  Job job_;                   // for the member in it that is read
  std::optional<Task> part_;  // the same
};

/// Makes a new package from a package, a WACZ or a book (Rewriter::run()), or shows its units. What is told about a
/// member has the member's name. A file that can't be read as a package is left unchanged, with a message.
bool run_package(Task& task, JobInput& opened, const Outlet& outlet) {
  const bool is_wacz = opened.what.known_type() == Type::wacz;
  if (is_wacz && !S_ISREG(opened.input.status().st_mode)) {
    throw InputError("is not a regular file, which a WACZ must be");
  }
  PackageTask package(task, opened, outlet);
  if (!is_wacz || task.context().settings.packs_wacz()) return package.rewrite();
  try {
    const WaczFile file(opened.input);
    package.report_unread("is only read as a WACZ if its name ends in .wacz, or with --type=wacz");
  } catch (const BadInput& error) {
    package.report_unread(error.what());
  }
  return false;
}

}  // namespace

bool run_input(Task& task, JobInput& opened, const Outlet& outlet) {
  const bool is_compressed = opened.what.detected->content_coding != ContentCoding::identity;
  if (is_package(opened.what.known_type()) && !is_compressed) return run_package(task, opened, outlet);
  Rewritten result = run_collection(task, opened, outlet);
  task.result().captures = std::move(result.captures);
  task.result().old_captures = std::move(result.old_captures);
  task.result().hidden_captures = result.hidden_captures;
  return result.changes;
}

}  // namespace absolve::cli
