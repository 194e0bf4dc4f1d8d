#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "absolve/plan.h"

namespace absolve::cli {

/// What to show of a plan.
enum class View { rewritten, list, explain, check, diff };

/// When to colour what is printed.
enum class Colours { automatic, always, never };

/// The command line, understood.
struct Settings {
  Options options;
  View view = View::rewritten;
  bool json = false;
  Colours colours = Colours::automatic;
  bool require_base = false;
  bool lenient = false;
  bool quiet = false;
  bool verbose = false;
  bool locks = true;  // of mailboxes that are rewritten
  std::optional<std::string> output;
  std::optional<std::string> in_place_suffix;  // "": in place without a backup
  std::vector<std::string> inputs;             // never empty; "-" is standard input
};

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Settings, or the text that --help or --version asks for. Throws UsageError.
struct Parsed {
  Settings settings;
  std::optional<std::string> answer;
};

[[nodiscard]] Parsed parse(int argc, const char* const* argv);

}  // namespace absolve::cli
