#pragma once

#include <sys/stat.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "../inputs/input.h"
#include "../options/settings.h"
#include "../system/files.h"
#include "mailbox_lock.h"
#include "new_file.h"

namespace absolve::cli {

/// Whether a file at that path appears at the end, in the place of what is there; not so a device, a pipe or the like.
[[nodiscard]] bool is_put_in_place(const std::string& path);

/// Where results go: standard output, or what -o names. A regular file appears whole once all is done; a device, a
/// pipe or the like is written as it is.
class Destination {
 public:
  /// nullopt, or "-": standard output. `hardlinks`: whether a file with several names that is an input, too, may be
  /// replaced. Throws FileError.
  explicit Destination(const std::optional<std::string>& path, Hardlinks hardlinks = Hardlinks::refuse);

  [[nodiscard]] int descriptor() const noexcept;
  /// Whether it appears at the end alone.
  [[nodiscard]] bool is_file() const noexcept { return file_ != nullptr; }

  /// Whether it is a file that is read, which then is rewritten under the rules of -i.
  [[nodiscard]] bool replaces(const Input& input) const;
  /// Makes sure, before such an input is read, that it may be replaced, and, with `locks`, that nobody delivers mail to
  /// it meanwhile. Any number of threads may call it. Throws FileError.
  void prepare_for(Input& input, bool locks);

  /// Where it grows, with a slash at its end; "": it is no file.
  [[nodiscard]] std::string directory() const { return is_file() ? directory_of(path_) : ""; }

  /// Returns what there is to tell of late mail; "": nothing. Throws FileError.
  std::string commit();

 private:
  /// The input that is replaced.
  struct Source {
    Descriptor file;
    struct stat status;
  };

  Hardlinks hardlinks_;
  std::string name_;  // as given
  std::string path_;  // without symbolic links
  std::unique_ptr<NewFile> file_;
  std::optional<Descriptor> open_;
  std::optional<MailboxLock> lock_;
  std::optional<Source> source_;
  std::mutex preparing_;
};

}  // namespace absolve::cli
