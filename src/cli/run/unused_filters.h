#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "absolve/plan.h"

namespace absolve::cli {

/// Which of --only, --except, --attribute and --skip have matched no link so far: one that is mistyped does nothing,
/// and nobody would see it. Any number of threads may show it plans.
class UnusedFilters {
 public:
  /// Looks at options, which must outlive it, but not at their first `shared` attributes: those stand in a table that
  /// serves several runs.
  explicit UnusedFilters(const Options& options, std::size_t shared = 0);

  /// Time: that of the links and of the filters that have matched none; once all have, none.
  void look_at(const Plan& plan);

  /// A message for each that has matched none, with what may have been meant; none where there was no link at all.
  [[nodiscard]] std::vector<std::string> messages() const;

 private:
  struct Filter {
    std::string option;
    AttributePattern pattern;
    std::atomic<bool> has_matched = false;
    std::atomic<bool> names_attribute = false;  // its element is the name of an attribute that a link stands in
  };
  void add(const char* option, const AttributePattern& pattern);

  const Options& options_;
  std::deque<Filter> filters_;
  std::atomic<bool> skip_has_matched_;
  std::atomic<std::size_t> unused_;
  std::atomic<bool> has_seen_link_ = false;
};

}  // namespace absolve::cli
