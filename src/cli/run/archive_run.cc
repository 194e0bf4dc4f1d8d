#include "archive_run.h"

#include <utility>

#include "job_input.h"
#include "plan_size.h"

namespace absolve::cli {
ArchiveRun::ArchiveRun(OpenInput& input, ArchiveRange range, Input record, Options options, std::function<void()> flush)
    : reader_([&input](std::span<char> room) { return input.take(room); }, range),
      record_(std::move(record)),
      compressed_record_(inside(record_)),
      options_(std::move(options)),
      queue_(input, std::move(flush)) {}

/// The decompressed body is in an edit, so it is included.
std::size_t RecordJob::size() const noexcept {
  return record->text.size() + made.bytes.size() + (plan ? size_of(*plan) : 0);
}

void ArchiveRun::run(std::size_t records_at_once, const Make& make, const Take& take) {
  queue_.run(
      records_at_once, [this] { return read(); },
      [&](RecordJob& job) {
        if (!job.record->is_whole) return;
        plan(job);
        job.made = make(*job.record, *job.plan, job.compression);
      },
      [&](RecordJob& job) {
        place_.record = job.record->number;
        place_.lines += job.record->lines_before;
        place_.bytes = static_cast<std::size_t>(job.record->offset);
        take(job, place_);
        pass(job);
      });
}

std::optional<RecordJob> ArchiveRun::read() {
  auto record = reader_.next();
  if (!record) return std::nullopt;
  return RecordJob{std::make_unique<Record>(*std::move(record)), reader_.compression()};
}

void ArchiveRun::plan(RecordJob& job) const {
  const bool is_compressed = job.compression != ArchiveCompression::none;
  const Input& what = is_compressed ? compressed_record_ : record_;
  job.plan = std::make_unique<Plan>(absolve::plan(job.record->text, what, options_));
}

void ArchiveRun::pass(const RecordJob& job) {
  if (job.compression == ArchiveCompression::none) {
    place_.lines += lines_in(job.record->text) + lines_in(job.record->line_ends);
  }
  if (!job.record->is_whole) rest([](std::string_view) {});
}

void ArchiveRun::rest(const std::function<void(std::string_view bytes)>& take) {
  const std::string line_ends = reader_.rest([&](std::string_view bytes) {
    place_.lines += lines_in(bytes);
    take(bytes);
  });
  place_.lines += lines_in(line_ends);
}

std::string ArchiveRun::error() const {
  std::string text = reader_.error();
  if (reader_.errors() > 1) text.append(" (and ").append(std::to_string(reader_.errors() - 1)).append(" more)");
  return text;
}

}  // namespace absolve::cli
