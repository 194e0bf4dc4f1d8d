#include "settings.h"

#include <algorithm>
#include <array>
#include <boost/program_options.hpp>
#include <cstdlib>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <thread>

#include "../../text/numbers.h"
#include "../provenance/url_names.h"
#include "absolve/named_options.h"
#include "choices.h"
#include "dates.h"
#include "help.h"
#include "hints.h"
#include "option_table.h"
#include "shard.h"
#include "usage_error.h"

namespace absolve::cli {
namespace {

namespace po = boost::program_options;

// Keys that nobody can type, as an option name has no space.
constexpr const char* file_key = "the file";
constexpr const char* suffix_key = "the suffix";
constexpr const char* help_all_key = "=help";  // --help=all

// What people try for --url.
constexpr std::array<std::pair<const char*, const char*>, 2> other_names_of_url = {
    {{"base-url", "base-url"}, {"base", "base,b"}}};

/// What a word stands for.
template <class Choices>
auto chosen(const Choices& choices, const std::string& option, std::string_view word) {
  const auto found = std::ranges::find(choices, word, &Choices::value_type::first);
  if (found != choices.end()) return found->second;
  std::string known;
  for (const std::string_view one : words_of(choices)) known.append(known.empty() ? "" : ", ").append(one);
  throw UsageError("--" + option + ": '" + std::string(word) + "' is none of " + known);
}

constexpr std::array<std::pair<const char*, View>, 4> views = {
    {{"list", View::list}, {"explain", View::explain}, {"check", View::check}, {"diff", View::diff}}};

/// A folder, `=` and a URL. Folders may have such a sign in their names, too: what can be a base comes after the right
/// one. A `*` in it stands for a host.
std::pair<std::string, std::string> prefix_of(const std::string& text, Resolver resolver) {
  const std::size_t first = text.find('=');
  if (first == 0 || first == std::string::npos) {
    throw UsageError("--url-prefix: '" + text + "' is no DIR=URL, such as mirror/a.example=http://a.example/");
  }
  for (std::size_t at = first; at != std::string::npos; at = text.find('=', at + 1)) {
    std::string folder = text.substr(0, at);
    std::string url = text.substr(at + 1);
    const std::string tried = is_pattern_of_folders(folder, url) ? url_of_folder(url, "host").value_or("") : url;
    if (unsuitable_as_base(tried, resolver) == Unsuitable::no) return {std::move(folder), std::move(url)};
  }
  throw UsageError("--url-prefix: " + error_in_url(text.substr(first + 1), resolver));
}

std::size_t number_of_jobs(const std::string& text) {
  constexpr std::size_t most = 1024;
  const auto number = read_number<std::size_t>(text);
  if (!number || *number == 0 || *number > most) {
    throw UsageError("--jobs: '" + text + "' is no number from 1 to 1024");
  }
  return *number;
}

/// Two offsets in bytes, the first of which is below the second.
ArchiveRange range_of(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const auto begin = read_number<std::uint64_t>(text.substr(0, colon));
  const auto end = read_number<std::uint64_t>(text.substr(std::min(colon + 1, text.size())));
  if (!begin || !end || *begin > *end) {
    throw UsageError("--range: '" + std::string(text) + "' is no OFF:END, such as 0:1000000");
  }
  return {*begin, *end};
}

/// The options that have a say in what is written, with what is given for them.
std::string said(const po::variables_map& map) {
  constexpr auto of_the_exit_status = std::to_array<std::string_view>({"lenient", "require-base"});
  std::string text;
  const auto add = [&](std::string_view name, const std::string& value) {
    text.append(text.empty() ? "--" : " --").append(name).append(value.empty() ? "" : "=").append(value);
  };
  for (const OptionGroup& group : option_groups()) {
    for (const Option& option : group.options) {
      const std::string name(option.name());
      const bool affects_output = group.affects_output && std::ranges::count(of_the_exit_status, name) == 0;
      if (!affects_output || map.count(name) == 0) continue;
      if (!option.takes_word()) add(name, "");
      else if (!option.repeats) add(name, map[name].as<std::string>());
      else
        for (const std::string& value : map[name].as<std::vector<std::string>>()) add(name, value);
    }
  }
  return text;
}

std::string date_given(const std::string& text) {
  if (const auto date = date_from(text)) return *date;
  throw UsageError("--date: '" + text + "' is no time, such as 2026-01-02T03:04:05Z or @1767322800");
}

po::options_description all_options() {
  po::options_description known;
  const auto semantic = [](bool has_value, bool repeats) -> po::value_semantic* {
    if (!has_value) return new po::untyped_value(true);
    if (repeats) return po::value<std::vector<std::string>>();
    return po::value<std::string>();
  };
  const auto add = [&](const std::string& names, bool has_value, bool repeats = false) {
    known.add_options()(names.c_str(), semantic(has_value, repeats));
  };
  for (const OptionGroup& group : option_groups()) {
    for (const Option& option : group.options) add(std::string(option.names), option.takes_word(), option.repeats);
  }
  for (const auto& [key, names] : other_names_of_url) add(names, true);
  add(suffix_key, true);
  add(help_all_key, false);
  known.add_options()(file_key, po::value<std::vector<std::string>>());
  return known;
}

/// An option whose argument may be missing would take the next word for it; so --help=all and -iSUFFIX are options of
/// their own, the latter alone or after other letters (-qi.orig).
std::vector<po::option> with_attached_argument(std::vector<std::string>& words) {
  constexpr std::string_view long_form = "--in-place=";
  constexpr std::array<std::pair<char, const char*>, 5> letters = {
      {{'0', "null"}, {'n', "dry-run"}, {'q', "quiet"}, {'r', "recursive"}, {'v', "verbose"}}};
  const std::string& word = words.front();
  std::vector<po::option> options;
  const auto take = [&](const char* key, std::vector<std::string> value) {
    options.emplace_back(key, std::move(value));
    options.back().original_tokens = {word};
  };
  if (word == "--help=all") {
    take(help_all_key, {});
  } else if (word == long_form) {
    take("in-place", {});
  } else if (word.starts_with(long_form)) {
    take(suffix_key, {word.substr(long_form.size())});
  } else if (word.size() > 2 && word[0] == '-') {
    std::size_t at = 1;
    for (const auto* letter = letters.begin(); at < word.size(); ++at) {
      letter = std::ranges::find(letters, word[at], &std::pair<char, const char*>::first);
      if (letter == letters.end()) break;
      take(letter->second, {});
    }
    if (at + 1 >= word.size() || word[at] != 'i') return {};
    take(suffix_key, {word.substr(at + 1)});
  }
  if (!options.empty()) words.erase(words.begin());
  return options;
}

/// Whether all that are given of an option count.
bool repeats(const std::string& name) {
  return std::ranges::any_of(option_groups(), [&](const OptionGroup& group) {
    return std::ranges::any_of(group.options, [&](const Option& one) { return one.repeats && one.name() == name; });
  });
}

/// As elsewhere, the last of repeated options wins.
void drop_repeated(std::vector<po::option>& options) {
  std::set<std::string> seen;
  std::vector<po::option> kept;
  for (auto one = options.rbegin(); one != options.rend(); ++one) {
    const bool repeatable = one->string_key.empty() || one->string_key == file_key || repeats(one->string_key);
    if (repeatable || seen.insert(one->string_key).second) kept.push_back(std::move(*one));
  }
  options.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
}

/// One URL, whatever it is called.
void require_one_url(std::vector<po::option>& options) {
  const po::option* first = nullptr;
  for (po::option& option : options) {
    for (const auto& [key, names] : other_names_of_url) {
      if (option.string_key == key) option.string_key = "url";
    }
    if (option.string_key != "url") continue;
    if (first != nullptr) {
      throw UsageError("--url is given twice: '" + first->value.front() + "' and '" + option.value.front() + "'");
    }
    first = &option;
  }
}

po::variables_map read(int argc, const char* const* argv) {
  const po::options_description all = all_options();
  po::positional_options_description files;
  files.add(file_key, -1);
  po::variables_map map;
  try {
    constexpr int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::parsed_options parsed = po::command_line_parser(argc, argv)
                                    .options(all)
                                    .positional(files)
                                    .style(style)
                                    .extra_style_parser(with_attached_argument)
                                    .run();
    require_one_url(parsed.options);
    drop_repeated(parsed.options);
    po::store(parsed, map);
  } catch (const po::error& error) {
    throw UsageError(error.what());
  }
  return map;
}

/// Those that a document has in any language (absolve/named_options.h).
Options document_options(const po::variables_map& map) {
  std::vector<NamedOption> named;
  for (const KnownOption& option : known_options()) {
    const std::string name(option.name);
    if (map.count(name) == 0) continue;
    if (!option.takes_value) named.push_back({option.name});
    else if (!option.repeats) named.push_back({option.name, map[name].as<std::string>()});
    else
      for (const std::string& value : map[name].as<std::vector<std::string>>()) named.push_back({option.name, value});
  }
  std::string error;
  if (auto options = options_from(named, error)) return *std::move(options);
  // Of a URL there is more to say here.
  const auto resolver = resolver_named(map.count("resolver") > 0 ? map["resolver"].as<std::string>() : "");
  const std::string more =
      error.starts_with("url: ") ? error_in_url(map["url"].as<std::string>(), resolver.value_or(Resolver{})) : "";
  throw UsageError("--" + (more.empty() ? error : "url: " + more));
}

void forbid(bool condition, const char* message) {
  if (condition) throw UsageError(message);
}

}  // namespace

Parsed parse(int argc, const char* const* argv) {
  const po::variables_map map = read(argc, argv);
  const auto given = [&](const char* name) { return map.count(name) > 0; };
  const auto text = [&](const char* name) { return given(name) ? map[name].as<std::string>() : std::string(); };
  const auto texts = [&](const char* name) {
    return given(name) ? map[name].as<std::vector<std::string>>() : std::vector<std::string>();
  };
  const auto choose = [&](const char* name, const auto& choices, auto& setting) {
    if (given(name)) setting = chosen(choices, name, text(name));
  };
  if (given(help_all_key)) return {{}, help(Help::all)};
  if (given("help")) return {{}, help(Help::common)};
  if (given("version")) return {{}, "absolve " ABSOLVE_VERSION "\n"};

  Settings settings;
  settings.options = document_options(map);
  settings.null_separated = settings.options.null_separated;
  choose("lock", choices::lock, settings.locks);
  settings.require_base = given("require-base");
  settings.lenient = given("lenient");
  settings.json = given("json");
  choose("color", choices::when, settings.colours);
  settings.quiet = given("quiet");
  settings.verbose = given("verbose");
  if (given("output") && text("output") != "-") settings.output = text("output");
  if (given("in-place")) settings.in_place_suffix = "";
  if (given(suffix_key)) settings.in_place_suffix = text(suffix_key);
  settings.inputs = texts(file_key);
  settings.recursive = given("recursive");
  settings.includes = texts("include");
  settings.excludes = texts("exclude");
  settings.files_from = texts("files-from");
  if (settings.inputs.empty() && settings.files_from.empty()) settings.inputs.emplace_back("-");
  choose("symlinks", choices::symlinks, settings.symlinks);
  choose("hardlinks", choices::hardlinks, settings.hardlinks);
  settings.jobs = given("jobs") ? number_of_jobs(text("jobs")) : std::max(std::thread::hardware_concurrency(), 1U);
  settings.fail_fast = given("fail-fast");
  if (given("shard")) settings.shard = shard_from(text("shard"), [](const char* name) { return std::getenv(name); });
  if (given("output-dir")) settings.output_dir = text("output-dir");
  settings.hidden = given("hidden");
  settings.only_changed = given("only-changed");
  settings.dry_run = given("dry-run");
  choose("fsync", choices::fsync, settings.fsync);
  settings.preserve_mtime = given("preserve-mtime");
  if (given("in-place") || given(suffix_key)) settings.emit = ArchiveEmit::response;
  forbid(given("warc-emit") && settings.in_place_suffix && text("warc-emit") == "conversion",
         "-i rewrites archives as a whole: --warc-emit=conversion writes a file beside them");
  choose("warc-emit", choices::warc_emit, settings.emit);
  if (given("range")) settings.range = range_of(text("range"));
  settings.date = given("date") ? date_given(text("date")) : date_of_run();
  settings.said = said(map);
  settings.url_maps = texts("url-map");
  for (const std::string& one : texts("url-prefix")) {
    settings.url_prefixes.push_back(prefix_of(one, settings.options.resolver));
  }
  choose("url-names", choices::url_names, settings.url_names);
  choose("local-links", choices::local_links, settings.keeps_local_links);
  choose("progress", choices::when, settings.progress);
  if (given("report")) settings.report = text("report");
  if (given("report-html")) settings.report_html = text("report-html");

  const auto count = std::ranges::count_if(views, [&](const auto& view) { return given(view.first); });
  forbid(count > 1, "--list, --explain, --check and --diff exclude each other");
  for (const auto& [name, view] : views) {
    if (given(name)) settings.view = view;
  }
  const bool in_place = settings.in_place_suffix.has_value();
  const bool answers = settings.view == View::rewritten && is_list(settings.options.type);
  settings.options.json_answers = settings.json && answers;
  forbid(settings.json && !answers && (settings.view == View::rewritten || settings.view == View::diff),
         "--json goes with --list, --explain or --check, or with a list: --type uris, pairs, jsonl");
  const bool names_files = !settings.files_from.empty() || !settings.url_maps.empty();
  forbid(settings.null_separated && !is_list(settings.options.type) && !names_files,
         "-0 is for lists (--type uris, pairs, jsonl), --files-from and --url-map");
  const auto readers_of_standard_input = std::ranges::count(settings.files_from, "-") +
                                         std::ranges::count(settings.url_maps, "-") +
                                         (std::ranges::count(settings.inputs, "-") > 0 ? 1 : 0);
  forbid(readers_of_standard_input > 1, "standard input can be one thing alone: an input, --files-from or --url-map");
  forbid(in_place && settings.view != View::rewritten, "-i rewrites files: it can't go with a view of them");
  forbid(settings.output && settings.output->empty(), "--output: the name of a file is empty");
  forbid(in_place && settings.output, "-i and -o exclude each other");
  forbid(settings.output_dir && settings.output_dir->empty(), "--output-dir: the name of a folder is empty");
  forbid(settings.report && settings.report->empty(), "--report: the name of a file is empty");
  forbid(settings.report_html && settings.report_html->empty(), "--report-html: the name of a file is empty");
  forbid(settings.output_dir && in_place, "-i and --output-dir exclude each other");
  forbid(settings.output_dir && settings.output, "-o and --output-dir exclude each other");
  forbid(settings.output_dir && settings.view != View::rewritten,
         "--output-dir is for rewritten files: it can't go with a view of them");
  forbid(settings.output_dir && std::ranges::count(settings.inputs, "-") > 0,
         "--output-dir: standard input has no name to be written to");
  forbid(settings.url_names && settings.options.retrieval_url.empty() && settings.url_prefixes.empty(),
         "--url-names goes with --url or --url-prefix: it says how names of files become paths of URLs");
  forbid(settings.only_changed && !settings.output_dir, "--only-changed goes with --output-dir");
  forbid(settings.dry_run && !settings.writes_each() && !settings.recursive && settings.files_from.empty(),
         "-n goes with -i, -r, --files-from or --output-dir");
  forbid(settings.dry_run && settings.view != View::rewritten, "-n writes nothing: it can't go with a view");
  forbid(settings.recursive && settings.inputs == std::vector<std::string>{"-"}, "-r needs the names of folders");
  forbid(settings.recursive && settings.view == View::rewritten && !settings.writes_each() && !settings.dry_run,
         "-r needs to know where to: -i, --output-dir, -n, or a view (--list, --explain, --check, --diff)");
  forbid(in_place && std::ranges::count(settings.inputs, "-") > 0, "-i rewrites files: it needs their names");
  forbid(in_place && settings.in_place_suffix->find('/') != std::string::npos, "--in-place: a suffix has no slash");
  const bool is_one_file = settings.inputs.size() == 1 && settings.inputs != std::vector<std::string>{"-"};
  forbid(
      settings.range && (!is_one_file || settings.writes_each() || settings.recursive || !settings.files_from.empty()),
      "--range is for one archive, which is a file, and its result goes to standard output or with -o");
  forbid(settings.range && settings.options.type != Type::automatic && settings.options.type != Type::warc,
         "--range is for archives: it can't go with another --type");
  if (settings.range) settings.options.type = Type::warc;
  forbid(settings.shard && settings.range, "--shard and --range exclude each other: each takes a part of an archive");
  forbid(settings.shard && std::ranges::count(settings.inputs, "-") > 0,
         "--shard deals out files: standard input can't be dealt");
  forbid(settings.quiet && settings.verbose, "-q and -v exclude each other");
  return {std::move(settings), std::nullopt};
}

}  // namespace absolve::cli
