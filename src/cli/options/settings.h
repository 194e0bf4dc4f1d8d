// main() calls parse() first. It turns the command line into Settings, which nobody changes during the run, or into a
// text that is printed instead of a run.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absolve/plan.h"
#include "choices.h"
#include "shard.h"
#include "usage_error.h"

namespace absolve::cli {

/// What to show of a plan.
enum class View { rewritten, list, explain, check, diff };

/// The command line as settings.
struct Settings {
  Input every_input;  // what the options say of all of them
  Options options;
  std::size_t shared_attributes = 0;  // how many of options.attributes come from files; these come first
  View view = View::rewritten;
  bool json = false;
  When colours = When::automatic;
  bool require_base = false;
  bool lenient = false;
  bool quiet = false;
  bool verbose = false;
  bool locks = true;  // lock mailboxes that are rewritten
  std::optional<std::string> output;
  std::optional<std::string> in_place_suffix;  // "" without a backup
  std::vector<std::string> inputs;             // as given; "-" is standard input

  std::vector<std::string> notices;  // about the command line

  // Which files are read.
  bool recursive = false;
  std::vector<std::string> includes;
  std::vector<std::string> excludes;
  std::vector<std::string> files_from;
  std::vector<std::string> attribute_files;
  bool null_separated = false;  // in lists, --files-from and --url-map: entries end with NUL
  bool hidden = false;          // read files and folders whose names begin with a point
  Symlinks symlinks = Symlinks::skip;
  Hardlinks hardlinks = Hardlinks::refuse;
  std::size_t jobs = 1;  // how many at a time
  bool fail_fast = false;
  std::optional<Shard> shard;  // the share of the run that this process does

  // Where output goes.
  std::optional<std::string> output_dir;
  bool only_changed = false;
  bool dry_run = false;
  Fsync fsync = Fsync::file;
  bool preserve_mtime = false;

  // For archives.
  ArchiveEmit emit = ArchiveEmit::conversion;
  bool chose_emit = false;      // the user did, not the default
  bool wacz = false;            // the output for a WACZ is a WACZ
  bool joins_archives = false;  // there are several inputs, and one of them, or the output, is named like an archive
  std::optional<ArchiveRange> range;
  std::optional<std::string> date;  // that of new records, as WARC writes it; nullopt if SOURCE_DATE_EPOCH is invalid
  std::string said;                 // the options that affect what is written

  // Where inputs were retrieved from.
  std::vector<std::string> url_maps;
  std::vector<std::pair<std::string, std::string>> url_prefixes;  // pairs of a folder and a URL
  std::optional<UrlNames> url_names;                              // nullopt if not given; then it is `plain`

  [[nodiscard]] UrlNames names_of_urls() const noexcept { return url_names.value_or(UrlNames::plain); }

  // What is reported about the run.
  When progress = When::automatic;
  std::optional<std::string> report;
  std::optional<std::string> report_html;
  std::optional<std::string> cdxj;
  std::string command;  // the command as it was given, quoted for a shell; "" if no report page shows it

  /// Whether each input is written to its own place.
  [[nodiscard]] bool writes_each() const noexcept { return in_place_suffix || output_dir; }
  /// Whether a WACZ is rewritten as one file, not archive by archive.
  [[nodiscard]] bool packs_wacz() const noexcept { return wacz || in_place_suffix; }
};

/// Settings, or the text that --help or --version prints. Throws UsageError.
struct Parsed {
  Settings settings;
  std::optional<std::string> answer;
};

[[nodiscard]] Parsed parse(int argc, const char* const* argv);

}  // namespace absolve::cli
