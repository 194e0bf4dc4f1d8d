#include "report.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "../../text/percent.h"
#include "../../text/utf8.h"
#include "../outputs/outcome.h"

namespace absolve::cli {
namespace {

std::optional<std::string> or_null(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

void add_name(JsonObject& object, const std::string& member, const std::string& name) {
  object.member(member, std::string_view(name));
  if (!is_utf8(name)) object.member(member + "_bytes", percent_encoded(name));
}

/// The members that identify the input, and its result.
JsonObject beginning_of_object(const Job& job, const Outcome& outcome) {
  JsonObject object;
  add_name(object, "file", job.path);
  const Status status = outcome.kind == Outcome::Kind::failed ? Status::failed : outcome.status;
  object.member("status", name_of(outcome.kind)).member("exit", static_cast<std::size_t>(exit_code(status)));
  return object;
}

void add_counts(JsonObject& object, const Outcome& outcome) {
  JsonObject reasons;
  for (const auto& [reason, count] : outcome.kept) reasons.member(name_of(reason), count);
  object.member("type", or_null(outcome.type))
      .member("base", or_null(outcome.base))
      .member("base_from", name_of(outcome.base_from))
      .member("documents", outcome.documents)
      .member("links", outcome.counts.links)
      .member("rewritten", outcome.counts.rewritten)
      .member("absolute", outcome.counts.absolute)
      .member("kept", outcome.counts.kept)
      .member("relative", outcome.relative)
      .raw("reasons", reasons.str())
      .member("notes", outcome.notes)
      .member("error", or_null(outcome.error));
}

}  // namespace

JsonObject report_object(const Job& job, const Outcome& outcome) {
  JsonObject object = beginning_of_object(job, outcome);
  if (outcome.output.empty()) {
    object.raw("output", "null");
  } else {
    add_name(object, "output", outcome.output);
  }
  add_counts(object, outcome);
  return object;
}

JsonObject report_object(const Job& job, const RecordOutcome& record) {
  const RecordName& name = record.name;
  JsonObject object = beginning_of_object(job, record.outcome);
  object.member("record", std::string_view(name.id))
      .member("record_number", record.number)
      .member("url", or_null(name.target_uri))
      .member("record_type", or_null(name.type))
      .member("http_status", name.status == 0 ? std::nullopt : std::optional<std::size_t>(name.status));
  add_counts(object, record.outcome);
  return object;
}

Report::Report(const std::string& path) : destination_(path), out_(destination_.descriptor()) {}

void Report::add(const Job& job, const Outcome& outcome) { out_.write(report_object(job, outcome).str() + "\n"); }

void Report::add_record(const Job& job, const RecordOutcome& record) {
  out_.write(report_object(job, record).str() + "\n");
}

void Report::commit() {
  out_.flush();
  destination_.commit();
}

void CaptureIndex::add(std::vector<std::string>&& lines) {
  lines_.insert(lines_.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
}

void CaptureIndex::commit() {
  std::ranges::sort(lines_);
  Writer out(destination_.descriptor());
  for (const std::string& line : lines_) out.write(line + "\n");
  out.flush();
  destination_.commit();
}

}  // namespace absolve::cli
