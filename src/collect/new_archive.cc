#include "new_archive.h"

#include <algorithm>
#include <string>
#include <utility>

#include "../text/date.h"
#include "../text/last_name.h"

namespace absolve::collect {
namespace {

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

NewArchive::NewArchive(std::string_view name, const RewriterOptions& options, bool reads_json)
    : emit_(options.archive.emit),
      begins_(options.archive.range.begin == 0),
      is_indexed_(options.archive.lists_captures),
      copy_{std::string(last_name(name)), options.archive.said,
            options.archive.date.empty() ? date_of_now() : options.archive.date, reads_json},
      compresses_(compresses_by_name(options.output_name)) {
  if (!compresses_) compresses_ = options.archive.compresses;
}

std::string NewArchive::compressed(std::string record, ArchiveCompression compression) const {
  return record.empty() || !compresses(compression) ? std::move(record) : gzip_member(record);
}

std::string NewArchive::beginning(ArchiveCompression compression) const {
  return begins_ ? compressed(archive_info(copy_, emit_), compression) : std::string();
}

NewRecord NewArchive::made_of(const Record& record, const Plan& plan, ArchiveCompression compression) const {
  if (!is_copy()) {
    return {compressed(conversion_record(record.text, plan.edits(), type_read(plan), copy_), compression)};
  }
  std::string made = response_record(record.text, plan.edits(), copy_);
  std::optional<Original> original = original_of(record.text, made);
  if (!original) return {};
  auto capture = is_indexed_ ? capture_of(made) : std::nullopt;
  return {compressed(std::move(made), compression), std::move(original), std::move(capture)};
}

NewArchive::NewRevisit NewArchive::made_of_revisit(const Record& record, const Plan& plan, const Originals& originals,
                                                   ArchiveCompression compression) const {
  NewRevisit made{revisit_record(record.text, plan.edits(), originals, copy_)};
  if (is_indexed_) made.capture = capture_of(made.copy.text);
  made.copy.text = compressed(std::move(made.copy.text), compression);
  return made;
}

}  // namespace absolve::collect
