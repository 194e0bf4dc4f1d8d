#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "absolve/archive.h"
#include "absolve/plan.h"
#include "choices.h"
#include "shard.h"
#include "usage_error.h"

namespace absolve::cli {

/// What to show of a plan.
enum class View { rewritten, list, explain, check, diff };

/// The command line, understood.
struct Settings {
  Options options;
  std::size_t shared_attributes = 0;  // of options.attributes those that stand in files, which come first
  View view = View::rewritten;
  bool json = false;
  When colours = When::automatic;
  bool require_base = false;
  bool lenient = false;
  bool quiet = false;
  bool verbose = false;
  bool locks = true;  // of mailboxes that are rewritten
  std::optional<std::string> output;
  std::optional<std::string> in_place_suffix;  // "": in place without a backup
  std::vector<std::string> inputs;             // as given; "-" is standard input

  // Which files.
  bool recursive = false;
  std::vector<std::string> includes;
  std::vector<std::string> excludes;
  std::vector<std::string> files_from;
  std::vector<std::string> attribute_files;
  bool null_separated = false;  // in lists, --files-from and --url-map
  bool hidden = false;          // read what is found under a name that begins with a point
  Symlinks symlinks = Symlinks::skip;
  Hardlinks hardlinks = Hardlinks::refuse;
  std::size_t jobs = 1;  // at a time
  bool fail_fast = false;
  std::optional<Shard> shard;  // that is done of all

  // Where to.
  std::optional<std::string> output_dir;
  bool only_changed = false;
  bool dry_run = false;
  Fsync fsync = Fsync::file;
  bool preserve_mtime = false;

  // Of archives.
  ArchiveEmit emit = ArchiveEmit::conversion;
  bool wacz = false;  // what is made of a WACZ is one
  std::optional<ArchiveRange> range;
  std::optional<std::string> date;  // of what is written anew, as WARC has it; nullopt: SOURCE_DATE_EPOCH says none
  std::string said;                 // the options that have a say in what is written

  // Where they came from.
  std::vector<std::string> url_maps;
  std::vector<std::pair<std::string, std::string>> url_prefixes;  // of a folder, a URL
  std::optional<UrlNames> url_names;                              // nullopt: nobody said; plain
  bool keeps_local_links = true;

  [[nodiscard]] UrlNames names_of_urls() const noexcept { return url_names.value_or(UrlNames::plain); }

  // What is told of the run.
  When progress = When::automatic;
  std::optional<std::string> report;
  std::optional<std::string> report_html;
  std::optional<std::string> cdxj;
  std::string command;  // as it was given, for a shell; "" where no page shows it

  /// Whether each input is written to a place of its own.
  [[nodiscard]] bool writes_each() const noexcept { return in_place_suffix || output_dir; }
  /// Whether a WACZ is rewritten as one file, and not archive by archive.
  [[nodiscard]] bool packs_wacz() const noexcept { return wacz || in_place_suffix; }
};

/// Settings, or the text that --help or --version asks for. Throws UsageError.
struct Parsed {
  Settings settings;
  std::optional<std::string> answer;
};

[[nodiscard]] Parsed parse(int argc, const char* const* argv);

}  // namespace absolve::cli
