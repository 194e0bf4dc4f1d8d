#pragma once

#include <string>

#include "destination.h"
#include "job.h"
#include "outcome.h"
#include "writer.h"

namespace absolve::cli {

/// --report-html: one page for people, with all that it needs in it. It appears under its name at the end.
class HtmlReport {
 public:
  /// How many links of an input are shown.
  static constexpr std::size_t max_examples = 20;

  /// Throws FileError.
  explicit HtmlReport(const std::string& path);

  /// Throws FileError.
  void add(const Job& job, const Outcome& outcome);
  /// `seconds`: how long the run took. Throws FileError.
  void commit(const Totals& totals, double seconds);

 private:
  Destination destination_;
  Writer out_;
};

}  // namespace absolve::cli
