#include "archive_run.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "../system/job_queue.h"

namespace absolve::cli {
namespace {

std::size_t read_some(Input& input, std::span<char> room) {
  const std::string_view bytes = input.arrived(1, room.size());
  const std::size_t size = std::min(bytes.size(), room.size());
  std::memcpy(room.data(), bytes.data(), size);
  input.pass(size);
  return size;
}

/// For each thread: records that are read before they can be taken, at most.
constexpr std::size_t records_ahead = 16;
/// For each thread: beyond so many bytes only a few are.
constexpr std::size_t bytes_ahead = std::size_t{4} << 20;
constexpr std::size_t few = 2;

/// What is held of a record once something was made of it. What it decompresses to is in an edit.
std::size_t size_of(const RecordJob& job) noexcept {
  std::size_t size = job.record->text.size() + job.made.bytes.size();
  for (const Edit& edit : job.plan->edits()) size += edit.text.size();
  return size;
}

Options of_compressed(Options options) {
  options.has_places = false;
  return options;
}

}  // namespace

ArchiveRun::ArchiveRun(Input& input, ArchiveRange range, Options options)
    : reader_([&input](std::span<char> room) { return read_some(input, room); }, range),
      options_(std::move(options)),
      options_of_compressed_(of_compressed(options_)) {}

/// Where a step fails, nobody waits for the next record any longer.
template <class Step>
auto ArchiveRun::or_end(Step&& step) {
  try {
    return step();
  } catch (...) {
    end();
    throw;
  }
}

void ArchiveRun::run(std::size_t records_at_once, const Make& make, const Take& take) {
  workers_ = std::max<std::size_t>(records_at_once, 1);
  JobQueue<RecordJob> queue(
      SIZE_MAX, records_at_once,
      [&](std::size_t number, const Turn&, std::size_t) {
        return or_end([&] {
          RecordJob job = read(number);
          if (!job.record || !job.record->is_whole) return job;
          plan(job);
          job.made = make(*job.record, *job.plan, job.compression);
          hold(job, size_of(job));
          return job;
        });
      },
      [&](std::size_t, RecordJob&& job) {
        return or_end([&] {
          if (!job.record) return false;
          place_.record = job.record->number;
          place_.lines += job.record->lines_before;
          place_.bytes = static_cast<std::size_t>(job.record->offset);
          take(job, place_);
          pass(job);
          return true;
        });
      },
      records_ahead);
  queue.run();
}

/// Waits until a record is the next to be read, and there is room for it.
RecordJob ArchiveRun::read(std::size_t number) {
  std::unique_lock lock(mutex_);
  moved_.wait(lock, [&] { return (to_read_ == number && may_read(number)) || has_ended_; });
  if (has_ended_) return {};
  lock.unlock();
  RecordJob job;
  if (auto record = reader_.next()) job.record = std::make_unique<Record>(*std::move(record));
  job.number = number;
  job.compression = reader_.compression();
  if (!job.record) {
    end();
    return job;
  }
  hold(job, job.record->text.size());
  if (job.record->is_whole) let_read(number + 1);
  return job;
}

bool ArchiveRun::may_read(std::size_t number) const noexcept {
  return number < taken_ + few * workers_ || held_ < bytes_ahead * workers_;
}

void ArchiveRun::hold(RecordJob& job, std::size_t size) {
  const std::scoped_lock lock(mutex_);
  held_ += size - job.size;
  job.size = size;
}

void ArchiveRun::release(const RecordJob& job) {
  const std::scoped_lock lock(mutex_);
  held_ -= job.size;
  ++taken_;
  moved_.notify_all();
}

void ArchiveRun::let_read(std::size_t number) {
  const std::scoped_lock lock(mutex_);
  to_read_ = number;
  moved_.notify_all();
}

/// For good: nothing that comes later makes it go on.
void ArchiveRun::end() {
  const std::scoped_lock lock(mutex_);
  has_ended_ = true;
  moved_.notify_all();
}

void ArchiveRun::plan(RecordJob& job) const {
  const bool is_compressed = job.compression != ArchiveCompression::none;
  job.plan = std::make_unique<Plan>(absolve::plan(job.record->text, is_compressed ? options_of_compressed_ : options_));
}

void ArchiveRun::pass(const RecordJob& job) {
  if (job.compression == ArchiveCompression::none) {
    place_.lines += lines_in(job.record->text) + lines_in(job.record->line_ends);
  }
  release(job);
  if (job.record->is_whole) return;
  rest([](std::string_view) {});
  let_read(job.number + 1);
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
