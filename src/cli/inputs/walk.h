// jobs_of() calls Walk for each folder that was named. Walk adds a job for each input that it finds, and, for most of
// what it skips, a job that only says why.

#pragma once

#include <dirent.h>
#include <sys/stat.h>

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../options/settings.h"
#include "../system/files.h"
#include "globs.h"
#include "job.h"

namespace absolve::cli {

/// Why the messages of a Maildir can't be processed with these settings; "" if they can. `is_what` precedes the reason:
/// "is a Maildir, ".
[[nodiscard]] std::string why_not_messages(const Settings& settings, const std::string& is_what);

/// Finds the inputs in folders. Entries of a folder are sorted by the bytes of their names, and subfolders are entered
/// in this order.
///
/// - In a Maildir only messages are inputs, those in `cur` before those in `new`. The folders in it are searched for
///   further Maildirs.
/// - In an MH folder (which contains .mh_sequences) only messages are inputs: files whose name is a number, sorted by
///   number, before the subfolders.
/// - Files and folders whose names begin with a point are skipped, unless --hidden is given, and except for the folders
///   of a Maildir (`.Sent`). With --output-dir they are copied. Folders of version control systems are never entered.
/// - Files that a killed run of absolve has left are skipped, and so is its output: --output-dir is never entered.
class Walk {
 public:
  /// Throws UsageError.
  Walk(const Settings& settings, const std::optional<FileId>& output_dir, Jobs& jobs);

  /// What a folder is itself, whatever other folders are in it.
  enum class Holds { files, messages };

  /// Adds the inputs in a folder, and returns what it holds: messages if it is a Maildir, a part of one, or an MH
  /// folder. Memory and time are linear; there is no recursion.
  Holds folder(const std::string& path);

  /// Adds the messages in a folder if it is a Maildir, and returns whether it is. Nothing else in it is looked at.
  bool maildir(const std::string& path);

  /// Whether files were found, but --include matches none of them.
  [[nodiscard]] bool misses_includes() const noexcept { return globs_.misses_includes(); }

 private:
  enum class Kind { file, folder, link, other };
  enum class Nature { plain, in_maildir, state_of_maildir, mh };
  struct Entry {
    std::string name;
    Kind kind;
  };
  struct Level {
    std::vector<Entry> entries = {};
    std::size_t next = 0;
    std::size_t path_size = 0;  // of the folder's path, with a slash
    Nature nature = Nature::plain;
    bool is_hidden = false;      // the folder, or one around it, is hidden: nothing in it is read
    std::string temporary = {};  // where new messages are written; "" if it holds no messages, or none are written
  };

  void start_at(const std::string& path);
  void enter(Nature around, bool is_hidden = false);
  [[nodiscard]] DIR* open() const;
  [[nodiscard]] bool is_to_be_entered(int folder, bool is_hidden);
  [[nodiscard]] std::vector<Entry> list(DIR* folder);
  [[nodiscard]] Kind kind_of(DIR* folder, const dirent& entry) const;

  void visit(const Entry& entry, const Level& level);
  [[nodiscard]] std::string temporary_around() const;
  bool visit_maildir();
  void visit_folder(const std::string& name, const Level& level);
  void visit_link(const std::string& name, const Level& level);
  void visit_file(const std::string& name, const Level& level);

  [[nodiscard]] bool hides(const std::string& name, const Level& level) const;
  [[nodiscard]] bool is_backup() const;
  [[nodiscard]] bool is_original_of_wget() const;
  [[nodiscard]] bool is_lock() const;
  [[nodiscard]] std::optional<struct stat> own_status(const std::string& path) const;
  void fail_if_sharded_unless_gone(const std::string& path, int error) const;
  void fail_to_see(std::string why);
  [[nodiscard]] bool wants(const std::string& name, Nature around);
  [[nodiscard]] bool is_rewritten() const { return settings_.in_place_suffix.has_value(); }
  /// The current path below the folder that was named.
  [[nodiscard]] const char* below() const noexcept { return path_.c_str() + root_size_; }
  [[nodiscard]] Job job(Job::Exclusion exclusion, std::string why = "") const;
  void report_left(const std::string& name, const Level& level, std::string_view kind, std::string why);
  void pass_over(std::string why) { jobs_.jobs.push_back(job(Job::Exclusion::hidden, std::move(why))); }
  void skip(std::string_view kind, std::string why);
  void fail(std::string why) { jobs_.jobs.push_back(job(Job::Exclusion::failed, std::move(why))); }

  const Settings& settings_;
  std::optional<FileId> output_dir_;
  Jobs& jobs_;
  Globs globs_;
  // Folders that were entered, if links are followed, as these may form circles. A folder that is only copied in one
  // place may be read in another.
  std::set<FileId> entered_;
  std::set<FileId> copied_;
  std::vector<Level> levels_;
  std::string path_;           // the current path; that of a folder ends with a slash
  std::size_t root_size_ = 0;  // size of the path of the folder that was named, with a slash
};

}  // namespace absolve::cli
