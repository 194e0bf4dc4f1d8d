#pragma once

#include <string_view>
#include <vector>

namespace absolve::cli {

/// An option. What is parsed, --help, the manual page and what shells complete are made of this.
struct Option {
  const char* name;   // and, after a comma, its letter
  const char* value;  // what its argument is called; nullptr: it has none
  std::string_view text;
  bool repeats = false;  // all that are given count, and not the last alone
};

struct OptionGroup {
  std::string_view heading;
  std::vector<Option> options;
};

/// THE table of options.
[[nodiscard]] const std::vector<OptionGroup>& option_groups();

}  // namespace absolve::cli
