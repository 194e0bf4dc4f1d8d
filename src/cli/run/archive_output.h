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

/// What is written of an archive, while its records are read; compressed as it was, or as the name of the output shows.
class ArchiveOutput {
 public:
  using Write = std::function<void(std::string_view bytes)>;

  /// `output`: the name of the file that is written, "": it has none. `is_indexed`: an index is requested.
  ArchiveOutput(const Settings& settings, const Job& job, std::string_view output, bool is_indexed);

  /// The beginning of the new archive; "": there is none, since this part of it follows another part.
  [[nodiscard]] std::string beginning(ArchiveCompression compression) const;
  /// The new form of a record; nothing yet for a revisit in a full copy.
  [[nodiscard]] Made made_of(const Record& record, const Plan& plan, ArchiveCompression compression) const;
  /// The new form of a revisit in a full copy, made when the records before it are known.
  struct MadeRevisit {
    RevisitCopy copy;
    std::optional<Capture> capture = {};  // for an index, if one is requested
  };
  [[nodiscard]] MadeRevisit made_of_revisit(const Record& record, const Originals& originals,
                                            ArchiveCompression compression) const;
  /// Writes the new form of a record that is not whole: `rest` hands over what follows the text.
  void copy(const Record& record, ArchiveCompression compression, const std::function<void(const Write&)>& rest,
            const Write& write) const;

  /// The index entry of a record that is not whole, if an index is requested.
  [[nodiscard]] std::optional<Capture> capture_in(const Record& record) const {
    return is_indexed_ ? capture_of(record.text) : std::nullopt;
  }

  /// Whether a record changes, but nothing is written for it, as it has no conversion.
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
  std::optional<bool> compresses_;  // determined by the name of the output; nullopt: as in the archive that is read
};

}  // namespace absolve::cli
