#pragma once

#include <string>

namespace absolve::test {

struct ShellResult {
  std::string out;
  std::string err;
  int status;
};

/// Runs a script with sh in `directory`, with the program under test first in the PATH.
[[nodiscard]] ShellResult run_shell(const std::string& script, const std::string& directory);

/// A status that says that a program is missing.
inline constexpr int missing = 77;

/// The same where these programs, with blanks between, are there: otherwise the status is `missing`, and the output the
/// name of the first that is.
[[nodiscard]] ShellResult run_shell_with(const std::string& programs, const std::string& script,
                                         const std::string& directory);

/// A new empty directory, removed at the end with all in it.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

}  // namespace absolve::test
