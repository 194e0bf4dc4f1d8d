#pragma once

#include <string>
#include <vector>

namespace absolve::cli {

/// --include and --exclude: which of the files that are found in folders are read. A pattern is that of the shell (*,
/// ?, [...]), where * matches any bytes, slashes too. Without a slash it is for names; with one, for the path below the
/// folder that was named: docs/*.html, /index.html. A slash at its end makes it one for folders alone: build/.
class Globs {
 public:
  /// Throws UsageError.
  Globs(const std::vector<std::string>& includes, const std::vector<std::string>& excludes);

  /// Whether a file is to be read, or a folder to be entered. `path`: below the folder that was named.
  [[nodiscard]] bool takes_file(const char* name, const char* path);
  [[nodiscard]] bool enters(const char* name, const char* path) const;
  /// Whether it was asked of files so far, and --include took none of them.
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
  bool were_asked_ = false;    // of those of --include
  bool have_matched_ = false;  // one of them
};

}  // namespace absolve::cli
