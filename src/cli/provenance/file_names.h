// Retrieval makes FileNames from the path of an input, and looks up each of these names in maps and prefixes.

#pragma once

#include <string>

#include "../system/paths.h"

namespace absolve::cli {

/// The names of a file that is looked up. Those that need system calls are only determined on request.
class FileNames {
 public:
  FileNames(const std::string& given, const std::string& working_folder)
      : given_(given), normal_(normal_path(given)), absolute_(absolute_path(given, working_folder)) {}

  [[nodiscard]] const std::string& normal() const noexcept { return normal_; }
  [[nodiscard]] const std::string& absolute() const noexcept { return absolute_; }
  /// With all links resolved; "" if it leads nowhere.
  [[nodiscard]] const std::string& real() const {
    if (!is_resolved_) real_ = real_path(given_);
    is_resolved_ = true;
    return real_;
  }

 private:
  const std::string& given_;
  std::string normal_;
  std::string absolute_;
  mutable std::string real_;
  mutable bool is_resolved_ = false;
};

}  // namespace absolve::cli
