#include "task.h"

#include <algorithm>
#include <utility>

#include "../../describe/members.h"
#include "../../describe/unit_notes.h"
#include "../../text/counted.h"
#include "../../text/password.h"
#include "../../text/types.h"
#include "../../text/utf8.h"
#include "../system/layout.h"
#include "../system/messages.h"
#include "../views/views.h"
#include "absolve/plan.h"

namespace absolve::cli {
namespace {

using Severity = Note::Severity;

/// Whether a base is missing. Lists of pairs name their own bases. References that are kept for another reason don't
/// need one.
bool misses_base(const Plan& plan) {
  if (is_list(plan.type()) && plan.type() != Type::uris) return plan.base_missing();
  return !plan.failed() &&
         !std::ranges::all_of(plan.documents(), [&](const Document& one) { return plan.base(one.scope) != nullptr; });
}

/// Notes about lines of a stream that were left are collected and printed once.
bool is_on_left_lines(const Note& note) noexcept {
  return note.code == NoteCode::nothing_to_answer || note.code == NoteCode::foreign_answer ||
         note.code == NoteCode::ragged_row;
}

/// Whether a note tells how many references were left in a piece of a list.
bool is_on_references(const Note& note, Type type, const SourcePlace& source) noexcept {
  const bool is_of_list = type == Type::uris || type == Type::pairs;
  return is_of_list && source.line == 0 && note.code == NoteCode::references_kept && note.severity >= Severity::notice;
}

/// Whether a note is the same for all inputs, so that one is enough.
bool is_same_for_all_inputs(const Note& note) noexcept {
  return note.code == NoteCode::password_written || note.code == NoteCode::copies_resolved;
}

/// Whether a view shows absolute links.
constexpr bool writes_links(View view) noexcept { return view != View::explain && view != View::check; }

constexpr std::string_view no_base = "its base is undefined (--require-base)";

constexpr std::size_t columns_of_line = 1000;  // of a line with -v

/// With -v, so many lines about an input are kept before its turn has come.
constexpr std::size_t max_documents_before_turn = 10;

/// `record 5 (<urn:uuid:...>, http://a/b)`, as far as it has these names; each may have a megabyte.
std::string place_of_record(std::size_t number, const RecordName& name) {
  constexpr std::size_t most = 300;  // of each name, bytes
  const auto shown = [](std::string_view text) { return shortened(printable(beginning_of(text, most)), most); };
  std::string names = shown(name.id);
  if (!name.id.empty() && !name.target_uri.empty()) names += ", ";
  names += shown(name.target_uri);
  const std::string place = "record " + std::to_string(number);
  return names.empty() ? place : place + " (" + names + ")";
}

/// The place within a record of an archive.
std::string place_in_record(SourcePlace source, std::size_t message, std::string_view part) {
  source.record = 0;
  return place_in_input(source, message, part);
}

Severity least_told(const Settings& settings) noexcept {
  if (settings.quiet) return Severity::failure;
  return settings.verbose ? Severity::detail : Severity::notice;
}

/// How severe a note is for the reports. They count the values that are only read on request, too.
constexpr Severity reported_severity(const Note& note) noexcept {
  return note.code == NoteCode::values_left ? Severity::notice : note.severity;
}

constexpr std::size_t max_notes = 20;
constexpr std::size_t columns_of_note = 500;  // of a note, or of a reference that is shown

constexpr bool stays_relative(const Link& link) noexcept {
  return link.action == Action::keep && is_still_relative(link);
}

/// Adds the result of a plan to the outcome of its input, where its source is at `place`; with the details that reports
/// show.
void tally(Outcome& outcome, const Plan& plan, const SourcePlace& place, bool with_details) {
  const bool is_first = outcome.documents == 0;
  outcome.documents += static_cast<std::size_t>(std::ranges::count_if(plan.documents(), &Document::counts));
  if (outcome.kind == Outcome::Kind::unchanged && !plan.edits().empty()) outcome.kind = Outcome::Kind::changed;
  if (plan.type() == Type::unknown) outcome.kind = std::max(outcome.kind, Outcome::Kind::skipped);
  if (!with_details) {
    for (const Link& link : plan.links()) {
      outcome.counts.add(link.action);
      outcome.relative += stays_relative(link) ? 1 : 0;
    }
    return;
  }
  const auto first = std::ranges::find_if(plan.documents(), &Document::counts);
  if (is_first && first != plan.documents().end()) {
    outcome.type = first->type;
    const Base* const base = plan.base(first->scope);
    outcome.base = url_text(*first, base).value_or("");
    outcome.base_from = plan.base_from(first->scope);
  }
  LineCounter lines(plan);
  for (const Link& link : plan.links()) {
    outcome.count(element_name(link), link.action, link.reason);
    outcome.relative += stays_relative(link) ? 1 : 0;
    if (outcome.examples.size() == max_examples || link.action == Action::absolute) continue;
    const auto offset = plan.source_offset(link);
    outcome.examples.push_back(
        {offset ? place.lines + lines.at(*offset).line : 0, place_of(plan, link),
         shortened(link.reference, columns_of_note),
         link.action == Action::keep ? std::string(describe(link.reason)) : shortened(*link.url(), columns_of_note),
         link.action});
  }
}

/// Adds a message about an input, up to a limit. `line` counts from 1; 0 if it is about the whole input. `place` is
/// that in a message, or "".
void add_note(Outcome& outcome, std::size_t line, std::string_view place, std::string_view what) {
  if (outcome.notes.size() == max_notes) return outcome.notes.push_back("...");
  if (outcome.notes.size() > max_notes) return;
  std::string note = line == 0 ? "" : "line " + std::to_string(line) + ": ";
  note.append(place).append(place.empty() ? "" : ": ").append(what);
  outcome.notes.push_back(shortened(note, columns_of_note));
}

/// Adds the result of a part of an input that was processed by itself.
void add_part(Outcome& outcome, const Outcome& part) {
  using Kind = Outcome::Kind;
  outcome.add(part);
  const bool counts = part.kind == Kind::failed || (part.kind == Kind::changed && outcome.kind != Kind::failed);
  if (counts) outcome.kind = part.kind;
  outcome.status = std::max(outcome.status, part.status);
  for (const std::string& note : part.notes) add_note(outcome, 0, "", note);
  if (outcome.error.empty()) outcome.error = part.error;
}

}  // namespace

Task::Task(const Job& job, const Turn& turn, const RunContext& context, AttemptBefore before)
    : job_(job),
      turn_(turn),
      context_(context),
      log_(context.console, context.destination == nullptr ? nullptr : &turn, job.path, before.messages_printed),
      messages_(display_name(job.path), log_),
      records_reported_before_(before.records_reported) {}

void Task::fail_because(std::string_view why) noexcept {
  log_.complain(display_name_or_nothing(job_.path), why);
  outcome().fail(why);
}

void Task::lack_because(std::string_view why) noexcept {
  log_.complain(display_name_or_nothing(job_.path), why);
  outcome().lack(why);
}

void Task::notice(std::string_view kind, std::string_view what) noexcept {
  if (!what.empty() && !context_.settings.quiet) log_.complain(display_name_or_nothing(job_.path), what, kind);
}

void Task::miss_because(std::string_view why) noexcept {
  result_.is_missing = true;
  fail_because(why);
}

void Task::skip_because(std::string_view kind, const std::string& why, Severity severity) {
  outcome().kind = Outcome::Kind::skipped;
  outcome().error = why;
  if (severity >= least_told(context_.settings)) log_.complain(display_name(job_.path), why, kind);
}

void Task::record(const Plan& plan, const SourcePlace& place) {
  tell(plan, place);
  if (context_.settings.verbose) tell_documents(plan, place);
  const bool fails = std::ranges::any_of(
      plan.notes(), [&](const Note& note) { return severity_for(note, plan.type(), place) == Severity::failure; });
  if (fails) count_as_unread();
  const bool misses = plan.type() != Type::unknown && misses_base(plan);
  base_is_missing_ = base_is_missing_ || misses;
  if (misses && record_ && context_.settings.require_base) record_->outcome.lack(no_base);
  context_.unused_filters.look_at(plan);
  tally(record_ ? record_->outcome : outcome(), plan, place, context_.gives_details);
}

void Task::begin_unit(const Unit& unit) {
  if (unit.record != nullptr) {
    record_place_.clear();
    record_ = {unit.place.record, *unit.record};
    record_error_severity_ = Severity::detail;
  }
  if (unit.plan != nullptr) record(*unit.plan, unit.place);
  if (!unit.left.empty()) report_unread(unit.place, unit.left);
  if (!unit.failed.empty()) tell(NoteCode::nothing_to_answer, Severity::detail, unit.place, unit.failed);
  if (record_ && unit.changes) record_->outcome.kind = Outcome::Kind::changed;
}

void Task::end_unit(const Unit& unit) {
  if (unit.record != nullptr) end_record(unit.unconverted);
}

void Task::end_record(std::string_view unconverted) {
  RecordOutcome record = *std::exchange(record_, std::nullopt);
  Outcome& result = record.outcome;
  if (!unconverted.empty()) {
    result.kind = Outcome::Kind::unchanged;
    add_note(result, 0, "", unconverted);
  }
  outcome().add(result);
  if (!context_.gives_details) return;
  if (result.documents == 0 && result.error.empty()) return;  // there was nothing to examine
  const bool is_left = result.documents == 0 && result.kind == Outcome::Kind::unchanged;
  if (is_left) result.kind = Outcome::Kind::skipped;
  else if (result.status != Status::failed) result.error.clear();
  if (++result_.records_reported <= records_reported_before_) return;
  wait_for_turn();
  context_.report_record(job_, record);
}

void Task::report_unread(const SourcePlace& place, std::string_view what, NoteCode code) {
  tell(code, Severity::failure, place, what);
  count_as_unread();
}

void Task::count_as_unread() noexcept {
  if (!context_.settings.lenient) worsen(Status::left_unread);
}

void Task::worsen(Status status) noexcept {
  outcome().status = std::max(outcome().status, status);
  if (record_) record_->outcome.status = std::max(record_->outcome.status, status);
}

/// Messages and reports about it will be written after those about all earlier inputs, and before those about later
/// ones.
void Task::wait_for_turn() {
  if (std::exchange(has_turn_, true)) return;
  turn_.wait();
  context_.settle_earlier();
}

/// Each of its documents was answered already; the outcome is that of the stream as a whole.
void Task::describe_stream(bool changes, Type type) {
  outcome().kind = changes ? Outcome::Kind::changed : Outcome::Kind::unchanged;
  outcome().type = type == Type::jsonl ? "application/jsonl"
                   : type == Type::csv ? "text/csv"
                                       : "text/tab-separated-values";
  outcome().base.clear();
  outcome().base_from = BaseFrom::none;
}

void Task::finish(const Rewritten& result, Type type) {
  if (result.has_documents) describe_stream(result.changes, type);
  if (!result.missing.empty()) miss_because(result.missing);
  for (const Note& note : result.notes) {
    if (note.severity == Severity::failure) report_unread({}, note.text, note.code);
    else tell(note.code, Severity::notice, {}, note.text);
  }
  result_.records += result.records;
  result_.conversions += result.conversions;
  tell_unchanged_lines();
  messages_.finish();
  if (context_.settings.require_base && base_is_missing_) fail_because(no_base);
}

void Task::add_result(Result&& part) {
  for (Message& message : part.messages) log_.add(std::move(message));
  result_.is_missing = result_.is_missing || part.is_missing;
  result_.adds_originals = result_.adds_originals || part.adds_originals;
  result_.records_reported += part.records_reported;
  add_part(outcome(), part.outcome);
}

Result Task::release_result() {
  result_.messages = log_.release_kept();
  return std::move(result_);
}

/// How severe a note on an input of a type is. Nobody asked for files in a folder that are of a kind that is not read;
/// but if somebody names a file and no type, all of it is meant.
Severity Task::severity_for(const Note& note, Type type, const SourcePlace& source) const noexcept {
  const bool is_answered = source.line > 0;  // in the stream itself
  if (is_answered || (job_.is_found && note.code == NoteCode::unread_kind)) return Severity::detail;
  const bool is_named = !job_.is_found && context_.settings.every_input.type == Type::automatic && !record_;
  const bool is_hardly_read = (note.code == NoteCode::unknown_vocabulary && type == Type::xml) ||
                              (note.code == NoteCode::no_markup && type == Type::html);
  return is_named && is_hardly_read ? Severity::failure : note.severity;
}

/// Whether the number of values that are only read on request is told although nobody asked for details: where links
/// are what is printed, or where other messages say that some stay.
bool Task::tells_of_left_values(const Plan& plan) const noexcept {
  const View view = context_.settings.view;
  const auto says_that_links_stay = [](const Note& note) {
    return note.code == NoteCode::references_kept && note.severity >= Severity::notice;
  };
  return view == View::check || view == View::list || std::ranges::any_of(plan.notes(), says_that_links_stay);
}

std::string Task::place_of(const SourcePlace& source, std::size_t message, std::string_view part) {
  if (!record_) return place_in_input(source, message, part);
  if (record_place_.empty()) record_place_ = place_of_record(record_->number, record_->name);
  const std::string inside = place_in_record(source, message, part);
  return record_place_ + (inside.empty() ? "" : ", ") + inside;
}

void Task::tell(NoteCode code, Severity severity, const SourcePlace& place, std::string_view what) {
  if (severity >= least_told(context_.settings))
    messages_.tell(severity, code, what, display_name(job_.path), place_of(place, 0, ""), what);
  // Such messages are also in the reports, even if they are only printed with -v.
  keep_note({.severity = std::max(severity, Severity::notice), .text = what}, place, 0);
}

/// Keeps a note for the reports. If a record is left, the first of its most severe notes is the reason.
void Task::keep_note(const Said& note, const SourcePlace& source, std::size_t line) {
  if (!context_.gives_details) return;
  if (record_ && record_->outcome.status != Status::failed &&
      (record_->outcome.error.empty() || note.severity > record_error_severity_)) {
    record_->outcome.error = note.text;
    record_error_severity_ = note.severity;
  }
  if (note.severity < Severity::notice) return;
  add_note(outcome(), line, place_of(source, note.message, note.part), note.text);
  if (record_) add_note(record_->outcome, line, place_in_record(source, note.message, note.part), note.text);
}

void Task::tell(const Plan& plan, const SourcePlace& source) {
  const Severity min = least_told(context_.settings);
  LineCounter lines(plan);
  for (const Note& note : plan.notes()) {
    if (is_same_for_all_inputs(note)) {
      if (writes_links(context_.settings.view)) context_.run_notes.add(note.text);
      continue;
    }
    const bool is_answered = source.line > 0;  // in the stream itself
    const bool is_asked_for = note.code == NoteCode::values_left && source.line == 0 && tells_of_left_values(plan);
    const Severity severity = is_asked_for ? Severity::notice : severity_for(note, plan.type(), source);
    if (is_said_before(note, source) || (severity < min && !context_.gives_details)) continue;
    const std::size_t line = note.offset ? source.lines + lines.at(*note.offset).line : 0;
    const bool is_of_pairs = note.code == NoteCode::no_tab;
    if (is_of_pairs && std::exchange(has_told_of_pairs_, true)) continue;  // each piece of a list has its own
    if (is_on_left_lines(note) || is_on_references(note, plan.type(), source)) {
      count_left_lines(note, line);
      continue;
    }
    std::string where = display_name(job_.path);
    if (line > 0) where.append(":").append(std::to_string(line));
    if (severity >= min) {
      messages_.tell(severity, note.code, note.kind, where, place_of(source, note.message, note.part), note.text);
    }
    if (note.code == NoteCode::unread_kind && !is_answered) outcome().error = note.text;
    else keep_note({reported_severity(note), note.text, note.message, note.part}, source, line);
  }
}

void Task::count_left_lines(const Note& note, std::size_t line) {
  const auto joins = [&](LeftLines& one) { return join(one.note, note); };
  if (std::ranges::none_of(left_lines_, joins)) left_lines_.push_back({note, line});
}

void Task::tell_unchanged_lines() {
  for (const auto& [note, line] : left_lines_) {
    std::string where = display_name(job_.path);
    if (line > 0) where.append(":").append(std::to_string(line));
    if (note.severity >= least_told(context_.settings))
      messages_.tell(note.severity, note.code, note.kind, where, "", note.text);
    if (context_.gives_details) add_note(outcome(), line, "", note.text);
  }
}

void Task::tell_documents(const Plan& plan, const SourcePlace& source) {
  for (const Document& document : plan.documents()) {
    if (!document.counts) continue;
    const Base* const base = plan.base(document.scope);
    const std::string from(name_of(plan.base_from(document.scope)));
    if (documents_told_++ == max_documents_before_turn) {
      wait_for_turn();
      log_.print_at_once();
    }
    const std::string place = place_of(source, document.message, document.part);
    const std::string counts = counted(document.links, "link", "links") + ", " + std::to_string(document.relative);
    const std::string url = base != nullptr ? without_password(base->url()) + " (" + from + ")" : "undefined";
    log_.complain(display_name(job_.path), place + (place.empty() ? "" : ": ") + counts + " relative; base " +
                                               shortened(printable(url), columns_of_line));
  }
}

}  // namespace absolve::cli
