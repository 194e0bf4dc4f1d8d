#pragma once

#include <string>
#include <vector>

#include "../../src/cli/inputs/job.h"
#include "../../src/cli/outputs/outcome.h"

namespace absolve::test {

/// An input and what became of it.
struct ReportedOutcome {
  cli::Job job;
  cli::Outcome outcome;
  std::vector<cli::RecordOutcome> records = {};  // of an archive, before it
};

/// One of each kind, as a run would tell them.
[[nodiscard]] std::vector<ReportedOutcome> usual_outcomes();

/// Names, links, bases and notes that try to be something else than text.
[[nodiscard]] std::vector<ReportedOutcome> hostile_outcomes();

/// An archive of so many records, each with a URL of its own, some of which try to be something else than text.
[[nodiscard]] ReportedOutcome archive_outcome(std::size_t records);

/// The one of this number of as many as wanted: kinds, links and sizes vary.
[[nodiscard]] ReportedOutcome made_outcome(std::size_t number);

/// A page of --report-html of them, after as many of those that are made.
void write_html_report(const std::string& path, const std::vector<ReportedOutcome>& all, std::size_t made = 0,
                       bool is_dry = false);

}  // namespace absolve::test
