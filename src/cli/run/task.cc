#include "task.h"

#include <algorithm>
#include <new>
#include <utility>

#include "../system/messages.h"
#include "absolve/position.h"
#include "tally.h"

namespace absolve::cli {
namespace {

using Severity = Note::Severity;

/// Lists name bases for references, not for all. What was left for another reason misses none.
bool misses_base(const Plan& plan) {
  if (is_list(plan.type()) && plan.type() != Type::uris) return plan.base_missing();
  return !plan.failed() && !std::ranges::all_of(plan.documents(), [&](const Document& one) {
    return plan.scopes().base(one.scope) != nullptr;
  });
}

/// Notes on lines of a stream that are kept are printed once, whatever is between the lines.
bool is_on_left_lines(const Note& note) noexcept {
  return note.code == NoteCode::nothing_to_answer || note.code == NoteCode::foreign_answer ||
         note.code == NoteCode::ragged_row;
}

Severity least_told(const Settings& settings) noexcept {
  if (settings.quiet) return Severity::failure;
  return settings.verbose ? Severity::detail : Severity::notice;
}

}  // namespace

Task::Task(const Job& job, const Turn& turn, const RunContext& context)
    : job_(job),
      turn_(turn),
      context_(context),
      log_(context.console, context.destination == nullptr ? nullptr : &turn, job.path),
      messages_(display_name(job.path), log_) {}

void Task::fail_because(std::string_view why) noexcept {
  log_.complain(display_name_or_nothing(job_.path), why);
  try {
    outcome().fail(why);
  } catch (const std::bad_alloc&) {  // it was printed
  }
}

void Task::lack_because(std::string_view why) noexcept {
  log_.complain(display_name_or_nothing(job_.path), why);
  try {
    outcome().lack(why);
  } catch (const std::bad_alloc&) {  // it was printed
  }
}

void Task::notice(std::string_view what) noexcept {
  if (what.empty() || context_.settings.quiet) return;
  try {
    log_.complain(display_name(job_.path), what, kind_of(what));
  } catch (const std::bad_alloc&) {
    log_.complain(display_name_or_nothing(job_.path), what);
  }
}

void Task::miss_because(std::string_view why) noexcept {
  result_.is_missing = true;
  fail_because(why);
}

void Task::skip_because(const std::string& why, Severity severity) {
  outcome().kind = Outcome::Kind::skipped;
  outcome().error = why;
  if (severity >= least_told(context_.settings)) log_.complain(display_name(job_.path), why, kind_of(why));
}

void Task::take(const Plan& plan, const SourcePlace& place) {
  tell(plan, place);
  if (context_.settings.verbose) tell_documents(plan, place);
  const bool is_answered = place.line > 0;  // in the stream itself
  const bool fails = std::ranges::any_of(
      plan.notes(), [&](const Note& note) { return note.severity == Severity::failure && !nobody_asked_for(note); });
  if (fails && !is_answered && !context_.settings.lenient)
    outcome().status = std::max(outcome().status, Status::left_unread);
  base_is_missing_ = base_is_missing_ || (plan.type() != Type::unknown && misses_base(plan));
  context_.unused_filters.look_at(plan);
  tally(outcome(), plan, place, context_.gives_details);
}

void Task::leave(const SourcePlace& place, std::string_view what) {
  tell(Severity::failure, place, what);
  if (!context_.settings.lenient) outcome().status = std::max(outcome().status, Status::left_unread);
}

void Task::note(std::string_view what) { tell(Severity::notice, {}, what); }

void Task::pass_over_line(const SourcePlace& place, std::string_view why) { tell(Severity::detail, place, why); }

void Task::answer_stream(bool changes, std::string_view media_type) {
  outcome().kind = changes ? Outcome::Kind::changed : Outcome::Kind::unchanged;
  outcome().type = media_type;
  outcome().base.clear();
  outcome().base_from = BaseFrom::none;
}

void Task::finish() {
  tell_left_lines();
  messages_.finish();
  if (context_.settings.require_base && base_is_missing_) fail_because("its base is undefined (--require-base)");
}

void Task::take_part(Result&& part) {
  for (Message& message : part.messages) log_.add(std::move(message));
  result_.is_missing = result_.is_missing || part.is_missing;
  result_.adds_originals = result_.adds_originals || part.adds_originals;
  add(outcome(), part.outcome);
}

Result Task::take_result() {
  result_.messages = log_.take_kept();
  return std::move(result_);
}

/// Whether a note is on a file that was found and is of a kind that is not read.
bool Task::nobody_asked_for(const Note& note) const noexcept {
  return job_.is_found && note.code == NoteCode::unread_kind;
}

void Task::tell(Severity severity, const SourcePlace& place, std::string_view what) {
  const std::string where = place_in_input(place, 0, "");
  if (severity >= least_told(context_.settings))
    messages_.tell(severity, kind_of(what), display_name(job_.path), where, what);
  if (context_.gives_details) add_note(outcome(), 0, where, what);
}

void Task::tell(const Plan& plan, const SourcePlace& source) {
  const Severity min = least_told(context_.settings);
  LineCounter lines(plan);
  for (const Note& note : plan.notes()) {
    const bool is_of_all = !note.offset && note.message == 0 && source.record == 0 && source.line == 0;
    const bool said_before = !source.is_first() && is_of_all && note.severity != Severity::failure;
    const bool is_left = nobody_asked_for(note);
    const bool is_answered = source.line > 0;  // in the stream itself
    const Severity severity = is_left || is_answered ? Severity::detail : note.severity;
    if (said_before || (severity < min && !context_.gives_details)) continue;
    const std::size_t line = note.offset ? source.lines + lines.at(*note.offset).line : 0;
    if (is_on_left_lines(note)) {
      count_left_lines(note, line);
      continue;
    }
    std::string where = display_name(job_.path);
    if (line > 0) where.append(":").append(std::to_string(line));
    const std::string place = place_in_input(source, note.message, note.part);
    if (severity >= min) messages_.tell(severity, kind_of(note.text), where, place, note.text);
    if (note.code == NoteCode::unread_kind && !is_answered) outcome().error = note.text;
    else if (context_.gives_details && note.severity >= Severity::notice) add_note(outcome(), line, place, note.text);
  }
}

void Task::count_left_lines(const Note& note, std::size_t line) {
  const auto found =
      std::ranges::find_if(left_lines_, [&](const LeftLines& one) { return one.note.code == note.code; });
  if (found == left_lines_.end()) left_lines_.push_back({note, line});
  else found->note = joined(std::move(found->note), note);
}

void Task::tell_left_lines() {
  for (const auto& [note, line] : left_lines_) {
    std::string where = display_name(job_.path);
    if (line > 0) where.append(":").append(std::to_string(line));
    messages_.tell(note.severity, kind_of(note.text), where, "", note.text);
    if (context_.gives_details) add_note(outcome(), line, "", note.text);
  }
}

void Task::tell_documents(const Plan& plan, const SourcePlace& source) {
  for (const Document& document : plan.documents()) {
    if (!document.counts) continue;
    const Base* const base = plan.scopes().base(document.scope);
    const std::string from(name_of(plan.scopes().from(document.scope)));
    messages_.tell(Severity::detail, "links", display_name(job_.path),
                   place_in_input(source, document.message, document.part),
                   std::to_string(document.links) + (document.links == 1 ? " link, " : " links, ") +
                       std::to_string(document.relative) + " relative; base " +
                       (base != nullptr ? base->url() + " (" + from + ")" : "undefined"));
  }
}

}  // namespace absolve::cli
