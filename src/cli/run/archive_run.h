#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "../inputs/input.h"
#include "../inputs/source_place.h"
#include "absolve/absolve.h"
#include "input_queue.h"

namespace absolve::cli {

/// What was made of a record.
struct Made {
  std::string bytes = {};
  std::optional<Original> original = {};  // of a full copy; nullopt: it is a revisit, or there is none
  std::optional<Capture> capture = {};    // for an index, if one is asked for
};

/// A record on its way through a run.
struct RecordJob {
  std::unique_ptr<Record> record;  // it stays where it is, as the plan points into it
  ArchiveCompression compression = ArchiveCompression::none;
  std::unique_ptr<Plan> plan = {};  // to be moved without memory; nullptr: the record is not whole
  Made made = {};

  // For PartQueue.
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool is_read_on() const noexcept { return !record->is_whole; }
};

/// An archive that is read record by record (PartQueue): several are planned at a time. A record that is not whole is
/// read on while it is taken.
class ArchiveRun {
 public:
  /// Makes what is to be written of a record. Called by several threads at once.
  using Make = std::function<Made(const Record& record, const Plan& plan, ArchiveCompression compression)>;
  using Take = std::function<void(const RecordJob& job, const SourcePlace& place)>;

  /// `input` stands where the range begins. `options` are those of a record. `flush`: called before it waits for more
  /// to read, when all before that was taken; nullptr: nothing is to be done then.
  ArchiveRun(Input& input, ArchiveRange range, Options options, std::function<void()> flush);

  /// Throws what reading, making and taking throw.
  void run(std::size_t records_at_once, const Make& make, const Take& take);

  /// While a record that is not whole is taken: hands over what follows of it.
  void rest(const std::function<void(std::string_view bytes)>& take);

  /// How it is compressed, once all was taken.
  [[nodiscard]] ArchiveCompression compression() const noexcept { return reader_.compression(); }

  /// What couldn't be read once all was taken, in words; "": nothing.
  [[nodiscard]] std::string error() const;

 private:
  [[nodiscard]] std::optional<RecordJob> read();
  void plan(RecordJob& job) const;
  void pass(const RecordJob& job);

  ArchiveReader reader_;
  Options options_;
  Options options_of_compressed_;
  InputQueue<RecordJob> queue_;
  SourcePlace place_;  // of the record that is taken next
};

}  // namespace absolve::cli
