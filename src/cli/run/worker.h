#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "../inputs/input.h"
#include "../inputs/pieces.h"
#include "../outputs/rewriting.h"
#include "../outputs/writer.h"
#include "../system/open_folder.h"
#include "archive_output.h"
#include "archive_run.h"
#include "task.h"

namespace absolve::cli {

/// Does one job after the other: reads an input, plans it piece by piece, and writes or shows what comes out.
class Worker {
 public:
  explicit Worker(const RunContext& context);

  /// Throws where the one output can't be written, and where waiting for the turn does. Once a signal has come, all
  /// jobs are given up.
  [[nodiscard]] Result operator()(const Job& job, const Turn& turn);

 private:
  /// Takes what is to be written, where another than a plan says it.
  using Write = ArchiveOutput::Write;

  enum class Attempt { first, last };
  [[nodiscard]] Result do_job(const Job& job, const Turn& turn, Attempt attempt);
  void rewrite(Task& task);
  void show(Task& task);
  void show(Task& task, const Plan& plan, const SourcePlace& place);
  /// Where what is made of an archive goes.
  struct ArchiveTarget {
    std::string_view name;  // of the file that is written; "": it has none
    bool begins_always;     // also where there is nothing to write but what an archive begins with
  };
  bool for_each_record(Task& task, Input& input, Options options, const ArchiveTarget& target, const Write& write);
  [[nodiscard]] std::string follow(Task& task, const RecordJob& job, const SourcePlace& place,
                                   const ArchiveOutput& output, bool& changes) const;
  bool for_each_line(Task& task, Input& input, Options options, const Write& write);
  void require_name(const Job& job, std::string_view output_name) const;
  void require_copiable(const RecordJob& job) const;
  void settle_older(Task& task, const Input& input, const NewFile* becomes);
  void put_now(Task& task, Replacement& replacement) const;
  [[nodiscard]] Replacement replacement_of(const Job& job, const Way& output, Original original,
                                           const Rewriting& rewriting, std::unique_ptr<NewFile> file) const;
  [[nodiscard]] Input::Open how_to_open(const Job& job) const;
  [[nodiscard]] Options options_for(const Job& job, Input& input) const;
  [[nodiscard]] Container container_for(const Options& options, std::string_view beginning) const;
  template <class Take>
  void for_each_plan(Task& task, Input& input, Options options, Take&& take);
  [[nodiscard]] bool wants_locks(Type type) const { return context_.settings.locks && type == Type::mbox; }

  [[nodiscard]] Way way_to_input(const Job& job, const std::string& path);

  const RunContext& context_;
  OpenFolders folders_;
  Buffer buffer_;  // of one input after the other
  std::optional<Writer> out_;
  bool remembers_ = false;  // the job adds to the originals of the workshop
};

}  // namespace absolve::cli
