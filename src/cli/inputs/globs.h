// While the list of jobs is made, Walk asks Globs which of the files and folders that it finds are wanted.

#pragma once

#include <string>
#include <vector>

namespace absolve::cli {

/// --include and --exclude: which of the files found in folders are read. A pattern has the syntax of the shell (*, ?,
/// [...]), but * matches any bytes, also slashes. A pattern without a slash is for names; one with a slash is for the
/// path below the folder that was named: docs/*.html, /index.html. With a slash at its end it is only for folders:
/// build/.
class Globs {
 public:
  /// Throws UsageError.
  Globs(const std::vector<std::string>& includes, const std::vector<std::string>& excludes);

  /// Whether a file must be read, or a folder entered. `path` is that below the folder that was named.
  [[nodiscard]] bool takes_file(const char* name, const char* path);
  [[nodiscard]] bool enters(const char* name, const char* path) const;
  /// Whether files were tested, and --include matched none of them.
  [[nodiscard]] bool misses_includes() const noexcept { return were_asked_ && !have_matched_; }

 private:
  struct Glob {
    std::string pattern;
    bool is_of_paths;
    bool is_of_folders;
  };
  [[nodiscard]] static Glob glob_of(const char* option, std::string text);
  [[nodiscard]] static bool matches(const Glob& glob, const char* name, const char* path);

  std::vector<Glob> includes_;
  std::vector<Glob> excludes_;
  bool were_asked_ = false;    // patterns of --include were tested
  bool have_matched_ = false;  // one of them has matched
};

}  // namespace absolve::cli
