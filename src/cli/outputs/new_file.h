// What a run writes to a new file goes into a NewFile, be it an output, a report, a lock file or a temporary file.
// Replacement gives outputs and reports their names.

#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "../system/files.h"

namespace absolve::cli {

/// A file that appears under its name as a whole or not at all. Before that it has no name or, if the system requires
/// one, a name that clear_leftovers recognizes; while it has that, it is locked (flock).
class NewFile {
 public:
  /// Creates it in `directory`, which ends with a slash. `hint` is what an error says after its name. Throws FileError.
  explicit NewFile(std::string directory, std::string_view hint = {});
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }
  /// How many bytes were written to it.
  [[nodiscard]] std::uint64_t size() const noexcept;

  /// Gives the file the owner, mode and extended attributes (which include access control lists) of another; but
  /// attributes that let a program run with other rights are dropped, as with any write to a file.
  void copy_attributes(const std::string& original, const struct stat& status);
  /// Gives it the mode of a newly created file: this one, reduced by the umask; on a file system without modes, the
  /// mode that all files have there.
  void set_default_mode(mode_t mode = 0666);
  [[nodiscard]] bool keeps_mode() const noexcept { return keeps_mode_; }
  /// Replaces its user extended attributes by those of another file, as far as that is possible. `original` is open on
  /// it.
  void copy_user_attributes(int original) noexcept;
  /// Gives the file the times of another.
  void copy_times(const struct stat& status);

  /// Starts writing it to disk, without waiting.
  void begin_to_finish() const noexcept;
  /// Writes it to disk completely.
  void finish();
  /// Gives it a name, once it is finished, replacing the file that has it; `is_expected`: there is one. Use
  /// sync_directory to make the name durable.
  void replace(const std::string& path, bool is_expected = false);
  /// The same, unless there is a file with that name already; returns whether it was done.
  [[nodiscard]] bool appear(const std::string& path);

 private:
  void lock();
  [[nodiscard]] bool give_name(const std::string& path);
  template <class Condition>
  [[nodiscard]] bool is_so(Condition&& condition) const;
  [[nodiscard]] bool copy_mode(mode_t mode);
  void set_mode(mode_t mode);
  void forget_name();

  std::string directory_;
  std::string temporary_;  // "" if it has no name
  Descriptor file_;
  bool keeps_mode_ = true;   // whether it has the mode that was requested
  bool has_copied_ = false;  // attributes of another file
};

/// Removes a temporary name; if that fails, reports it on standard error.
void remove_or_tell(const std::string& path) noexcept;

/// Removes files that killed runs have left in a directory, which ends with a slash: those with names that NewFile
/// gives, and that no process has locked for writing; if other machines may write there, only those older than an hour.
void clear_leftovers(const std::string& directory);

}  // namespace absolve::cli
