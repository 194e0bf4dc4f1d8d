#include "worker.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

#include "bounded_messages.h"
#include "messages.h"
#include "rewriting.h"
#include "tally.h"
#include "views.h"

namespace absolve::cli {
namespace {

/// What is said of a file that nobody named and no finder reads.
constexpr std::string_view not_told = "nothing that absolve reads, by its name and its beginning; left as it is";

/// Lists name bases for references, not for all.
bool has_base(const Plan& plan) {
  if (plan.type() == Type::pairs || plan.type() == Type::jsonl) return !plan.base_missing();
  return std::ranges::all_of(plan.documents(),
                             [&](const Document& one) { return plan.scopes().base(one.scope) != nullptr; });
}

/// That of the file, or, where it says nothing, the URL.
std::string_view telling_name(const Job& job, const Options& options) noexcept {
  const bool says_nothing = job.path.find('.', job.path.rfind('/') + 1) == std::string::npos;
  if (!says_nothing) return job.path;
  if (!options.retrieval_url.empty() || options.retrieved_from.empty()) return options.retrieval_url;
  return options.retrieved_from.front().value;
}

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

}  // namespace

struct Worker::Task {
  const Job& job;
  const Turn& turn;
  Log log;
  Result result = {};
  BoundedMessages messages;
  bool gives_details;

  Task(const Job& one, const Turn& its_turn, const Workshop& shop)
      : job(one),
        turn(its_turn),
        log(shop.console, shop.puts_in_turn ? nullptr : &its_turn),
        messages(display_name(one.path), log),
        gives_details(shop.gives_details) {}

  /// It fails.
  void fail_because(std::string_view why) noexcept {
    log.complain(display_name_or(job.path), why);
    try {
      result.outcome.fail(why);
    } catch (const std::bad_alloc&) {  // it was told
    }
  }
  /// It fails, and what is to be written lacks it, or a part of it.
  void miss_because(std::string_view why) noexcept {
    result.is_missing = true;
    fail_because(why);
  }

