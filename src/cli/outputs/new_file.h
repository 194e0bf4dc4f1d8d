#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "../system/files.h"

namespace absolve::cli {

/// A file that appears under its name whole or not at all. Until then it has no name, or, where the system can't do
/// without, one that clear_leftovers knows; it is locked (flock) as long as it is written.
class NewFile {
 public:
  /// Grows in `directory`, which ends with a slash. Throws FileError.
  explicit NewFile(std::string directory);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }
  /// How many bytes were written to it.
  [[nodiscard]] std::uint64_t size() const noexcept;

  /// Gives the file the owner, mode and extended attributes (access control lists are among them) of another; but
  /// what lets those who run it act as somebody else goes, as it does with any write to a file.
  void take_after(const std::string& original, const struct stat& status);
  /// Gives it the mode that a file made anew has: this one, less what the process withholds; where the file system has
  /// no modes, that which all files have there.
  void set_default_mode(mode_t mode = 0666);
  [[nodiscard]] bool keeps_mode() const noexcept { return keeps_mode_; }
  /// Gives it the extended attributes that users have given another, and no others of their kind, as far as that can be
  /// done.
  void take_user_attributes(const std::string& original) noexcept;
  /// Gives the file the times of another.
  void take_times(const struct stat& status);

  /// Has the system write it to disk, and doesn't wait for it.
  void begin_to_finish() const noexcept;
  /// On disk.
  void finish();
  /// Under a name, once it is finished; in the place of the file that bears it. sync_directory keeps it so.
  void replace(const std::string& path);
  /// The same, unless a file bears the name already; returns whether.
  [[nodiscard]] bool appear(const std::string& path);

 private:
  [[nodiscard]] bool give_name(const std::string& path);
  template <class Condition>
  [[nodiscard]] bool is_so(Condition&& condition) const;
  [[nodiscard]] bool take_mode(mode_t mode);
  void set_mode(mode_t mode);
  void forget_name();

  std::string directory_;
  std::string temporary_;  // "": it has no name
  Descriptor file_;
  bool keeps_mode_ = true;  // that it was to have
};

/// Removes a name that was given for a moment; where that can't be done, says so on standard error.
void remove_or_tell(const std::string& path) noexcept;

/// Removes what runs that were killed have left in a directory, which ends with a slash: files with the names that
/// NewFile gives and that no process has locked to write them; where other machines may write there, older than an
/// hour.
void clear_leftovers(const std::string& directory);

}  // namespace absolve::cli
