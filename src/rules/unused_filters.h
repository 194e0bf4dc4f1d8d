#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "absolve/plan.h"

namespace absolve::inline detail {

/// Which of the options only, except, attribute and skip have matched no link so far, and which of json-member and
/// json-url no string: a mistyped one has no effect, and nobody would notice. Any number of threads may pass plans to
/// it.
class UnusedFilters {
 public:
  /// Looks at options, which must outlive it, but not at the first `shared` attributes: these come from a table that
  /// may be used for several runs.
  explicit UnusedFilters(const Options& options, std::size_t shared = 0);

  /// Takes time for the links and for the filters that have matched none; if all have, none.
  void look_at(const Plan& plan);

  /// A message for each that has matched none, which starts with its name on the command line (without the dashes) and
  /// says what was probably meant; empty if there was no link at all.
  /// `of_members_alone` asks only for members of JSON, as it is no wonder that one of many inputs has no link of a
  /// kind.
  [[nodiscard]] std::vector<std::string> messages(bool of_members_alone) const;

 private:
  struct Filter {
    std::string option;
    AttributePattern pattern;
    std::atomic<bool> has_matched = false;
    std::atomic<bool> names_attribute = false;  // its element is the name of an attribute of some link
  };
  void add(const char* option, const AttributePattern& pattern);

  /// A member of JSON, which may hold no link.
  struct Member {
    std::string option;
    std::string where;
    bool is_apart = false;  // it is a base with a wildcard that it shares with no member that is named
    std::atomic<bool> has_matched = false;
  };
  void add_member(const char* option, const std::string& where, bool is_apart = false);

  const Options& options_;
  std::deque<Filter> filters_;
  std::deque<Member> members_;
  std::atomic<bool> has_read_ = false;  // something, wholly
  std::atomic<bool> skip_has_matched_;
  std::atomic<std::size_t> unused_;
  std::atomic<bool> has_seen_link_ = false;
};

}  // namespace absolve::inline detail
