#include "rewrite_file.h"

#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../text/counted.h"
#include "../../text/last_name.h"
#include "../outputs/archive_names.h"
#include "../outputs/late_mail.h"
#include "../outputs/mailbox_lock.h"
#include "../outputs/rewriting.h"
#include "../system/files.h"
#include "../system/messages.h"
#include "../system/paths.h"
#include "run_input.h"

namespace absolve::cli {
namespace {

/// One file that is rewritten. The steps follow one another in rewrite().
class FileRewriter {
 public:
  FileRewriter(Task& task, Workspace& workspace)
      : task_(task),
        workspace_(workspace),
        settings_(task.context().settings),
        job_(task.job()),
        in_place_(settings_.in_place_suffix.has_value()) {}

  void rewrite() {
    const std::string target = target_of(job_, settings_);
    if (target.empty()) throw FileError("is a dangling symbolic link");
    source_ = way_to_input(task_, workspace_, target);
    if (in_place_) require_replaceable(source_.path, *settings_.in_place_suffix, settings_.hardlinks);
    JobInput opened(task_, workspace_, source_);
    lock(opened);
    name_output(opened.what.known_type());

    const bool writes_all = writes_unchanged(opened.what.known_type());
    std::optional<Rewriting> rewriting;
    if (!settings_.dry_run) {
      rewriting.emplace(
          opened.input.descriptor(), [this] { return directory_to_grow_in(); },
          writes_all ? Rewriting::Begin::at_once : Rewriting::Begin::at_first_edit, job_.is_message);
    }
    const bool changes = rewrite_units(opened, rewriting ? &*rewriting : nullptr, writes_all);
    if (!in_place_ && settings_.dry_run && (changes || writes_all)) task_.outcome().output = output_path_;
    if (!rewriting || task_.result().is_missing) return;
    std::unique_ptr<NewFile> file = changes || writes_all ? rewriting->finish() : nullptr;
    if (!file && !task_.result().captures.empty()) index_unchanged();
    if (!job_.later_version.empty()) return remove_or_keep_older(opened.input, file.get());
    if (file && in_place_ && opened.what.known_type() == Type::warc) tell_of_indexes();
    if (file) put(opened.input, *rewriting, std::move(file));
  }

 private:
  /// The captures of an archive in which nothing changes are where they were; without -i it is not written at all.
  void index_unchanged() {
    auto& result = task_.result();
    if (!in_place_) {
      result.captures.clear();
      task_.notice("not-indexed", "nothing in it changes: not written, and not in the index of --cdxj");
      return;
    }
    result.captures = std::move(result.old_captures);
    if (result.hidden_captures > 0) {
      task_.notice("hidden-captures", counted(result.hidden_captures, "capture is", "captures are") +
                                          " not in the index: after another record in the same gzip member");
    }
  }

  /// An index next to an archive becomes invalid when the archive changes.
  void tell_of_indexes() {
    for (const std::string& name : names_of_indexes(source_.path)) {
      const bool is_made_anew = settings_.cdxj && place_of(*settings_.cdxj) == place_of(name);
      if (is_made_anew || !status_of(name)) continue;
      const bool is_of_package = last_name(name) == package_description;
      task_.notice("index-outdated",
                   (is_of_package ? "its hash in its package is now out of date: " : "its index is now out of date: ") +
                       source_.as_given(name));
    }
  }

  /// Locks a mailbox that is rewritten in place, against programs that deliver to it. Mail that was delivered before is
  /// read.
  void lock(JobInput& opened) {
    if (!in_place_ || settings_.dry_run || !opened.wants_lock(settings_)) return;
    // With -v, messages about it wait for its turn: it must not be locked before that.
    if (settings_.verbose) task_.wait_for_turn();
    lock_.emplace(source_.path);
    opened.input.reopen();
  }

  /// A file with a name for conversion records must contain nothing else: an input that is not an archive keeps its own
  /// name.
  void name_output(Type type) {
    const bool is_misnamed = !in_place_ && type != Type::warc && is_for_conversions(job_.output, job_.path);
    output_path_ = is_misnamed ? directory_of(job_.output).append(last_name(job_.path)) : job_.output;
  }

  std::string directory_to_grow_in() {
    if (!in_place_) {
      const auto root_size = task_.context().output_root_size;
      output_ = workspace_.folders.way_to(output_path_, root_size, folders_to_make(settings_));
      return directory_of(output_.path);
    }
    if (job_.maildir_temporary.empty()) return directory_of(source_.path);
    temporary_ = way_to_input(task_, workspace_, job_.maildir_temporary);
    return temporary_.path;
  }

  /// Whether there is a new file even if nothing changes. For a whole archive, there is none if only conversion records
  /// are written. Parts of an archive are always written, as they will be joined.
  bool writes_unchanged(Type type) const {
    const bool is_of_conversions = type == Type::warc && settings_.emit == ArchiveEmit::conversion && !job_.range;
    return !in_place_ && !settings_.only_changed && !is_of_conversions;
  }

