#pragma once

#include <filesystem>
#include <string>

#include "../../src/cli/options/settings.h"
#include "shell.h"

namespace absolve::test {

/// A new folder where the process works as long as this lives.
class WorkingFolder {
 public:
  WorkingFolder();
  ~WorkingFolder();
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;
  [[nodiscard]] const std::string& path() const noexcept { return place_.path(); }

 private:
  std::filesystem::path before_ = std::filesystem::current_path();
  TemporaryDirectory place_;
};

/// What the program makes of arguments, which stand between blanks. Throws cli::UsageError.
[[nodiscard]] cli::Settings settings_of(const std::string& arguments);

}  // namespace absolve::test
