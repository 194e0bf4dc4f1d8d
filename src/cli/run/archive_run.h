#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "../inputs/input.h"
#include "../inputs/source_place.h"
#include "absolve/absolve.h"

namespace absolve::cli {

/// What was made of a record.
struct Made {
  std::string bytes = {};
  std::optional<Original> original = {};  // of a full copy; nullopt: it is a revisit, or there is none
};

/// A record on its way through a run.
struct RecordJob {
  std::unique_ptr<Record> record = {};  // it stays where it is, as the plan points into it; nullptr: there are no more
  std::size_t number = 0;               // of the job, from 0
  ArchiveCompression compression = ArchiveCompression::none;
  std::unique_ptr<Plan> plan = {};  // to be moved without memory; nullptr: the record is not whole
  Made made = {};
  std::size_t size = 0;  // of what is held of it, in bytes
};

/// An archive that is read record by record. Several are planned at a time, and taken in their order:
///
///     read, one at a time -> plan, make: several -> take, one at a time
///
/// A record that is not whole is read on while it is taken; until then no other is read. Memory is bounded by size:
/// many small records may be read ahead of one that takes long, and few large ones.
class ArchiveRun {
 public:
  /// Makes what is to be written of a record. Called by several threads at once.
  using Make = std::function<Made(const Record& record, const Plan& plan, ArchiveCompression compression)>;
  using Take = std::function<void(const RecordJob& job, const SourcePlace& place)>;

  /// `input` stands where the range begins. `options` are those of a record.
  ArchiveRun(Input& input, ArchiveRange range, Options options);

  /// Throws what reading, making and taking throw.
  void run(std::size_t records_at_once, const Make& make, const Take& take);

  /// While a record that is not whole is taken: hands over what follows of it.
  void rest(const std::function<void(std::string_view bytes)>& take);

  /// How it is compressed, once all was taken.
  [[nodiscard]] ArchiveCompression compression() const noexcept { return reader_.compression(); }

  /// What couldn't be read once all was taken, in words; "": nothing.
  [[nodiscard]] std::string error() const;

 private:
  template <class Step>
  auto or_end(Step&& step);
  [[nodiscard]] RecordJob read(std::size_t number);
  [[nodiscard]] bool may_read(std::size_t number) const noexcept;
  void plan(RecordJob& job) const;
  void hold(RecordJob& job, std::size_t size);
  void release(const RecordJob& job);
  void pass(const RecordJob& job);
  void let_read(std::size_t number);
  void end();

  ArchiveReader reader_;
  Options options_;
  Options options_of_compressed_;
  std::mutex mutex_;
  std::condition_variable moved_;
  std::size_t to_read_ = 0;  // number of the record that is read next, from 0
  bool has_ended_ = false;   // no further one is read
  std::size_t taken_ = 0;    // so many records were
  std::size_t held_ = 0;     // bytes of those that were read and not taken yet
  std::size_t workers_ = 1;
  SourcePlace place_;  // of the record that is taken next
};

}  // namespace absolve::cli
