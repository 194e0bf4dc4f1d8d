// Reads single archives of a WACZ when each is a job of its own: divide_wacz() lists them, and JobInput opens the one
// of its job.

#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "../../collect/package/wacz.h"
#include "../options/settings.h"
#include "../system/files.h"
#include "job.h"
#include "open_input.h"

namespace absolve::cli {

/// Whether a job is a WACZ, by its name or by --type.
[[nodiscard]] bool is_named_like_wacz(std::string_view path, const Settings& settings);

/// A WACZ of which single archives are read.
class WaczFile {
 public:
  /// Takes the file that an input has open, from its initial position. Throws InputError if it is not a regular file,
  /// or can't be read, and BadInput if it is no WACZ.
  explicit WaczFile(const OpenInput& input);

  [[nodiscard]] const collect::Wacz& wacz() const noexcept { return wacz_; }
  /// Whether a file is the one that was read, and has not changed since.
  [[nodiscard]] bool is_read_from(const struct stat& status) const noexcept;
  /// The descriptor of its file.
  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }
  /// The decompressed content of a member. Must not outlive this. It throws InputError and BadInput, and so does
  /// reading it.
  [[nodiscard]] ReadFunction open(std::size_t member) const;

 private:
  struct stat status_;
  Descriptor file_;
  collect::Wacz wacz_;
};

/// The name of a member of the package of a job, as one of an input: `x.wacz/archive/data.warc.gz`.
[[nodiscard]] std::string path_of_member(const Job& package, std::string_view name);

/// The job for one member of the package of a job.
[[nodiscard]] Job job_of_member(const Job& package, std::string_view name, std::size_t index);

}  // namespace absolve::cli
