// Opening makes an Archive for a web archive. Each record is a unit; new_archive.h makes its new form, and captures.h
// the lines about it in an index.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "../archive/records.h"
#include "../codec/compression/compression.h"
#include "captures.h"
#include "collection.h"
#include "new_archive.h"

namespace absolve::collect {

struct RunSettings;

/// The records of a web archive. New records are made of them: conversions of what changes, or a full copy.
class Archive final : public Collection {
 public:
  Archive(Input what, const RunSettings& settings, bool is_made);

  [[nodiscard]] ByteQueue& bytes() override { return records_.queue(); }
  void end() override;
  [[nodiscard]] std::unique_ptr<Work> next(std::size_t size) override;
  [[nodiscard]] bool is_over() const noexcept override { return is_over_; }
  [[nodiscard]] bool is_slow_to_cut() const noexcept override { return true; }
  void finish(Output& output) override;

 private:
  class RecordWork;
  class RestWork;

  struct Followed {
    bool is_changed = false;  // a revisit has become another one
    std::string left = {};    // why it could not be followed
  };

  [[nodiscard]] bool is_copied() const noexcept { return is_made_ && new_.is_copy(); }
  void put(RecordWork& work, Output& output);
  [[nodiscard]] Followed follow(RecordWork& work);
  void show(const RecordWork& work, const Followed& followed, Output& output);
  void put_whole(RecordWork& work, Output& output);
  void put_beginning(RecordWork& work, Output& output);
  void put_rest(Output& output);
  void put_new(Output& output, std::string_view bytes);
  void begin(Output& output, ArchiveCompression compression);
  void write(Output& output, std::string_view bytes);
  void end_record(const Record& record, std::optional<Capture> capture, std::uint64_t begin);

  const RunSettings& settings_;
  const ArchiveOptions& archive_options_;
  const Input input_;                 // what each record is
  const Input input_without_places_;  // the same for those that are compressed
  const Options options_;
  const bool is_made_;  // whether something is made of it, or would be
  const NewArchive new_;
  container::Records records_;
  std::optional<Captures> captures_;  // if an index is requested
  SourcePlace place_;                 // of the next record to be put back
  bool is_over_ = false;

  /// A record that is not whole: the rest of it is passed as it comes.
  struct Passing {
    Record record;
    std::optional<codec::Compressor> compressor = {};  // of its new form
    std::optional<Capture> capture = {};
    std::uint64_t begin = 0;  // of its new form
    bool is_plain = false;
    std::uint64_t seen = UINT64_MAX;  // no more bytes than these had been given when its rest was passed
  };
  std::optional<Passing> passing_;
  bool has_ended_ = false;

  bool has_begun_ = false;     // the new archive
  std::uint64_t written_ = 0;  // size of the new archive so far
  std::size_t unconverted_ = 0;
};

}  // namespace absolve::collect
