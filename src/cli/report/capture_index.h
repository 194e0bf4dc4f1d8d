// The Sink adds the lines about each new archive to the CaptureIndex, and has it written after the last job.

#pragma once

#include <string>
#include <vector>

#include "../outputs/destination.h"

namespace absolve::cli {

/// --cdxj: an index of all archives that are written, sorted bytewise. All lines are held in memory. The file appears
/// under its name at the end of the run.
class CaptureIndex {
 public:
  /// Throws FileError.
  explicit CaptureIndex(const std::string& path) : destination_(path) {}

  void add(std::vector<std::string>&& lines);
  /// Throws FileError.
  void commit();

 private:
  Destination destination_;
  std::vector<std::string> lines_;
};

}  // namespace absolve::cli
