#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../options/settings.h"
#include "../system/open_folder.h"
#include "file_system_sync.h"
#include "mailbox_lock.h"
#include "new_file.h"

namespace absolve::cli {

/// Throws a FileError unless the path is a regular file with one name, which alone can be replaced without a surprise;
/// or with several, where links may be broken. With a suffix, the name with that suffix may be its second one: a run
/// that was killed while it replaced the file has left it.
void require_replaceable(const std::string& path, const std::string& suffix = {},
                         Hardlinks hardlinks = Hardlinks::refuse);

/// A file that was read, and is to be replaced.
struct OriginalFile {
  std::string path;
  struct stat status;       // before it was read
  bool is_mailbox = false;  // others may still append to it: it keeps a name (late_mail.h)
};

/// A new file on the way to its place. The steps follow one another; each may be taken for many files before the next
/// is. Where one fails, or the original is another than was read, all stays as it was.
///
///     sync()      its bytes are on disk
///     put()       it has its name
///     settle()    and so it is on disk; what it came for goes
class Replacement {
 public:
  /// In the place of the original, which stays under its name with the suffix, if there is one. The new file takes its
  /// owner, mode and extended attributes, and, if they are to be kept, its times. Throws FileError.
  static Replacement over(OriginalFile original, std::unique_ptr<NewFile> file, std::string suffix, bool keeps_times);
  /// In the place of a message in a Maildir, under a new name and with the time of its delivery. Throws FileError.
  static Replacement of_message(OriginalFile original, std::unique_ptr<NewFile> file, std::string name);
  /// At a path of its own, or in the place of the file that is there, whose owner, mode and extended attributes it
  /// takes then; else it has this mode, as far as the process gives it. Throws FileError.
  static Replacement at(std::string path, std::unique_ptr<NewFile> file, mode_t mode = 0666);
  /// The same for what is made of a file: the attributes that users give are those of that file, and its mode and, if
  /// they are to be kept, its times. Throws FileError.
  static Replacement made_of(const OriginalFile& read, std::string path, std::unique_ptr<NewFile> file,
                             bool keeps_times);

  /// Its paths lead through these, which stay open as long as it lives.
  void keep_open(std::vector<std::shared_ptr<const OpenFolder>> folders) noexcept { folders_ = std::move(folders); }
  /// As OpenFolder::as_given().
  [[nodiscard]] std::string as_given(std::string text) const;

  /// Has the system write its bytes to disk, and doesn't wait for it: sync() takes less time then.
  void begin_to_sync() const noexcept { file_->begin_to_finish(); }
  /// Throws FileError.
  void sync() { file_->finish(); }
  /// Throws FileError.
  void put();
  /// To be called where the folder must be on disk first: a message that has got another name. Throws FileError.
  void settle();
  /// Where it stands beside the original until that is settled, takes its name away again; returns whether all is as
  /// it was.
  bool take_back() noexcept;

  /// Of its bytes.
  [[nodiscard]] std::uint64_t size() const noexcept { return file_->size(); }
  /// What a file system made different from what is usual, in words; "": nothing.
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

/// What came of putting a new file in place.
struct Placed {
  bool is_there = false;   // not so: all is as it was
  std::string error = {};  // in words: why it isn't there; or, where it is, what may undo that; "": nothing
};

/// Puts new files in place, with as many steps together as `fsync` allows; many that are in `file_system` (nullptr:
/// none) are brought to disk with all of it. The result of each, in their order. Throws std::bad_alloc before anything
/// else, or not at all.
[[nodiscard]] std::vector<Placed> put_all(const std::vector<Replacement*>& files, Fsync fsync,
                                          FileSystemSync* file_system = nullptr);

}  // namespace absolve::cli
