// Archive passes each record and its plan to a NewArchive, and gets the bytes of the new record: a conversion, or the
// record of a full copy.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "../archive/archive.h"
#include "../archive/originals.h"
#include "absolve/plan.h"
#include "absolve/rewriter.h"

namespace absolve::collect {

/// The new form of a record.
struct NewRecord {
  std::string bytes = {};                 // compressed, if the new archive is; "" if nothing is written
  std::optional<Original> original = {};  // of a full copy; nullopt if the record is a revisit, or there is none
  std::optional<Capture> capture = {};    // for an index, if one is requested
};

/// What is written of an archive, while its records are read; compressed as it was, or as the name of the output shows.
class NewArchive {
 public:
  /// `name` is that of the archive that is read.
  NewArchive(std::string_view name, const RewriterOptions& options, bool reads_json);

  /// The beginning of the new archive; "" if there is none, since this part of it follows another part.
  [[nodiscard]] std::string beginning(ArchiveCompression compression) const;
  /// The new form of a record; nothing yet for a revisit in a full copy.
  [[nodiscard]] NewRecord made_of(const Record& record, const Plan& plan, ArchiveCompression compression) const;
  /// The new form of a revisit in a full copy, made when the records before it are known.
  struct NewRevisit {
    RevisitCopy copy;
    std::optional<Capture> capture = {};  // for an index, if one is requested
  };
  [[nodiscard]] NewRevisit made_of_revisit(const Record& record, const Plan& plan, const Originals& originals,
                                           ArchiveCompression compression) const;
  /// The beginning of the new form of a record that is not whole; what follows its text comes after it.
  [[nodiscard]] std::string beginning_of(const Record& record) const { return response_beginning(record.text, copy_); }

  /// Whether a record changes, but nothing is written for it, as it has no conversion.
  [[nodiscard]] bool leaves(const Record& record, const Plan& plan) const {
    return !is_copy() && !plan.edits().empty() && !is_converted(record.text);
  }
  [[nodiscard]] bool is_copy() const noexcept { return emit_ == ArchiveEmit::response; }
  [[nodiscard]] bool compresses(ArchiveCompression compression) const noexcept {
    return compresses_.value_or(compression != ArchiveCompression::none);
  }

 private:
  [[nodiscard]] std::string compressed(std::string record, ArchiveCompression compression) const;

  ArchiveEmit emit_;
  bool begins_;
  bool is_indexed_;
  ArchiveCopy copy_;
  std::optional<bool> compresses_;  // nullopt means as the archive that is read is
};

}  // namespace absolve::collect
