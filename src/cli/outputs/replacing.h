// rewrite_file() and Destination make a Replacement of a new file, and put_all() puts it in place. The Sink calls
// put_all() for the files of several jobs at once; a file that can't wait is put by whoever made it.

#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../options/settings.h"
#include "../system/open_folder.h"
#include "file_system_sync.h"
#include "new_file.h"

namespace absolve::cli {

/// Throws a FileError unless the path is a regular file with one name, as only that can be replaced without surprises;
/// with several names if links may be broken. With a suffix, the name with that suffix may be its second one: then a
/// run was killed while it replaced the file.
void require_replaceable(const std::string& path, const std::string& suffix = {},
                         Hardlinks hardlinks = Hardlinks::refuse);

/// A file that was read, and is to be replaced.
struct OriginalFile {
  std::string path;
  struct stat status;       // before it was read
  int descriptor;           // open on it
  bool is_mailbox = false;  // other programs may still append to it: it keeps a name (late_mail.h)
};

/// A new file on the way to its place. The steps follow one another; each may be done for many files before the next.
/// If one fails, or the original has changed since it was read, everything is left as it was.
///
///     sync()      writes its bytes to disk
///     put()       gives it its name
///     settle()    makes sure that the name is on disk; then the file that it replaces is removed
class Replacement {
 public:
  /// Replaces the original, which is kept under its name with the suffix, if there is one. The new file gets its owner,
  /// mode and extended attributes and, if requested, its times. Throws FileError.
  static Replacement over(OriginalFile original, std::unique_ptr<NewFile> file, std::string suffix, bool keeps_times);
  /// Replaces a message in a Maildir, under a new name and with the delivery time of the message. Throws FileError.
  static Replacement of_message(OriginalFile original, std::unique_ptr<NewFile> file, std::string name);
  /// For a new path, or replacing the file that is there, whose owner, mode and extended attributes it gets then;
  /// otherwise it has this mode, reduced by the umask. Throws FileError.
  static Replacement at(std::string path, std::unique_ptr<NewFile> file, mode_t mode = 0666);
  /// The same for output made from a file: it gets the user extended attributes and the mode of that file and, if
  /// requested, its times. Throws FileError.
  static Replacement made_of(const OriginalFile& read, std::string path, std::unique_ptr<NewFile> file,
                             bool keeps_times);

  /// Keeps open folders that its paths lead through, as long as this lives.
  void keep_open(std::vector<std::shared_ptr<const OpenFolder>> folders) noexcept { folders_ = std::move(folders); }
  /// The same as OpenFolder::as_given().
  [[nodiscard]] std::string as_given(std::string text) const;

  /// Starts writing its bytes to disk, without waiting: then sync() takes less time.
  void begin_to_sync() const noexcept { file_->begin_to_finish(); }
  /// Throws FileError.
  void sync() { file_->finish(); }
  /// Throws FileError.
  void put();
  /// To be called once the folder must be on disk: for a message that has a new name. Throws FileError.
  void settle();
  /// If it is next to the original until that is settled, removes its name again; returns whether everything is as it
  /// was.
  bool undo() noexcept;

  /// The size in bytes.
  [[nodiscard]] std::uint64_t size() const noexcept { return file_->size(); }
  /// What is different from usual because of the file system, in words; "" if there is nothing.
  [[nodiscard]] std::string_view notice() const noexcept;
  /// The folder that it is in, with a slash at its end.
  [[nodiscard]] std::string directory() const { return directory_of(path_); }
  [[nodiscard]] int descriptor() const noexcept { return file_->descriptor(); }
  /// Its name.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] bool is_message() const noexcept { return kind_ == Kind::message; }

 private:
  enum class Kind : std::uint8_t { over, message, at };

  Replacement(Kind kind, std::string path, OriginalFile original, std::unique_ptr<NewFile> file, std::string suffix);

  Kind kind_;
  std::string path_;
  OriginalFile original_;
  std::unique_ptr<NewFile> file_;
  std::string suffix_;
  std::vector<std::shared_ptr<const OpenFolder>> folders_;  // nullptr among them: no folder
  bool has_moved_original_ = false;
};

/// The result of putting a new file in place.
struct Placed {
  bool is_there = false;   // false if everything is as it was
  std::string error = {};  // in words: why it isn't there or, if it is, what may undo that; "" if there is nothing
};

/// Puts new files in place, doing as many steps together as `fsync` allows; if many are in `file_system` (nullptr:
/// none), the whole file system is synced. Returns the result for each, in order. Throws only std::bad_alloc, and only
/// before anything is done.
[[nodiscard]] std::vector<Placed> put_all(const std::vector<Replacement*>& files, Fsync fsync,
                                          FileSystemSync* file_system = nullptr);

}  // namespace absolve::cli
