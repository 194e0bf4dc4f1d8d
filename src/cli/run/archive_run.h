#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "../inputs/open_input.h"
#include "../inputs/source_place.h"
#include "absolve/absolve.h"
#include "input_queue.h"

namespace absolve::cli {

/// The new form of a record.
struct Made {
  std::string bytes = {};
  std::optional<Original> original = {};  // of a full copy; nullopt: the record is a revisit, or there is none
  std::optional<Capture> capture = {};    // for an index, if one is requested
};

/// A record while it is processed.
struct RecordJob {
  std::unique_ptr<Record> record;  // on the heap, so that it keeps its address: the plan points into it
  ArchiveCompression compression = ArchiveCompression::none;
  std::unique_ptr<Plan> plan = {};  // can be moved without allocating; nullptr: the record is not whole
  Made made = {};

  // For PartQueue.
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool is_read_on() const noexcept { return !record->is_whole; }
};

/// An archive that is read record by record (PartQueue): several records are planned at a time. The rest of a record
/// that is not whole is read while it is taken.
class ArchiveRun {
 public:
  /// Makes what is written for a record. Called by several threads at the same time.
  using Make = std::function<Made(const Record& record, const Plan& plan, ArchiveCompression compression)>;
  using Take = std::function<void(const RecordJob& job, const SourcePlace& place)>;

  /// `input` is positioned at the beginning of the range. `record`: what each of them is. `flush`: called before it
  /// waits for more input, after everything before was taken; nullptr: nothing needs to be done then.
  ArchiveRun(OpenInput& input, ArchiveRange range, Input record, Options options, std::function<void()> flush);

  /// Throws what reading, making and taking throw.
  void run(std::size_t records_at_once, const Make& make, const Take& take);

  /// To be called while a record that is not whole is taken: hands over the rest of it.
  void rest(const std::function<void(std::string_view bytes)>& take);

  /// How the archive is compressed; to be called after everything was taken.
  [[nodiscard]] ArchiveCompression compression() const noexcept { return reader_.compression(); }

  /// What couldn't be read, in words, after everything was taken; "": nothing.
  [[nodiscard]] std::string error() const;

 private:
  [[nodiscard]] std::optional<RecordJob> read();
  void plan(RecordJob& job) const;
  void pass(const RecordJob& job);

  ArchiveReader reader_;
  Input record_;  // what each is
  Input compressed_record_;
  Options options_;
  InputQueue<RecordJob> queue_;
  SourcePlace place_;  // of the next record to be taken
};

}  // namespace absolve::cli
