// One job while it is done. Run makes the RunContext for all jobs, and Worker a Task for each; whoever reads or writes
// tells the Task what happens, and its Result goes to the Sink.

#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../archive/originals.h"
#include "../../rules/unused_filters.h"
#include "../inputs/job.h"
#include "../options/settings.h"
#include "../outputs/destination.h"
#include "../outputs/outcome.h"
#include "../outputs/replacing.h"
#include "../provenance/retrieval.h"
#include "../system/job_threads.h"
#include "../told/log.h"
#include "absolve/plan.h"
#include "absolve/rewriter.h"

namespace absolve::cli {

/// The result of a job, and what remains to be done in its turn.
struct Result {
  Outcome outcome = {};
  std::vector<Message> messages = {};           // to be printed on standard error
  std::string output = {};                      // to be written to the common output
  std::optional<Replacement> replacement = {};  // to be put in place
  bool is_missing = false;                      // the output lacks it, or a part of it
  bool was_given_up = false;                    // a signal came first: it was not done
  std::vector<std::string> captures = {};       // lines of an index, if one is requested
  std::vector<std::string> old_captures = {};   // the same for an archive in place, if that is left unchanged
  std::size_t hidden_captures = 0;              // how many of those follow another record in their member, so that an
                                                // index can't lead to them
  bool adds_originals = false;                  // to those of RunContext, when it is done
  std::size_t records_reported = 0;             // of an archive
  std::size_t records = 0;                      // how many it has
  std::size_t conversions = 0;                  // of these, how many conversion records are written
};

/// What a failed attempt to do a job has reported already, before the job is tried again.
struct AttemptBefore {
  std::size_t records_reported = 0;
  std::size_t messages_printed = 0;
};

/// Data that all workers share.
struct RunContext {
  const Settings& settings;
  const Retrieval& retrieval;
  Console& console;
  std::optional<std::size_t> output_root_size;  // as in Jobs
  Destination* destination;                     // the common output; nullptr if each result has its own place
  bool colour;
  std::size_t columns;
  bool puts_in_turn;                // new files are put in place when the jobs are taken, not at once
  std::function<void()> make_room;  // for a job that runs alone: puts waiting files in place
  // In the turn of a job: puts in place and reports the results before it; then its records may be reported.
  std::function<void()> settle_earlier;
  std::function<void(const Job& job, const RecordOutcome& record)> report_record;
  bool gives_details;         // outcomes are reported
  std::size_t parts_at_once;  // of one input: records of an archive, pieces of any other input
  UnusedFilters& unused_filters;
  RunNotes& run_notes;
  Originals& originals;  // of the full copies so far, which are made one after the other, each in its turn
};

/// One input while it is processed: its messages and its result.
class Task {
 public:
  Task(const Job& job, const Turn& turn, const RunContext& context, AttemptBefore before = {});

  [[nodiscard]] const Job& job() const noexcept { return job_; }
  [[nodiscard]] const Turn& turn() const noexcept { return turn_; }
  [[nodiscard]] const RunContext& context() const noexcept { return context_; }
  [[nodiscard]] Result& result() noexcept { return result_; }
  [[nodiscard]] Outcome& outcome() noexcept { return result_.outcome; }

  /// It has failed.
  void fail_because(std::string_view why) noexcept;
  /// It has failed, and the output lacks it, or a part of it.
  void miss_because(std::string_view why) noexcept;
  /// It is written, but something else that was to be done has failed.
  void lack_because(std::string_view why) noexcept;
  /// Reports something about it that is not an error; "" if there is nothing. `kind` is that of Message.
  void notice(std::string_view kind, std::string_view what) noexcept;
  /// Reports that a rule leaves it out.
  void skip_because(std::string_view kind, const std::string& why, Note::Severity severity);

  /// Reports the notes of a unit, and counts its links. Notes about an input as a whole are only reported for its first
  /// unit. Until end_unit(), everything that is told is about this unit.
  void begin_unit(const Unit& unit);
  /// Reports the result for a record, if it was examined and a report is requested: for this it waits for its turn, so
  /// that only one result is held.
  void end_unit(const Unit& unit);
  /// Its status is at least as bad as this.
  void worsen(Status status) noexcept;
  /// Waits until messages about it can be printed in order. Throws Stopped.
  void wait_for_turn();
  /// Reports that something in it that may hold links was left unchanged.
  void report_unread(const SourcePlace& place, std::string_view what, NoteCode code = NoteCode::record_unread);
  /// Everything was taken, with this result.
  void finish(const Rewritten& result, Type type);
  /// What it has reported so far, in case it is tried again.
  [[nodiscard]] AttemptBefore already_told() const noexcept {
    return {result_.records_reported, log_.printed_at_once()};
  }
  /// What a part of it need not report again, as an earlier attempt has.
  [[nodiscard]] AttemptBefore reported_before() const noexcept {
    return {records_reported_before_ - std::min(records_reported_before_, result_.records_reported)};
  }
  /// Takes the result of a part of it that was a task of its own: messages, counts, and whether it is missing.
  void add_result(Result&& part);

  /// The result.
  [[nodiscard]] Result release_result();

 private:
  [[nodiscard]] Note::Severity severity_for(const Note& note, Type type, const SourcePlace& source) const noexcept;
  [[nodiscard]] bool tells_of_left_values(const Plan& plan) const noexcept;
  void record(const Plan& plan, const SourcePlace& place);
  void end_record(std::string_view unconverted);
  void describe_stream(bool changes, Type type);
  void count_as_unread() noexcept;
  [[nodiscard]] std::string place_of(const SourcePlace& source, std::size_t message, std::string_view part);
  struct Said {
    Note::Severity severity;
    std::string_view text;
    std::size_t message = 0;
    std::string_view part = {};
  };
  void keep_note(const Said& note, const SourcePlace& source, std::size_t line);
  void tell(NoteCode code, Note::Severity severity, const SourcePlace& place, std::string_view what);
  void tell(const Plan& plan, const SourcePlace& place);
  void tell_documents(const Plan& plan, const SourcePlace& place);
  void count_left_lines(const Note& note, std::size_t line);
  void tell_unchanged_lines();

  const Job& job_;
  const Turn& turn_;
  const RunContext& context_;
  Log log_;
  Result result_;
  BoundedMessages messages_;
  /// Lines of a stream without an answer, in all of its plans.
  struct LeftLines {
    Note note;
    std::size_t line;  // of the first; 0 if it has no line
  };
  std::vector<LeftLines> left_lines_;    // one for each reason
  bool has_told_of_pairs_ = false;       // that lines of a list have no tab
  std::optional<RecordOutcome> record_;  // the current one
  std::string record_place_;             // for messages; "" if there was none about it yet
  Note::Severity record_error_severity_ = Note::Severity::detail;
  std::size_t records_reported_before_;  // by an attempt that failed
  std::size_t documents_told_ = 0;
  bool has_turn_ = false;
  bool base_is_missing_ = false;
};

}  // namespace absolve::cli