  static std::string display_name_or(const std::string& path) noexcept {
    try {
      return display_name(path);
    } catch (const std::bad_alloc&) {
      return {};
    }
  }
};

Worker::Worker(const Workshop& shop) : shop_(shop) {
  if (shop.destination != nullptr) out_.emplace(shop.destination->descriptor());
}

Result Worker::operator()(const Job& job, const Turn& turn) {
  Task task(job, turn, shop_);
  Outcome& outcome = task.result.outcome;
  if (out_) out_->wait_for(turn);
  if (job.trouble == Job::Trouble::skipped) {
    outcome.kind = Outcome::Kind::skipped;
    outcome.error = job.why;
    if (!shop_.settings.quiet) task.log.complain(display_name(job.path), job.why);
  } else if (job.trouble == Job::Trouble::failed) {
    task.miss_because(job.why);
  } else {
    try {
      out_ ? show(task) : rewrite(task);
    } catch (const InputError& error) {
      task.miss_because(error.what());
    } catch (const FileError& error) {
      if (out_) throw;
      task.miss_because(error.what());
    } catch (const std::bad_alloc&) {
      task.miss_because("out of memory");
    } catch (const std::system_error& error) {
      task.miss_because(error.what());
    }
  }
  if (out_) {
    out_->flush();
    task.result.output = out_->take_kept();
  }
  task.result.told = task.log.take_kept();
  return std::move(task.result);
}

/// To a new file, which takes the place of the old one, or appears below --output-dir.
void Worker::rewrite(Task& task) {
  const Settings& settings = shop_.settings;
  const Job& job = task.job;
  const bool in_place = settings.in_place_suffix.has_value();
  const std::string path = target_of(job, settings);
  if (path.empty()) throw FileError("is a symbolic link that leads nowhere");
  const std::string suffix = settings.in_place_suffix.value_or("");
  if (in_place) require_replaceable(path, suffix, settings.hardlinks);
  std::optional<MailboxLock> lock;
  Input input(buffer_, path, how_to_open(job));
  task.result.was_read = true;
  const Options options = options_for(job, input);
  if (in_place && !settings.dry_run && wants_locks(options.type)) {
    lock.emplace(path);
    input.reopen();  // what was delivered before counts
  }

  std::optional<Rewriting> rewriting;
  const bool is_message = in_place && !job.maildir_temporary.empty();
  const std::string directory = is_message ? job.maildir_temporary : directory_of(in_place ? path : job.output);
  if (!settings.dry_run) {
    const bool writes_all = !in_place && !settings.only_changed;
    if (writes_all) make_folder(directory);
    rewriting.emplace(input.descriptor(), directory,
                      writes_all ? Rewriting::Begin::at_once : Rewriting::Begin::at_first_edit);
  }
  bool has_edits = false;
  for_each_plan(task, input, options, [&](const Plan& plan, const Pieces&) {
    const bool is_first_edit = !std::exchange(has_edits, has_edits || !plan.edits().empty()) && has_edits;
    if (rewriting && is_first_edit && settings.only_changed) make_folder(directory);
    if (rewriting) rewriting->add(plan);
    if (lock) lock->refresh();
  });
  std::unique_ptr<NewFile> file = rewriting ? rewriting->finish() : nullptr;
  const bool would_write = !in_place && settings.dry_run && (has_edits || !settings.only_changed);
  if (would_write) task.result.outcome.output = job.output;
  if (!file) return;

  std::optional<Replacement>& replacement = task.result.replacement;
  replacement = replacement_of(job, {path, input.status()}, *rewriting, std::move(file));
  if (replacement->path() != path) task.result.outcome.output = replacement->path();
  if (shop_.puts_in_turn && !lock) return replacement->begin_to_sync();
  if (settings.fail_fast) task.turn.wait();
  const std::string trouble = put_all({&*replacement}, settings.fsync).front();
  replacement.reset();
  if (!trouble.empty()) throw FileError(trouble);
  if (!lock) return;
  lock->release();
  bring_over_late_mail(input.descriptor(), input.status(), path);
}

Input::Open Worker::how_to_open(const Job& job) const {
  if (!job.is_found) return Input::Open::any;
  return shop_.settings.symlinks == Symlinks::skip ? Input::Open::found_unlinked : Input::Open::found;
}

/// How a new file gets to its place.
Replacement Worker::replacement_of(const Job& job, Original original, const Rewriting& rewriting,
                                   std::unique_ptr<NewFile> file) const {
  const Settings& settings = shop_.settings;
  const bool names_size = job.is_message && says_size(original.path);
  // Mail servers that pack messages name the sizes that they have unpacked.
  if (names_size && rewriting.is_packed() && rewriting.has_edits()) {
    throw FileError("is packed, and the sizes in its name would be wrong; left as it is");
  }
  if (settings.output_dir) {
    std::string path = names_size && rewriting.has_edits() ? resized_message(job.output, rewriting.size()) : job.output;
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
  Input input(buffer_, task.job.path, how_to_open(task.job));
  input.before_waiting([this] { out_->flush(); });
  task.result.was_read = true;
  const Options options = options_for(task.job, input);
  if (shop_.destination->replaces(input)) shop_.destination->prepare_for(input, wants_locks(options.type));
  for_each_plan(task, input, options, [&](const Plan& plan, const Pieces& pieces) {
    if (shop_.settings.dry_run) return;
    const Page page{*out_,         task.job.path,         shop_.settings.json,   shop_.colour,
                    shop_.columns, pieces.lines_before(), pieces.bytes_before(), pieces.messages_before()};
    const bool found_relative = show_plan(shop_.settings.view, page, plan);
    Outcome& outcome = task.result.outcome;
    if (found_relative) outcome.status = std::max(outcome.status, Status::relative_found);
  });
}

/// What holds for one input alone.
Options Worker::options_for(const Job& job, Input& input) const {
  const Settings& settings = shop_.settings;
  Options options = settings.options;
  Provenance provenance = shop_.retrieval.of(job.path, input.descriptor());
  options.retrieved_from = std::move(provenance.urls);
  if (options.charset.empty()) options.charset = std::move(provenance.charset);
  if (settings.keeps_local_links) {
    options.is_local_copy = [path = job.path](std::string_view link) { return leads_to_file(path, link); };
  }
  const std::string_view name = telling_name(job, options);
  options.content_coding = content_coding_of(first_bytes(input), name);
  if (options.type == Type::automatic) options.type = provenance.type;
  if (options.type == Type::automatic && job.is_message) options.type = Type::mime;
  if (options.type == Type::automatic) {
    const std::string_view beginning = input.ahead(enough_to_tell).substr(0, enough_to_tell);
    options.type = job.is_found ? told_type_of(beginning, name) : type_of(beginning, name);
  }
  return options;
}

Container Worker::container_for(const Options& options, std::string_view beginning) const {
  const Container container = container_of(options, beginning);
  const bool is_whole = is_shown_whole(shop_.settings.view, shop_.settings.in_place_suffix.has_value(), container);
  return is_whole ? Container::none : container;
}

/// Plans an input, piece by piece where it can be cut, and tells what there is to say.
template <class Take>
void Worker::for_each_plan(Task& task, Input& input, Options options, Take&& take) {
  const Settings& settings = shop_.settings;
  Result& result = task.result;
  Pieces pieces(input, container_for(options, input.ahead(1)));
  bool base_is_missing = false;
  for (std::string_view piece = pieces.next(); pieces.at_start() || !piece.empty(); piece = pieces.next()) {
    options.continues = !pieces.at_start();
    const Plan plan = absolve::plan(piece, options);
    tell(task, plan, pieces);
    result.handed_over = result.handed_over || !plan.handed_over().empty();
    if (plan.failed() && !settings.lenient)
      result.outcome.status = std::max(result.outcome.status, Status::left_unread);
    const bool is_left = task.job.is_found && plan.type() == Type::unknown;
    base_is_missing = base_is_missing || (!plan.failed() && !is_left && !has_base(plan));
    tally(result.outcome, plan, pieces, shop_.gives_details);
    take(plan, pieces);
    if (piece.empty()) break;
  }
  task.messages.finish();
  if (settings.require_base && base_is_missing) task.fail_because("its base is undefined (--require-base)");
}

/// Tells the notes on a plan. Those on an input as a whole are said of its first piece alone.
void Worker::tell(Task& task, const Plan& plan, const Pieces& pieces) {
  using Severity = Note::Severity;
  const Settings& settings = shop_.settings;
  const std::string& name = task.job.path;
  const Severity min = settings.quiet ? Severity::failure : settings.verbose ? Severity::detail : Severity::notice;
  LineCounter lines(plan);
  for (const Note& note : plan.notes()) {
    const bool said_before =
        !pieces.at_start() && !note.offset && note.message == 0 && note.severity != Severity::failure;
    const bool was_found = task.job.is_found && note.code == NoteCode::binary;  // nobody asked for it to be read
    const Severity severity = was_found ? Severity::detail : note.severity;
    if (said_before || (severity < min && !task.gives_details)) continue;
    const std::size_t line = note.offset ? pieces.lines_before() + lines.at(*note.offset).line : 0;
    std::string where = display_name(name);
    if (line > 0) where.append(":").append(std::to_string(line));
    const std::string place = place_in_message(pieces.messages_before(), note.message, note.part);
    const std::string_view text = was_found ? not_told : std::string_view(note.text);
    if (severity >= min) task.messages.tell(severity, kind_of(text), where, place, text);
    if (was_found) task.result.outcome.error = not_told;
    else if (task.gives_details && severity >= Severity::notice) add_note(task.result.outcome, line, place, note.text);
  }
  if (!settings.verbose) return;
  for (const Document& document : plan.documents()) {
    if (!document.counts) continue;
    const Base* const base = plan.scopes().base(document.scope);
    const std::string place = place_in_message(pieces.messages_before(), document.message, document.part);
    task.messages.tell(
        Severity::detail, "links", display_name(name), place,
        std::to_string(document.links) + (document.links == 1 ? " link, " : " links, ") +
            std::to_string(document.relative) + " relative; base " +
            (base ? base->url() + " (" + std::string(name_of(plan.scopes().from(document.scope))) + ")" : "undefined"));
  }
}

}  // namespace absolve::cli
