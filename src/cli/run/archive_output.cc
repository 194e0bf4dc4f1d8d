#include "archive_output.h"

#include <algorithm>
#include <utility>

#include "../system/paths.h"

namespace absolve::cli {
namespace {

constexpr std::string_view line_ends = "\r\n\r\n";  // after each record

std::optional<bool> compresses_by_name(std::string_view name) noexcept {
  if (name.ends_with(".gz")) return true;
  return name.ends_with(".warc") ? std::optional(false) : std::nullopt;
}

/// The media type of what was read in a record, if anything was.
std::string_view type_read(const Plan& plan) noexcept {
  const auto read = std::ranges::find_if(plan.documents(), &Document::counts);
  return read == plan.documents().end() ? std::string_view() : read->type;
}

}  // namespace

ArchiveOutput::ArchiveOutput(const Settings& settings, const Job& job, std::string_view output, bool is_indexed)
    : emit_(settings.emit),
      begins_(!job.range || job.range->begin == 0),
      is_indexed_(is_indexed),
      copy_{std::string(last_name(job.path)), settings.said, settings.date.value_or("")},
      compresses_(compresses_by_name(output)) {
  // Several archives in one output must all be compressed.
  if (!compresses_ && settings.inputs.size() > 1 && !settings.writes_each()) compresses_ = true;
}

std::string ArchiveOutput::compressed(std::string record, ArchiveCompression compression) const {
  return record.empty() || !compresses(compression) ? std::move(record) : gzip_member(record);
}

std::string ArchiveOutput::beginning(ArchiveCompression compression) const {
  return begins_ ? compressed(archive_info(copy_, emit_), compression) : std::string();
}

Made ArchiveOutput::made_of(const Record& record, const Plan& plan, ArchiveCompression compression) const {
  if (!is_copy())
    return {compressed(conversion_record(record.text, plan.edits(), type_read(plan), copy_), compression)};
  std::string made = response_record(record.text, plan.edits(), copy_);
  std::optional<Original> original = original_of(record.text, made);
  if (!original) return {};
  auto capture = is_indexed_ ? capture_of(made) : std::nullopt;
  return {compressed(std::move(made), compression), std::move(original), std::move(capture)};
}

ArchiveOutput::MadeRevisit ArchiveOutput::made_of_revisit(const Record& record, const Originals& originals,
                                                          ArchiveCompression compression) const {
  MadeRevisit made{revisit_record(record.text, originals, copy_)};
  if (is_indexed_) made.capture = capture_of(made.copy.text);
  made.copy.text = compressed(std::move(made.copy.text), compression);
  return made;
}

void ArchiveOutput::copy(const Record& record, ArchiveCompression compression,
                         const std::function<void(const Write&)>& rest, const Write& write) const {
  if (!is_copy()) return;
  const auto fill = [&](const auto& take) {
    take(response_beginning(record.text, copy_));
    rest(take);
    take(line_ends);
  };
  if (compresses(compression)) gzip_member(fill, write);
  else fill(write);
}

}  // namespace absolve::cli
