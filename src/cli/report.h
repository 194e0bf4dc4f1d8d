#pragma once

#include <string>

#include "destination.h"
#include "job.h"
#include "outcome.h"
#include "writer.h"

namespace absolve::cli {

/// --report: an object of JSON for each input, a line each, in their order. It appears under its name at the end.
class Report {
 public:
  /// Throws FileError.
  explicit Report(const std::string& path);

  /// Throws FileError.
  void add(const Job& job, const Outcome& outcome);
  /// Throws FileError.
  void commit();

 private:
  Destination destination_;
  Writer out_;
};

}  // namespace absolve::cli
