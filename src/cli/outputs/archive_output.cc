#include "archive_output.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "../system/words.h"

namespace absolve::cli {
namespace {

constexpr std::string_view line_ends = "\r\n\r\n";  // after each record

/// The name of an archive without what says that it is one, in any case; nullopt: its name doesn't say so.
std::optional<std::string_view> stem_of(std::string_view name) {
  const std::string lower = lower_case(name);
  std::string_view rest = lower;
  for (const std::string_view packing : {".gz", ".zst"}) {
    if (rest.ends_with(packing)) rest.remove_suffix(packing.size());
  }
  for (const std::string_view ending : {".warc", ".arc"}) {
    if (rest.ends_with(ending)) return name.substr(0, rest.size() - ending.size());
  }
  return std::nullopt;
}

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

std::string output_name(std::string name, const Settings& settings) {
  const auto stem = stem_of(name);
  const bool may_be_read = settings.options.type == Type::automatic || settings.options.type == Type::warc;
  if (settings.emit == ArchiveEmit::response || !may_be_read || !stem) return name;
  return std::string(*stem) + ".conversion.warc.gz";
}

bool is_for_conversions(std::string_view output, std::string_view input) noexcept {
  return output.substr(output.rfind('/') + 1) != input.substr(input.rfind('/') + 1);
}

bool is_named_like_parts(std::string_view name) { return stem_of(name) && lower_case(name).ends_with(".gz"); }

std::string part_name(std::string_view output, Shard shard) {
  const std::size_t stem = stem_of(output).value_or(output).size();
  return std::string(output.substr(0, stem)) + part_infix(shard) + std::string(output.substr(stem));
}

std::optional<PartOf> part_by_name(std::string_view name, std::uint64_t count) {
  const auto stem = stem_of(name);
  const std::size_t dot = stem ? stem->rfind('.') : std::string_view::npos;
  if (dot == std::string_view::npos) return std::nullopt;
  std::uint64_t number = 0;
  std::from_chars(stem->data() + dot + 1, stem->data() + stem->size(), number);
  if (part_infix({number, count}) != stem->substr(dot)) return std::nullopt;
  return PartOf{std::string(name.substr(0, dot)).append(name.substr(stem->size())), number};
}

ArchiveOutput::ArchiveOutput(const Settings& settings, const Job& job, std::string_view output)
    : emit_(settings.emit),
      begins_(!job.range || job.range->begin == 0),
      copy_{job.path.substr(job.path.rfind('/') + 1), settings.said, settings.date.value_or("")},
      packs_(packs_by_name(output)) {
  // Several in one output are packed alike.
  if (!packs_ && settings.inputs.size() > 1 && !settings.writes_each()) packs_ = true;
}

std::string ArchiveOutput::packed(std::string record, ArchivePacking packing) const {
  return record.empty() || !packs(packing) ? std::move(record) : gzip_member(record);
}

std::string ArchiveOutput::beginning(ArchivePacking packing) const {
  return begins_ ? packed(archive_info(copy_, emit_), packing) : std::string();
}

Made ArchiveOutput::made_of(const Record& record, const Plan& plan, ArchivePacking packing) const {
  if (!is_copy()) return {packed(conversion_record(record.text, plan.edits(), type_read(plan), copy_), packing)};
  std::string made = response_record(record.text, plan.edits(), copy_);
  std::optional<Original> original = original_of(record.text, made);
  if (!original) return {};
  return {packed(std::move(made), packing), std::move(original)};
}

RevisitCopy ArchiveOutput::made_of_revisit(const Record& record, const Originals& originals,
                                           ArchivePacking packing) const {
  RevisitCopy made = revisit_record(record.text, originals, copy_);
  made.text = packed(std::move(made.text), packing);
  return made;
}

void ArchiveOutput::copy(const Record& record, ArchivePacking packing, const std::function<void(const Write&)>& rest,
                         const Write& write) const {
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
