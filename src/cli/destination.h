#pragma once

#include <optional>
#include <string>

#include "files.h"

namespace absolve::cli {

/// Where results go: standard output, or what -o names. A regular file appears whole once all is done; a device, a
/// pipe or the like is written as it is.
class Destination {
 public:
  /// nullopt: standard output. Throws FileError.
  explicit Destination(const std::optional<std::string>& path);

  [[nodiscard]] int descriptor() const noexcept;

  /// Throws FileError.
  void commit();

 private:
  std::optional<NewFile> file_;
  std::optional<Descriptor> open_;
};

}  // namespace absolve::cli
