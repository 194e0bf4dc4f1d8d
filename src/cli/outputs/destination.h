// Run opens a Destination if all results go to the same output. The workers and the Sink write to it, and Run puts it
// in place after the last job. Each report and index has a Destination, too.

#pragma once

#include <sys/stat.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "../inputs/open_input.h"
#include "../options/settings.h"
#include "../system/files.h"
#include "mailbox_lock.h"
#include "new_file.h"

namespace absolve::cli {

/// Whether a new file is put at that path at the end, replacing an old one; false for a device, a pipe or the like.
[[nodiscard]] bool is_put_in_place(const std::string& path);

/// Where results go: standard output, or the file of -o. A regular file appears as a whole at the end; a device, a pipe
/// or the like is written to directly.
class Destination {
 public:
  /// nullopt or "-" means standard output. `hardlinks` says whether a file with several names may be replaced if it is
  /// an input, too. Throws FileError.
  explicit Destination(const std::optional<std::string>& path, Hardlinks hardlinks = Hardlinks::refuse);

  [[nodiscard]] int descriptor() const noexcept;
  /// Whether it is a file that appears at the end.
  [[nodiscard]] bool is_file() const noexcept { return file_ != nullptr; }

  /// Whether it is the file that is read, so that it is rewritten under the rules of -i.
  [[nodiscard]] bool replaces(const OpenInput& input) const;
  /// Makes sure, before such an input is read, that it may be replaced and, with `locks`, that nobody delivers mail to
  /// it meanwhile. Any number of threads may call it. Throws FileError.
  void prepare_for(OpenInput& input, bool locks);

  /// The folder where it is written, with a slash at its end; "" if it is not a file.
  [[nodiscard]] std::string directory() const { return is_file() ? directory_of(path_) : ""; }

  /// Returns what must be reported about late mail; "" if there is nothing. Throws FileError.
  std::string commit();

 private:
  /// The input that is replaced.
  struct Source {
    Descriptor file;
    struct stat status;
  };

  Hardlinks hardlinks_;
  std::string name_;  // as given
  std::string path_;  // with symbolic links resolved
  std::unique_ptr<NewFile> file_;
  std::optional<Descriptor> open_;
  std::optional<MailboxLock> lock_;
  std::optional<Source> source_;
  std::mutex preparing_;
};

}  // namespace absolve::cli
