#include "report.h"

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

}  // namespace

JsonObject report_object(const Job& job, const Outcome& outcome) {
  JsonObject reasons;
  for (const auto& [reason, count] : outcome.kept) reasons.member(name_of(reason), count);
  JsonObject object;
  add_name(object, "file", job.path);
  const Status status = outcome.kind == Outcome::Kind::failed ? Status::failed : outcome.status;
  object.member("status", name_of(outcome.kind)).member("exit", static_cast<std::size_t>(exit_code(status)));
  if (outcome.output.empty()) {
    object.raw("output", "null");
  } else {
    add_name(object, "output", outcome.output);
  }
  object.member("type", or_null(outcome.type))
      .member("base", or_null(outcome.base))
      .member("base_from", name_of(outcome.base_from))
      .member("documents", outcome.documents)
      .member("links", outcome.counts.links)
      .member("rewritten", outcome.counts.rewritten)
      .member("absolute", outcome.counts.absolute)
      .member("kept", outcome.counts.kept)
      .raw("reasons", reasons.str())
      .member("notes", outcome.notes)
      .member("error", or_null(outcome.error));
  return object;
}

Report::Report(const std::string& path) : destination_(path), out_(destination_.descriptor()) {}

void Report::add(const Job& job, const Outcome& outcome) { out_.write(report_object(job, outcome).str() + "\n"); }

void Report::commit() {
  out_.flush();
  destination_.commit();
}

}  // namespace absolve::cli
