#include "archive_input.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../outputs/archive_names.h"
#include "../report/capture_index.h"
#include "../system/paths.h"
#include "archive_output.h"
#include "archive_run.h"

namespace absolve::cli {
namespace {

constexpr std::string_view why_unconverted =
    "redirects and errors would be replayed as pages (--warc-emit=response copies all records)";

/// Throws InputError if the new archive can't have that name.
void require_name(const Settings& settings, const Job& job, std::string_view output_name) {
  if (output_name.ends_with(".zst"))
    throw InputError("can't be written with zstd compression, which is only supported for reading");
  const bool is_conversion = settings.output_dir && settings.emit == ArchiveEmit::conversion;
  if (is_conversion && !is_for_conversions(output_name, job.path)) {
    throw InputError(
        "is an archive, but its name doesn't say so: its conversions need an output name (give one with -o)");
  }
}

/// Throws InputError if the archive that a record is in is of a kind that is only read.
void require_copiable(const Settings& settings, const RecordJob& job) {
  constexpr std::string_view advice =
      ", which can only be read: --warc-emit=conversion writes new records for what changes";
  const bool is_arc = job.plan && job.plan->record()->is_arc;
  if (is_arc) throw InputError("is an ARC archive" + std::string(advice));
  const bool is_zstd = job.compression == ArchiveCompression::zstd && settings.writes_each();
  if (is_zstd) throw InputError("is compressed with zstd" + std::string(advice));
}

Options options_of_records(const Settings& settings) {
  Options options = settings.options;
  options.headers = options.headers || settings.emit == ArchiveEmit::response;
  return options;
}

/// Takes the records of one archive, one by one.
class ArchiveInput {
 public:
  ArchiveInput(Task& task, JobInput& opened, const Outlet& outlet)
      : task_(task),
        outlet_(outlet),
        settings_(task.context().settings),
        is_indexed_(settings_.cdxj || outlet.lists_captures),
        output_(settings_, task.job(), outlet.name, is_indexed_),
        input_(opened.input),
        run_(opened.input, task.job().range.value_or(ArchiveRange{}), decompressed(opened.what),
             options_of_records(settings_), outlet.flush) {}

  bool take_all();

 private:
  void take(const RecordJob& job, const SourcePlace& place);
  void write(const RecordJob& job, const std::string& made, std::optional<Capture> capture);
  [[nodiscard]] ArchiveOutput::MadeRevisit follow(const RecordJob& job, const SourcePlace& place);
  [[nodiscard]] OldIndex::Carried carry_over(const Record& record, Capture& capture) const;
  void keep_capture(const Record& record);
  void find_request(const Record& record);
  void list_captures();
  [[nodiscard]] std::string_view index_name(std::string_view path) const noexcept {
    return outlet_.index_name.empty() ? last_name(path) : outlet_.index_name;
  }
  void begin(ArchiveCompression compression) {
    if (!std::exchange(has_begun_, true)) write(output_.beginning(compression));
  }
  void write(std::string_view bytes) {
    outlet_.write(bytes);
    written_ += bytes.size();
  }

  Task& task_;
  const Outlet& outlet_;
  const Settings& settings_;
  const bool is_indexed_;  // whether an index is requested
  const ArchiveOutput output_;
  const OpenInput& input_;
  ArchiveRun run_;
  const bool is_made_ = settings_.view == View::rewritten;  // written, or reported in a dry run
  const bool is_copied_ = is_made_ && output_.is_copy();
  bool has_begun_ = false;
  bool changes_ = false;
  std::size_t unconverted_ = 0;
  std::uint64_t written_ = 0;  // size of the new archive so far

  // If an index is requested:

  /// A record of an archive that is rewritten in place, and where it begins.
  struct OldCapture {
    std::optional<Capture> capture;
    std::uint64_t offset;
    OldIndex::Carried carried;
  };
  std::vector<OldCapture> old_captures_;  // one for each record

