#include "archive_output.h"

#include <algorithm>
#include <utility>

namespace absolve::cli {
namespace {

constexpr std::string_view line_ends = "\r\n\r\n";  // after each record

std::optional<bool> packs_by_name(std::string_view name) noexcept {
  if (name.ends_with(".gz")) return true;
  return name.ends_with(".warc") ? std::optional(false) : std::nullopt;
}

/// What was read in a record, as far as something was.
std::string_view type_read(const Plan& plan) noexcept {
  const auto read = std::ranges::find_if(plan.documents(), &Document::counts);
  return read == plan.documents().end() ? std::string_view() : read->type;
}

}  // namespace

ArchiveOutput::ArchiveOutput(const Settings& settings, const Job& job, std::string_view output)
    : emit_(settings.emit),
      begins_(!job.range || job.range->begin == 0),
      copy_{job.path.substr(job.path.rfind('/') + 1), settings.said, settings.date.value_or("")},
      packs_(packs_by_name(output)) {
  // Several in one output are packed alike.
  if (!packs_ && settings.inputs.size() > 1 && !settings.writes_each()) packs_ = true;
}

std::string ArchiveOutput::packed(std::string record, ArchiveCompression packing) const {
  return record.empty() || !packs(packing) ? std::move(record) : gzip_member(record);
}

std::string ArchiveOutput::beginning(ArchiveCompression packing) const {
  return begins_ ? packed(archive_info(copy_, emit_), packing) : std::string();
}

Made ArchiveOutput::made_of(const Record& record, const Plan& plan, ArchiveCompression packing) const {
  if (!is_copy()) return {packed(conversion_record(record.text, plan.edits(), type_read(plan), copy_), packing)};
  std::string made = response_record(record.text, plan.edits(), copy_);
  std::optional<Original> original = original_of(record.text, made);
  if (!original) return {};
  return {packed(std::move(made), packing), std::move(original)};
}

RevisitCopy ArchiveOutput::made_of_revisit(const Record& record, const Originals& originals,
                                           ArchiveCompression packing) const {
  RevisitCopy made = revisit_record(record.text, originals, copy_);
  made.text = packed(std::move(made.text), packing);
  return made;
}

void ArchiveOutput::copy(const Record& record, ArchiveCompression packing,
                         const std::function<void(const Write&)>& rest, const Write& write) const {
  if (!is_copy()) return;
  const std::string beginning = response_beginning(record.text, copy_);
  if (!packs(packing)) {
    write(beginning);
    rest(write);
    return write(line_ends);
  }
  GzipMember member(write);
  member.write(beginning);
  rest([&](std::string_view bytes) { member.write(bytes); });
  member.write(line_ends);
  member.finish();
}

}  // namespace absolve::cli
