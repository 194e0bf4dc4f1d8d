#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../inputs/job.h"
#include "../inputs/source_place.h"
#include "../options/settings.h"
#include "../outputs/destination.h"
#include "../outputs/outcome.h"
#include "../outputs/replacing.h"
#include "../provenance/retrieval.h"
#include "../system/job_threads.h"
#include "absolve/originals.h"
#include "absolve/plan.h"
#include "bounded_messages.h"
#include "log.h"
#include "unused_filters.h"

namespace absolve::cli {

/// The result of a job, and what is left to be done of it in its turn.
struct Result {
  Outcome outcome = {};
  std::vector<Message> messages = {};           // to be printed on standard error
  std::string output = {};                      // to be written where all results go
  std::optional<Replacement> replacement = {};  // to be put in place
  bool is_missing = false;                      // what is written lacks it, or a part of it
  bool was_given_up = false;                    // a signal came first: it was not done
  std::vector<std::string> captures = {};       // lines of an index, if one is asked for
  std::vector<std::string> old_captures = {};   // the same of an archive in place, where that stays as it is
  std::size_t hidden_captures = 0;              // of that: behind another record in its member, where no index leads to
  bool adds_originals = false;                  // to those of RunContext, once it is done
  std::size_t records_reported = 0;             // of an archive
};

/// What an attempt to do a job, which failed and is made again, has said already.
struct AttemptBefore {
  std::size_t records_reported = 0;
  std::size_t messages_printed = 0;
};

/// What all workers share.
struct RunContext {
  const Settings& settings;
  const Retrieval& retrieval;
  Console& console;
  std::optional<std::size_t> output_root_size;  // as in Jobs
  Destination* destination;                     // where all results go; nullptr: each has a place of its own
  bool colour;
  std::size_t columns;
  bool puts_in_turn;                // new files are put in place when the jobs are taken, and not at once
  std::function<void()> make_room;  // for a job that is alone: puts in place those that wait
  // In the turn of a job: puts in place and reports what came before it; then its records may be reported.
  std::function<void()> settle_earlier;
  std::function<void(const Job& job, const RecordOutcome& record)> report_record;
  bool gives_details;         // outcomes are reported
  std::size_t parts_at_once;  // of one input: records of an archive, pieces of anything else
  UnusedFilters& unused_filters;
  Originals& originals;  // of the full copies so far, which are made one after the other: in its turn each
};

/// One input while it is done: its messages and its result.
class Task {
 public:
  Task(const Job& job, const Turn& turn, const RunContext& context, AttemptBefore before = {});

  [[nodiscard]] const Job& job() const noexcept { return job_; }
  [[nodiscard]] const Turn& turn() const noexcept { return turn_; }
  [[nodiscard]] const RunContext& context() const noexcept { return context_; }
  [[nodiscard]] Result& result() noexcept { return result_; }
  [[nodiscard]] Outcome& outcome() noexcept { return result_.outcome; }

  /// It fails.
  void fail_because(std::string_view why) noexcept;
  /// It fails, and what is to be written lacks it, or a part of it.
  void miss_because(std::string_view why) noexcept;
  /// It is written, but something that was to be done with that isn't.
  void lack_because(std::string_view why) noexcept;
  /// Tells something of it that is no error; "": nothing.
  void notice(std::string_view what) noexcept;
  /// Tells that a rule passes over it.
  void skip_because(const std::string& why, Note::Severity severity = Note::Severity::notice);

  /// Reports the notes on a plan, and counts what is in it. Notes on an input as a whole are reported for its first
  /// plan alone.
  void take(const Plan& plan, const SourcePlace& place);
  /// What is taken, left and noted until end_record() is of a record of the archive that it is.
  void begin_record(std::size_t number, RecordName name);
  /// Reports what became of the record, if it was looked at and a report is asked for: then it waits for its turn, so
  /// that no more than one is held. `unconverted`: why nothing is made of it, though it changes; "": something is.
  void end_record(std::string_view unconverted = {});
  /// The record that was begun changes, though not by a plan.
  void change_record() noexcept;
  /// How it goes is no better than that.
  void worsen(Status status) noexcept;
  /// Waits until nothing that is said of it comes out of turn. Throws Stopped.
  void wait_for_turn();
  /// Tells that something in it was left that may hold links.
  void leave(const SourcePlace& place, std::string_view what);
  /// Tells something of all of it that people may want to know.
  void note(std::string_view what);
  /// Tells that a line of a stream holds no document that is read, as its answer says, too.
  void pass_over_line(const SourcePlace& place, std::string_view why);
  /// It was a stream of documents, each of which has an answer; what is said of it is of the stream.
  void answer_stream(bool changes, std::string_view media_type);
  /// All of it was taken.
  void finish();
  /// What it has said already, should it be tried again.
  [[nodiscard]] AttemptBefore said() const noexcept { return {result_.records_reported, log_.printed_at_once()}; }
  /// Which of its records a part of it need not report, as an attempt before has done so.
  [[nodiscard]] AttemptBefore reported_before() const noexcept {
    return {records_reported_before_ - std::min(records_reported_before_, result_.records_reported)};
  }
  /// Takes what a part of it came to, which was a task of its own: what was said and counted, and that it is missing.
  void take_part(Result&& part);

  /// What it came to.
  [[nodiscard]] Result take_result();

 private:
  [[nodiscard]] bool nobody_asked_for(const Note& note) const noexcept;
  void leave_unread() noexcept;
  [[nodiscard]] std::string place_of(const SourcePlace& source, std::size_t message, std::string_view part);
  struct Said {
    Note::Severity severity;
    std::string_view text;
    std::size_t message = 0;
    std::string_view part = {};
  };
  void keep_note(const Said& note, const SourcePlace& source, std::size_t line);
  void tell(Note::Severity severity, const SourcePlace& place, std::string_view what);
  void tell(const Plan& plan, const SourcePlace& place);
  void tell_documents(const Plan& plan, const SourcePlace& place);
  void count_left_lines(const Note& note, std::size_t line);
  void tell_left_lines();

  const Job& job_;
  const Turn& turn_;
  const RunContext& context_;
  Log log_;
  Result result_;
  BoundedMessages messages_;
  /// Lines of a stream that have no answer, over all of its plans.
  struct LeftLines {
    Note note;
    std::size_t line;  // of the first; 0: it has no place
  };
  std::vector<LeftLines> left_lines_;    // one for each reason
  std::optional<RecordOutcome> record_;  // that was begun
  std::string record_place_;             // in messages; "": nothing was said of it yet
  Note::Severity record_error_severity_ = Note::Severity::detail;
  std::size_t records_reported_before_;  // by an attempt that failed
  std::size_t documents_told_ = 0;
  bool has_turn_ = false;
  bool base_is_missing_ = false;
};

}  // namespace absolve::cli