  /// A line about a record of the new archive.
  struct NewLine {
    std::size_t number;  // of the record
    bool has_request;
    std::string text;
  };
  std::vector<NewLine> new_lines_;

  Exchanges exchanges_;
  std::optional<std::uint64_t> offset_before_;  // of the record before
  bool is_first_in_member_ = false;
};

bool ArchiveInput::take_all() {
  if (is_copied_) {
    task_.turn().wait();
    if (!outlet_.continues) task_.context().originals.forget();
    task_.result().adds_originals = true;
  }
  run_.run(
      task_.context().parts_at_once,
      [this](const Record& record, const Plan& plan, ArchiveCompression compression) {
        return is_made_ ? output_.made_of(record, plan, compression) : Made();
      },
      [this](const RecordJob& job, const SourcePlace& place) { take(job, place); });
  if (outlet_.write && outlet_.writes_unchanged) begin(run_.compression());
  if (const std::string error = run_.error(); !error.empty()) {
    if (outlet_.write && is_copied_) task_.miss_because(error);
    else task_.leave({}, error);
  }
  if (unconverted_ > 0) {
    const bool is_one = unconverted_ == 1;
    task_.note(std::to_string(unconverted_) + (is_one ? " response" : " responses") + " with relative links " +
               (is_one ? "has" : "have") + " no conversion: " + std::string(why_unconverted));
  }
  if (!changes_) list_captures();
  for (NewLine& line : new_lines_) task_.result().captures.push_back(std::move(line.text));
  task_.finish();
  return changes_;
}

/// From the index that is replaced, which leads only to the first record of a member.
OldIndex::Carried ArchiveInput::carry_over(const Record& record, Capture& capture) const {
  if (outlet_.old_index == nullptr || !is_first_in_member_) return {};
  return outlet_.old_index->carry_over(outlet_.index_name, record.offset, capture);
}

/// Keeps the index entry of the record, for the case that the archive is left unchanged.
void ArchiveInput::keep_capture(const Record& record) {
  is_first_in_member_ = std::exchange(offset_before_, record.offset) != record.offset;
  const bool may_stay = outlet_.lists_captures || (settings_.cdxj && settings_.in_place_suffix);
  if (!may_stay) return;
  OldCapture& kept = old_captures_.emplace_back(OldCapture{capture_of(record.text), record.offset, {}});
  if (kept.capture) kept.carried = carry_over(record, *kept.capture);
}

/// If the record completes an exchange, the entry of its capture gets what its request adds to it. What the index that
/// is replaced says of a request counts more.
void ArchiveInput::find_request(const Record& record) {
  const auto answered = exchanges_.add(record.text, record.number);
  if (!answered) return;
  const auto& [number, request] = *answered;
  if (number <= old_captures_.size()) {
    auto& [capture, offset, carried] = old_captures_[number - 1];
    if (capture && !carried.has_request) {
      capture->key = request.key;
      carried.members += members_of(request);
    }
  }
  const auto line = std::ranges::lower_bound(new_lines_, number, {}, &NewLine::number);
  if (line == new_lines_.end() || line->number != number || line->has_request) return;
  add_request(line->text, request);
}

/// A record extends up to the beginning of the next one. If a member contains several, readers that use an index only
/// find the first.
void ArchiveInput::list_captures() {
  const std::string_view name = index_name(task_.job().path);
  std::uint64_t end = input_.size();
  std::vector<std::string> lines;  // the last first
  for (std::size_t i = old_captures_.size(); i-- > 0;) {
    const auto& [capture, offset, carried] = old_captures_[i];
    const bool is_behind_another = i > 0 && old_captures_[i - 1].offset == offset;
    if (capture && is_behind_another) ++task_.result().hidden_captures;
    if (is_behind_another) continue;
    if (capture) lines.push_back(index_line(*capture, end - offset, offset, name, carried.members));
    end = offset;
  }
  task_.result().old_captures.assign(lines.rbegin(), lines.rend());
}

void ArchiveInput::take(const RecordJob& job, const SourcePlace& place) {
  if (outlet_.write && is_copied_) require_copiable(settings_, job);
  RecordName name = job.plan ? *job.plan->record() : record_name(job.record->text);
  keep_capture(*job.record);
  task_.begin_record(job.record->number, std::move(name));
  if (job.plan) task_.take(*job.plan, place);
  else if (!job.record->unread.empty()) task_.leave(place, std::string(job.record->unread) + "; left unchanged");
  const ArchiveOutput::MadeRevisit revisit = is_copied_ ? follow(job, place) : ArchiveOutput::MadeRevisit();
  const bool is_revisit = !revisit.copy.text.empty();
  const std::string& made = is_revisit ? revisit.copy.text : job.made.bytes;
  changes_ = changes_ || (job.plan && !job.plan->edits().empty() && !made.empty());
  const bool is_unconverted = is_made_ && job.plan && output_.leaves(*job.record, *job.plan);
  unconverted_ += is_unconverted ? 1 : 0;
  ++task_.result().records;
  task_.result().conversions += !is_copied_ && !made.empty() ? 1 : 0;
  if (outlet_.write) write(job, made, is_revisit ? revisit.capture : job.made.capture);
  else if (job.plan && outlet_.take) outlet_.take(*job.plan, place);
  if (is_indexed_) find_request(*job.record);
  task_.end_record(is_unconverted ? "it has no conversion: " + std::string(why_unconverted) : "");
}

void ArchiveInput::write(const RecordJob& job, const std::string& made, std::optional<Capture> capture) {
  if (is_copied_ || outlet_.writes_unchanged || !made.empty()) begin(job.compression);
  const std::uint64_t begin_of_it = written_;
  if (!job.plan) {
    output_.copy(
        *job.record, job.compression, [this](const auto& take) { run_.rest(take); },
        [this](std::string_view bytes) { write(bytes); });
  } else if (!made.empty()) {
    write(made);
  }
  if (!job.plan) capture = output_.capture_in(*job.record);
  if (!capture || written_ == begin_of_it) return;
  const OldIndex::Carried carried = carry_over(*job.record, *capture);
  const std::string& name = outlet_.name.empty() ? task_.job().path : outlet_.name;
  new_lines_.push_back({job.record->number, carried.has_request,
                        index_line(*capture, written_ - begin_of_it, begin_of_it, index_name(name), carried.members)});
}

/// In a full copy: remembers the new form of a record, or adapts a revisit to the new form of the record that it refers
/// to. Returns the revisit; if its text is empty, the record is not a revisit.
ArchiveOutput::MadeRevisit ArchiveInput::follow(const RecordJob& job, const SourcePlace& place) {
  constexpr std::string_view left = "; copied with its digest and fields unchanged";
  Originals& originals = task_.context().originals;
  if (job.made.original || !job.plan) {
    const auto original = job.plan ? job.made.original : original_of(job.record->text, job.record->text);
    if (original) originals.add(*original);
    else task_.leave(place, "it is a revisit of more than 1 MiB" + std::string(left));
    return {};
  }
  ArchiveOutput::MadeRevisit made = output_.made_of_revisit(*job.record, originals, job.compression);
  if (made.copy.fate == RevisitCopy::Fate::unknown) task_.leave(place, made.copy.why + std::string(left));
  if (made.copy.fate == RevisitCopy::Fate::followed) {
    changes_ = true;
    task_.change_record();
  }
  return made;
}

}  // namespace

bool take_archive(Task& task, JobInput& opened, const Outlet& outlet) {
  const Settings& settings = task.context().settings;
  if (outlet.write) {
    if (!settings.date) throw InputError("cannot be dated, as SOURCE_DATE_EPOCH is not a number of seconds");
    require_name(settings, task.job(), outlet.name);
  }
  if (const auto& range = task.job().range) opened.input.go_to(range->begin);
  return ArchiveInput(task, opened, outlet).take_all();
}

}  // namespace absolve::cli
