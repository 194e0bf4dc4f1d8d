// The first step of parse(): the words of the command line become options with their values, and names of files, from
// which parse() then makes the Settings.

#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace absolve::cli {

/// The key of -h, which shows less than --help.
inline constexpr std::string_view help_letter = "-h";

/// What was given on a command line: options, by their long names, and the other arguments.
class CommandLine {
 public:
  /// Throws UsageError: unknown option, or its argument is missing.
  CommandLine(int argc, const char* const* argv);

  [[nodiscard]] bool has(std::string_view option) const { return given_.contains(option); }
  /// "" if none was given.
  [[nodiscard]] std::string value(std::string_view option) const;
  /// For an option that repeats, all values in order; for any other, the last one.
  [[nodiscard]] const std::vector<std::string>& values(std::string_view option) const;
  [[nodiscard]] const std::vector<std::string>& files() const;

  /// Throws UsageError if the table of options says that an option needs, or excludes, another.
  void check_combination() const;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> given_;
};

}  // namespace absolve::cli