  /// Returns whether anything changes. If `rewriting` is nullptr, nothing is written.
  bool rewrite_units(JobInput& opened, Rewriting* rewriting, bool writes_unchanged) {
    Outlet outlet{.name = in_place_ ? "" : output_path_, .writes_unchanged = writes_unchanged};
    if (rewriting != nullptr) {
      outlet.write = [&](std::string_view bytes) { rewriting->write(bytes); };
      outlet.directory = [&] { return directory_to_grow_in(); };
      outlet.observer.unit = [&](const Unit& unit) {
        rewriting->begin(unit);
        if (lock_) lock_->refresh();
      };
      outlet.observer.written = [&] { rewriting->end_units(); };
    }
    return run_input(task_, opened, outlet);
  }

  /// Puts the new file in place: in its turn, together with others, unless something must be done directly after it.
  void put(const OpenInput& input, const Rewriting& rewriting, std::unique_ptr<NewFile> file) {
    Replacement replacement = replacement_of({source_.path, input.status(), input.descriptor(), lock_.has_value()},
                                             rewriting, std::move(file));
    replacement.keep_open({source_.folder, temporary_.folder, output_.folder});
    if (replacement.path() != source_.path) task_.outcome().output = replacement.as_given(replacement.path());
    // Revisits refer to records of a full copy: it must be in place before these are remembered. Its turn has come.
    if (task_.context().puts_in_turn && !lock_ && !task_.result().adds_originals) {
      replacement.begin_to_sync();
      task_.result().replacement = std::move(replacement);
      return;
    }
    if (settings_.fail_fast) task_.turn().wait();
    put_now(replacement);
    if (lock_) bring_over_late(input, replacement);
  }

  /// Throws FileError if it can't be put in place.
  void put_now(Replacement& replacement) {
    const std::vector<Placed> placed = put_all({&replacement}, settings_.fsync);
    const auto& [is_there, error] = placed.front();
    if (!is_there) throw FileError(error);
    if (!error.empty()) task_.lack_because(error);
    else if (settings_.verbose) task_.notice({}, replacement.notice());
  }

  /// Copies mail that was appended to a mailbox while it was replaced.
  void bring_over_late(const OpenInput& input, const Replacement& replacement) {
    lock_->release();
    try {
      task_.notice("late-mail",
                   source_.as_given(bring_over_late_mail(
                       {source_.path, input.descriptor(), input.status().st_size, replacement.descriptor()})));
    } catch (const FileError& error) {
      task_.lack_because(source_.as_given(error.what()));
    } catch (const std::bad_alloc&) {
      task_.lack_because(out_of_memory);
    }
  }

  /// A message next to a later version of itself is removed if a killed run has left it; any other is kept.
  /// `rewritten`: its rewritten form; nullptr if it doesn't change. Throws FileError.
  void remove_or_keep_older(const OpenInput& input, const NewFile* rewritten) {
    task_.turn().wait();  // until the later version was processed
    const int bytes = rewritten == nullptr ? input.descriptor() : rewritten->descriptor();
    const Way older_way = way_to_input(task_, workspace_, job_.path);
    const Way later_way = way_to_input(task_, workspace_, job_.later_version);
    const auto later = status_of(later_way.path);
    if (!later || !is_leftover(input.status(), bytes, later_way.path)) {
      task_.outcome().kind = Outcome::Kind::unchanged;
      return task_.report_unread({}, "has a later version that may not be its rewritten form: " + job_.later_version +
                                         "; both are left unchanged");
    }
    remove_older(older_way.path, input.status(), later_way.path, *later);
    task_.outcome().kind = Outcome::Kind::changed;
    task_.outcome().output = job_.later_version;
  }

  /// How the new file is put in place.
  Replacement replacement_of(OriginalFile original, const Rewriting& rewriting, std::unique_ptr<NewFile> file) const {
    const bool is_resized = job_.is_message && says_size(original.path) && rewriting.has_edits();
    // Mail servers that compress messages put the uncompressed sizes in their names.
    if (is_resized && rewriting.is_compressed()) {
      throw FileError("is compressed, and the sizes in its name would be wrong; left unchanged");
    }
    if (settings_.output_dir) {
      std::string path = is_resized ? resized_message(output_.path, rewriting.size()) : output_.path;
      return Replacement::made_of(original, std::move(path), std::move(file), settings_.preserve_mtime);
    }
    if (!job_.maildir_temporary.empty()) {
      std::string name = renamed_message(original.path, rewriting.size());
      return Replacement::of_message(std::move(original), std::move(file), std::move(name));
    }
    return Replacement::over(std::move(original), std::move(file), *settings_.in_place_suffix,
                             settings_.preserve_mtime);
  }

  Task& task_;
  Workspace& workspace_;
  const Settings& settings_;
  const Job& job_;
  const bool in_place_;
  std::string output_path_;  // with --output-dir
  Way source_;               // to the input
  Way temporary_;            // to the folder where the new version of a message is written
  Way output_;               // to output_path_
  std::optional<MailboxLock> lock_;
};

}  // namespace

void rewrite_file(Task& task, Workspace& workspace) { FileRewriter(task, workspace).rewrite(); }

}  // namespace absolve::cli
