#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "../inputs/job.h"
#include "../options/settings.h"
#include "absolve/archive.h"
#include "absolve/originals.h"
#include "absolve/plan.h"
#include "archive_run.h"

namespace absolve::cli {

/// What is written of an archive: as its records come, and compressed as it was, or as the name of the output says.
class ArchiveOutput {
 public:
  using Write = std::function<void(std::string_view bytes)>;

  /// `output`: the name of the file that is written, "": it has none. `is_indexed`: an index is asked for.
  ArchiveOutput(const Settings& settings, const Job& job, std::string_view output, bool is_indexed);

  /// What it begins with; "": nothing, where a part of the archive does that comes before.
  [[nodiscard]] std::string beginning(ArchiveCompression compression) const;
  /// What is made of a record; of a revisit in a full copy nothing yet.
  [[nodiscard]] Made made_of(const Record& record, const Plan& plan, ArchiveCompression compression) const;
  /// The new form of a revisit in a full copy, once the records before it are known.
  struct MadeRevisit {
    RevisitCopy copy;
    std::optional<Capture> capture = {};  // for an index, if one is asked for
  };
  [[nodiscard]] MadeRevisit made_of_revisit(const Record& record, const Originals& originals,
                                            ArchiveCompression compression) const;
  /// What is made of a record that is not whole: `rest` hands over what follows.
  void copy(const Record& record, ArchiveCompression compression, const std::function<void(const Write&)>& rest,
            const Write& write) const;

  /// What an index says of a record that is not whole, if one is asked for.
  [[nodiscard]] std::optional<Capture> capture_in(const Record& record) const {
    return is_indexed_ ? capture_of(record.text) : std::nullopt;
  }

  /// Whether nothing is made of a record that changes, as it has no conversion.
  [[nodiscard]] bool leaves(const Record& record, const Plan& plan) const {
    return !is_copy() && !plan.edits().empty() && !is_converted(record.text);
  }

  [[nodiscard]] bool is_copy() const noexcept { return emit_ == ArchiveEmit::response; }

 private:
  [[nodiscard]] bool compresses(ArchiveCompression compression) const noexcept {
    return compresses_.value_or(compression != ArchiveCompression::none);
  }
  [[nodiscard]] std::string compressed(std::string record, ArchiveCompression compression) const;

  ArchiveEmit emit_;
  bool begins_;
  bool is_indexed_;
  ArchiveCopy copy_;
  std::optional<bool> compresses_;  // as the name of the output says; nullopt: as the archive is
};

}  // namespace absolve::cli
