#include "worker.h"
#include "../outputs/archive_names.h"

#include <algorithm>
#include <cerrno>
#include <new>
#include <system_error>
#include <utility>

#include "../outputs/late_mail.h"
#include "../outputs/mailbox_lock.h"
#include "../system/messages.h"
#include "../system/signals.h"
#include "../views/views.h"
#include "stream_run.h"

namespace absolve::cli {
namespace {

/// Shows a plan; returns whether --check has found something.
bool show_plan(View view, const Page& page, const Plan& plan) {
  switch (view) {
    case View::rewritten:
      plan.for_each_piece([&](std::string_view piece) { page.out.write_lasting(piece); });
      page.out.let_go();  // before the plan and its input go
      return false;
    case View::list: print_list(page, plan); return false;
    case View::explain: print_explain(page, plan); return false;
    case View::diff: print_diff(page, plan); return false;
    case View::check: break;
  }
  return print_check(page, plan);
}

/// Whether an input is planned in one piece, though it could be cut: for a diff, which is of the whole, and for any
/// other view but the rewriting where pieces are no units.
bool is_shown_whole(View view, bool in_place, Container container) {
  if (container == Container::mailbox) return view == View::diff;
  const bool is_of_entries = container == Container::lines || container == Container::records;
  return view != View::rewritten || (is_of_entries && in_place);
}

bool is_for_want_of_room(const FileError& error) noexcept { return error.code() == ENOSPC || error.code() == EDQUOT; }

/// Whether it is read line by line. What is packed is a list, and read as a whole.
bool is_stream(const Options& options) noexcept {
  return options.type == Type::jsonl && options.content_coding == ContentCoding::identity;
}

}  // namespace

Worker::Worker(const RunContext& context) : context_(context) {
  if (context.destination != nullptr) out_.emplace(context.destination->descriptor(), Writer::OnSignal::stop);
}

Result Worker::operator()(const Job& job, const Turn& turn) {
  if (!signal_that_came().empty()) return {.is_missing = true, .was_given_up = true};
  try {
    return do_job(job, turn, Attempt::first);
  } catch (const Interrupted&) {
    return {.is_missing = true, .was_given_up = true};
  } catch (const std::bad_alloc&) {  // not even for what there was to tell
    Result result{.is_missing = true};
    result.outcome.fail(out_of_memory);
    complain(display_name_or_nothing(job.path), out_of_memory);
    if (out_) result.output = out_->take_kept();
    return result;
  }
}

/// Throws Interrupted, too.
Result Worker::do_job(const Job& job, const Turn& turn, Attempt attempt) {
  bool is_tried_again = false;
  remembers_ = false;
  Task task(job, turn, context_);
  if (out_) out_->wait_for(turn);
  if (job.exclusion == Job::Exclusion::hidden) {
    task.skip_because(job.why, Note::Severity::detail);
  } else if (job.exclusion == Job::Exclusion::skipped) {
    task.skip_because(job.why);
  } else if (job.exclusion == Job::Exclusion::failed) {
    task.miss_because(job.why);
  } else {
    try {
      out_ ? show(task) : rewrite(task);
    } catch (const InputError& error) {
      task.miss_because(folders_.told(error.what()));
    } catch (const FileError& error) {
      if (out_) throw;
      is_tried_again = attempt == Attempt::first && is_for_want_of_room(error);
      if (!is_tried_again) task.miss_because(folders_.told(error.what()));
    } catch (const std::bad_alloc&) {
      task.miss_because(out_of_memory);
    } catch (const std::system_error& error) {
      task.miss_because(error.what());
    }
  }
  // A shard knows no archive of another: each is done by itself, so that it comes out alike, however many shards there
  // are.
  if (remembers_ && !is_tried_again && !task.result().is_missing && !context_.settings.shard) context_.originals.keep();
  if (is_tried_again) {
    turn.wait_alone();
    context_.make_room();
    return do_job(job, turn, Attempt::last);
  }
  if (out_) {
    out_->flush();
    task.result().output = out_->take_kept();
  }
  return task.take_result();
}

/// To a new file, which takes the place of the old one, or appears below --output-dir.
void Worker::rewrite(Task& task) {
  const Settings& settings = context_.settings;
  const Job& job = task.job();
  const bool in_place = settings.in_place_suffix.has_value();
  const std::string target = target_of(job, settings);
  if (target.empty()) throw FileError("is a dangling symbolic link");
  const Way source = way_to_input(job, target);
  const std::string& path = source.path;
  const std::string suffix = settings.in_place_suffix.value_or("");
  if (in_place) require_replaceable(path, suffix, settings.hardlinks);
  std::optional<MailboxLock> lock;
  Input input(buffer_, path, how_to_open(job));
  const Options options = options_for(job, input);
  // Nothing but conversion records may stand under the name of a file of them: what is no archive keeps its own.
  const bool is_misnamed = !in_place && options.type != Type::warc && is_for_conversions(job.output, job.path);
  const std::string new_path =
      is_misnamed ? directory_of(job.output) + job.path.substr(job.path.rfind('/') + 1) : job.output;
  if (in_place && !settings.dry_run && wants_locks(options.type)) {
    lock.emplace(path);
    input.reopen();  // what was delivered before counts
  }

  std::optional<Rewriting> rewriting;
  const bool is_message = in_place && !job.maildir_temporary.empty();
  // Of an archive done whole, conversions are all that there is to write. Parts are written in any case: they join.
  const bool is_of_conversions = options.type == Type::warc && settings.emit == ArchiveEmit::conversion && !job.range;
  const bool writes_all = !in_place && !settings.only_changed && !is_of_conversions;
  Way grows;   // where the new file does
  Way output;  // with --output-dir
  const auto directory = [&] {
    if (!in_place) output = folders_.way_to(new_path, context_.output_root_size, folders_to_make(settings));
    if (is_message) grows = way_to_input(job, job.maildir_temporary);
    return is_message ? grows.path : directory_of(in_place ? path : output.path);
  };
  if (!settings.dry_run) {
    rewriting.emplace(input.descriptor(), directory,
                      writes_all ? Rewriting::Begin::at_once : Rewriting::Begin::at_first_edit);
  }
  bool has_edits = false;
  if (options.type == Type::warc || is_stream(options)) {
    const auto write = [&](std::string_view bytes) { rewriting->add(bytes); };
    const auto write_new = rewriting ? Write(write) : Write();
    has_edits = is_stream(options)
                    ? for_each_line(task, input, options, write_new)
                    : for_each_record(task, input, options, {in_place ? "" : new_path, writes_all}, write_new);
    if (rewriting && ((!writes_all && !has_edits) || task.result().is_missing)) return;
  } else {
    for_each_plan(task, input, options, [&](const Plan& plan, const SourcePlace&) {
      has_edits = has_edits || !plan.edits().empty();
      if (rewriting) rewriting->add(plan);
      if (lock) lock->refresh();
    });
  }
  std::unique_ptr<NewFile> file = rewriting ? rewriting->finish() : nullptr;
  const bool would_write = !in_place && settings.dry_run && (has_edits || writes_all);
  if (would_write) task.result().outcome.output = new_path;
  if (!job.later_version.empty() && !settings.dry_run) return settle_older(task, input, file.get());
  if (!file) return;

  Replacement replacement =
      replacement_of(job, output, {path, input.status(), lock.has_value()}, *rewriting, std::move(file));
  replacement.keep_open({source.folder, grows.folder, output.folder});
  if (replacement.path() != path) task.result().outcome.output = replacement.told(replacement.path());
  // Revisits are led to what a full copy holds: it takes its place before it is remembered, in its turn, which has
  // come.
  if (context_.puts_in_turn && !lock && !remembers_) {
    replacement.begin_to_sync();
    task.result().replacement = std::move(replacement);
    return;
  }
  if (settings.fail_fast) task.turn().wait();
  put_now(task, replacement);
  if (!lock) return;
  lock->release();
  try {
    task.remark(source.told(
        bring_over_late_mail({path, input.descriptor(), input.status().st_size, replacement.descriptor()})));
  } catch (const FileError& error) {
    task.lack_because(source.told(error.what()));
  } catch (const std::bad_alloc&) {
    task.lack_because(out_of_memory);
  }
}

/// A message that a later version stands beside: one that a run that was killed has left goes, any other stays.
/// `becomes`: nullptr: it changes into nothing else. Throws FileError.
void Worker::settle_older(Task& task, const Input& input, const NewFile* becomes) {
  const Job& job = task.job();
  task.turn().wait();  // until the later one has been done
  const int bytes = becomes == nullptr ? input.descriptor() : becomes->descriptor();
  const Way older_way = way_to_input(job, job.path);
  const Way later_way = way_to_input(job, job.later_version);
  const auto later = status_of(later_way.path);
  if (!later || !is_leftover(input.status(), bytes, later_way.path)) {
    task.outcome().kind = Outcome::Kind::unchanged;
    return task.leave({}, "is beside a later version that is not its rewritten form: " + job.later_version +
                              "; both are left as they are");
  }
  remove_older(older_way.path, input.status(), later_way.path, *later);
  task.outcome().kind = Outcome::Kind::changed;
  task.outcome().output = job.later_version;
}

/// Throws FileError where it can't be put in place.
void Worker::put_now(Task& task, Replacement& replacement) const {
  const std::vector<Placed> placed = put_all({&replacement}, context_.settings.fsync);
  const auto& [is_there, error] = placed.front();
  if (!is_there) throw FileError(error);
  if (!error.empty()) task.lack_because(error);
  else if (context_.settings.verbose) task.remark(replacement.remark());
}

/// To an input, or what lies in its folder or beside that. Throws InputError.
Way Worker::way_to_input(const Job& job, const std::string& path) {
  try {
    return folders_.way_to(path, root_of(path, job, context_.settings));
  } catch (const FileError& error) {
    throw InputError(error.what(), error.code());
  }
}

Input::Open Worker::how_to_open(const Job& job) const {
  if (!job.is_found) return Input::Open::any;
  return context_.settings.symlinks == Symlinks::skip ? Input::Open::found_unlinked : Input::Open::found;
}

/// How a new file gets to its place.
Replacement Worker::replacement_of(const Job& job, const Way& output, Original original, const Rewriting& rewriting,
                                   std::unique_ptr<NewFile> file) const {
  const Settings& settings = context_.settings;
  const bool names_size = job.is_message && says_size(original.path);
  // Mail servers that pack messages name the sizes that they have unpacked.
  if (names_size && rewriting.is_packed() && rewriting.has_edits()) {
    throw FileError("is compressed, and the sizes in its name would be wrong; left as it is");
  }
  if (settings.output_dir) {
    std::string path =
        names_size && rewriting.has_edits() ? resized_message(output.path, rewriting.size()) : output.path;
    return Replacement::made_of(original, std::move(path), std::move(file), settings.preserve_mtime);
  }
  if (!job.maildir_temporary.empty()) {
    std::string name = renamed_message(original.path, rewriting.size());
    return Replacement::of_message(std::move(original), std::move(file), std::move(name));
  }
  return Replacement::over(std::move(original), std::move(file), *settings.in_place_suffix, settings.preserve_mtime);
}

/// To where all results go.
void Worker::show(Task& task) {
  const Way source = way_to_input(task.job(), task.job().path);
  Input input(buffer_, source.path, how_to_open(task.job()));
  const Options options = options_for(task.job(), input);
  if (context_.destination->replaces(input)) context_.destination->prepare_for(input, wants_locks(options.type));
  const bool writes = context_.settings.view == View::rewritten && !context_.settings.dry_run;
  const Write write = [this](std::string_view bytes) { out_->write(bytes); };
  if (options.type == Type::warc) {
    for_each_record(task, input, options, {context_.settings.output.value_or(""), true}, writes ? write : nullptr);
    return;
  }
  // Of an archive, others than the reader write; nobody talks to it line by line.
  input.before_waiting([this] { out_->flush(); });
  if (is_stream(options)) {
    for_each_line(task, input, options, writes ? write : nullptr);
    return;
  }
  for_each_plan(task, input, options, [&](const Plan& plan, const SourcePlace& place) {
    if (!context_.settings.dry_run) show(task, plan, place);
  });
}

void Worker::show(Task& task, const Plan& plan, const SourcePlace& place) {
  const Settings& settings = context_.settings;
  Page page{*out_, task.job().path, settings.json, context_.colour, context_.columns, place};
  if (settings.view == View::diff && (place.record > 0 || place.line > 0))
    page.input += ", " + place_in_input(place, 0, "");
  const bool found_relative = show_plan(settings.view, page, plan);
  if (found_relative) task.outcome().status = std::max(task.outcome().status, Status::relative_found);
}

/// Plans an archive record by record, and writes what becomes of it; where it can't be written, its plans are shown.
/// Returns whether there is more to write than what an archive begins with.
bool Worker::for_each_record(Task& task, Input& input, Options options, const ArchiveTarget& target,
                             const Write& write) {
  const Settings& settings = context_.settings;
  options.headers = options.headers || settings.emit == ArchiveEmit::response;
  if (write && !settings.date) throw InputError("cannot be dated, as SOURCE_DATE_EPOCH is no number of seconds");
  if (write) require_name(task.job(), target.name);
  const std::optional<ArchiveRange>& range = task.job().range;
  if (range) input.go_to(range->begin);
  options.content_coding = ContentCoding::identity;  // of each record
  const ArchiveOutput output(settings, task.job(), target.name);
  ArchiveRun run(input, range.value_or(ArchiveRange{}), std::move(options));
  const bool is_copied = write && output.is_copy();
  const bool is_made = settings.view == View::rewritten;  // to be written, or to be told what would be
  bool has_begun = false;
  bool changes = false;
  std::size_t unconverted = 0;
  if (is_made && output.is_copy()) {
    task.turn().wait();  // revisits may stand for records of the archives before
    context_.originals.forget();
    remembers_ = true;
  }
  run.run(
      context_.records_at_once,
      [&](const Record& record, const Plan& plan, ArchiveCompression packing) {
        return is_made ? output.made_of(record, plan, packing) : Made();
      },
      [&](const RecordJob& job, const SourcePlace& place) {
        if (is_copied) require_copiable(job);
        if (job.plan) task.take(*job.plan, place);
        else if (!job.record->unread.empty()) task.leave(place, std::string(job.record->unread) + "; left as it is");
        std::string revisit;
        if (is_made && output.is_copy()) revisit = follow(task, job, place, output, changes);
        const std::string& made = revisit.empty() ? job.made.bytes : revisit;
        changes = changes || (job.plan && !job.plan->edits().empty() && !made.empty());
        if (is_made && job.plan && output.leaves(*job.record, *job.plan)) ++unconverted;
        if (!write) {
          if (job.plan && !settings.dry_run) show(task, *job.plan, place);
          return;
        }
        const bool is_due = is_copied || target.begins_always || !made.empty();
        if (is_due && !std::exchange(has_begun, true)) write(output.beginning(job.packing));
        if (job.plan && !made.empty()) write(made);
        if (!job.plan)
          output.copy(
              *job.record, job.packing, [&](const auto& take) { run.rest(take); }, write);
      });
  if (write && !has_begun && target.begins_always) write(output.beginning(run.packing()));
  if (const std::string error = run.error(); !error.empty()) {
    if (is_copied) task.miss_because(error);
    else task.leave({}, error);
  }
  if (unconverted > 0) {
    task.note(std::to_string(unconverted) + (unconverted == 1 ? " response" : " responses") + " with relative links " +
              (unconverted == 1 ? "has" : "have") +
              " no conversion: redirects and errors would be found as pages (--warc-emit=response copies all)");
  }
  task.finish();
  return changes;
}

/// In a full copy: remembers what became of a record, or makes a revisit fit what became of that which it stands for.
/// Returns the revisit, "": it is none; `changes`: whether it, too, is another one now.
std::string Worker::follow(Task& task, const RecordJob& job, const SourcePlace& place, const ArchiveOutput& output,
                           bool& changes) const {
  constexpr std::string_view left = "; copied with its digest and fields as they are";
  if (job.made.original || !job.plan) {
    const auto original = job.plan ? job.made.original : original_of(job.record->text, job.record->text);
    if (original) context_.originals.add(*original);
    else task.leave(place, "it is a revisit of more than 1 MiB" + std::string(left));
    return {};
  }
  RevisitCopy made = output.made_of_revisit(*job.record, context_.originals, job.packing);
  if (made.fate == RevisitCopy::Fate::unknown) task.leave(place, made.why + std::string(left));
  if (made.fate == RevisitCopy::Fate::followed) {
    changes = true;
    task.outcome().kind = Outcome::Kind::changed;
  }
  return std::move(made.text);
}

/// Plans a stream, and writes what becomes of its lines; where there is nothing to write to, its plans are shown.
/// Returns whether a line changes.
bool Worker::for_each_line(Task& task, Input& input, Options options, const Write& write) {
  const bool is_shown = !write && !context_.settings.dry_run;
  const auto show_plan = [&](const Plan& plan, const SourcePlace& place) { show(task, plan, place); };
  const std::string_view beginning = input.ahead(1);
  // What is written is its lines, also in place, so that only who looks at it needs all of it.
  const Container container = is_shown ? container_for(options, beginning) : container_of(options, beginning);
  return StreamRun(task, std::move(options), write, is_shown ? StreamRun::Show(show_plan) : nullptr)
      .run(input, container);
}

/// Throws InputError where what is made of an archive can't get the name that it would.
void Worker::require_name(const Job& job, std::string_view output_name) const {
  if (output_name.ends_with(".zst")) throw InputError("can't be written in zstd, in which archives are only read");
  const bool is_conversion = context_.settings.output_dir && context_.settings.emit == ArchiveEmit::conversion;
  if (is_conversion && !is_for_conversions(output_name, job.path)) {
    throw InputError("is an archive, though its name doesn't say so: there is none for its conversions (-o gives one)");
  }
}

/// Throws InputError where the archive that a record stands in is of a kind that is only read.
void Worker::require_copiable(const RecordJob& job) const {
  constexpr std::string_view advice = ", which is only read: --warc-emit=conversion makes records of what changes";
  const bool is_arc = job.plan && job.plan->record()->is_arc;
  if (is_arc) throw InputError("is an ARC archive" + std::string(advice));
  const bool is_zstd = job.packing == ArchiveCompression::zstd && context_.settings.writes_each();
  if (is_zstd) throw InputError("is compressed with zstd" + std::string(advice));
}

/// What holds for one input alone.
Options Worker::options_for(const Job& job, Input& input) const {
  const Settings& settings = context_.settings;
  Options options = settings.options;
  Provenance provenance = context_.retrieval.of(job.path, input.descriptor());
  options.retrieval_url = retrieval_url_of(job, settings);
  options.retrieved_from = std::move(provenance.urls);
  if (options.charset.empty()) options.charset = std::move(provenance.charset);
  if (settings.keeps_local_links) {
    options.is_local_copy = [path = job.path](std::string_view link) { return leads_to_file(path, link); };
  }
  if (options.type == Type::automatic) options.type = provenance.type;
  if (options.type == Type::automatic && job.is_message) options.type = Type::mime;
  if (job.is_hidden) {
    options.type = Type::unknown;
    options.unread_kind = {"a hidden file", "--hidden reads it", false};
  }
  const std::string_view beginning =
      options.type == Type::automatic ? input.ahead(enough_to_detect) : first_bytes(input);
  detect(options, beginning.substr(0, enough_to_detect), job.path, job.is_found ? Choice::found : Choice::named);
  // Messages have the names of hosts in theirs: `1.M2P3.mail.firma.pl` is no Perl.
  if (options.type == Type::unknown && !job.is_found && !temporary_beside(job.path).empty()) options.type = Type::mime;
  const bool has_parts = options.type == Type::warc && options.content_coding == ContentCoding::gzip;
  if (job.range && !has_parts) {
    throw InputError("is no archive in gzip members, of which " + std::string(settings.shard ? "--shard" : "--range") +
                     " reads some");
  }
  return options;
}

Container Worker::container_for(const Options& options, std::string_view beginning) const {
  const Container container = container_of(options, beginning);
  const bool is_whole =
      is_shown_whole(context_.settings.view, context_.settings.in_place_suffix.has_value(), container);
  return is_whole ? Container::none : container;
}

/// Plans an input, piece by piece where it can be cut, and tells what there is to say.
template <class Take>
void Worker::for_each_plan(Task& task, Input& input, Options options, Take&& take) {
  Pieces pieces(input, container_for(options, input.ahead(1)));
  for (std::string_view piece = pieces.next(); pieces.place().is_first() || !piece.empty(); piece = pieces.next()) {
    options.continues = !pieces.place().is_first();
    const Plan plan = absolve::plan(piece, options);
    task.take(plan, pieces.place());
    take(plan, pieces.place());
    if (piece.empty()) break;
  }
  task.finish();
}

}  // namespace absolve::cli
