#include "settings.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "../../archive/names.h"
#include "../../rules/known_options.h"
#include "../../text/ascii.h"
#include "../../text/date.h"
#include "../../text/nearest.h"
#include "../../text/numbers.h"
#include "../../text/types.h"
#include "../../url/resolver.h"
#include "../../url/suitable.h"
#include "../system/list_file.h"
#include "absolve/options.h"
#include "choices.h"
#include "command_line.h"
#include "help.h"
#include "hints.h"
#include "option_table.h"
#include "shard.h"
#include "shell_word.h"
#include "url_names.h"
#include "usage_error.h"

namespace absolve::cli {
namespace {

/// The value that a word stands for.
template <class Choices>
auto chosen(const Choices& choices, const std::string& option, std::string_view word) {
  const auto found = std::ranges::find(choices, word, &Choices::value_type::first);
  if (found != choices.end()) return found->second;
  throw UsageError("--" + option + ": " + none_of(word, words_of(choices)), std::string(word));
}

constexpr std::array<std::pair<const char*, View>, 4> views = {
    {{"list", View::list}, {"explain", View::explain}, {"check", View::check}, {"diff", View::diff}}};

/// A folder, `=` and a URL. Folders may have a `=` in their names, too: the right one is followed by a URL that can be
/// a base. A `*` in the URL stands for a host.
std::pair<std::string, std::string> prefix_of(const std::string& text, Resolver resolver) {
  const std::size_t first = text.find('=');
  if (first == 0 || first == std::string::npos) {
    throw UsageError(
        "--url-prefix: '" + text + "' is not of the form DIR=URL, such as mirror/a.example=http://a.example/", text);
  }
  for (std::size_t at = first; at != std::string::npos; at = text.find('=', at + 1)) {
    std::string folder = text.substr(0, at);
    std::string url = text.substr(at + 1);
    const std::string tried =
        is_pattern_of_folders(folder, url) ? url_of_folder(url, "host.example").value_or("") : url;
    if (unsuitable_as_base(tried, resolver) == Unsuitable::no) return {std::move(folder), std::move(url)};
  }
  const std::size_t last = text.rfind('=');
  const bool is_reversed =
      last + 1 < text.size() && unsuitable_as_base(text.substr(0, last), resolver) == Unsuitable::no;
  throw UsageError("--url-prefix: " + (is_reversed ? "the order is DIR=URL; did you mean " + text.substr(last + 1) +
                                                         "=" + text.substr(0, last) + "?"
                                                   : error_in_url(text.substr(first + 1), resolver)),
                   text.substr(first + 1));
}

std::size_t number_of_jobs(const std::string& text) {
  constexpr std::size_t most = 1024;
  const auto number = read_number<std::size_t>(text);
  if (!number || *number == 0 || *number > most) {
    throw UsageError("--jobs: '" + text + "' is not a number from 1 to 1024", text);
  }
  return *number;
}

/// Two offsets in bytes; the first must be less than the second.
ArchiveRange range_of(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const auto begin = read_number<std::uint64_t>(text.substr(0, colon));
  const auto end = read_number<std::uint64_t>(text.substr(std::min(colon + 1, text.size())));
  const bool is_range = begin && end;
  if (is_range && *begin < *end) return {*begin, *end};
  throw UsageError(
      "--range: '" + std::string(text) + "' " +
          (is_range ? "holds nothing: END must be larger than OFF" : "is not of the form OFF:END, such as 0:1000000"),
      std::string(text));
}

/// The options that affect what is written, with their values.
std::string said(const CommandLine& line) {
  constexpr auto of_the_exit_status = std::to_array<std::string_view>({"lenient", "require-base"});
  std::string text;
  for (const OptionGroup& group : option_groups()) {
    for (const Option& option : group.options) {
      const bool affects_output = group.affects_output && std::ranges::count(of_the_exit_status, option.name()) == 0;
      if (!affects_output || !line.has(option.name())) continue;
      const auto say = [&](const std::string& value) {
        text.append(text.empty() ? "--" : " --").append(option.name());
        text.append(value.empty() ? "" : "=").append(value);
      };
      const std::vector<std::string>& values = line.values(option.name());
      if (values.empty()) say("");
      std::ranges::for_each(values, say);
    }
  }
  return text;
}

std::optional<std::string> date_of_seconds(std::string_view text) {
  const auto seconds = read_number<std::int64_t>(text);
  return seconds ? date_at(*seconds) : std::nullopt;
}

/// A point in time as WARC writes it, from a text of that form, or from `@` and the seconds since 1970.
std::string date_given(const std::string& text) {
  const auto date = text.starts_with('@') ? date_of_seconds(std::string_view(text).substr(1))
                    : is_date(text)       ? std::optional(text)
                                          : std::nullopt;
  if (date) return *date;
  throw UsageError("--date: '" + text + "' is not a time, such as 2026-01-02T03:04:05Z or @1767322800", text);
}

/// The date for records that are made anew: SOURCE_DATE_EPOCH from the environment, so that the same run gives the same
/// bytes; otherwise the current time. nullopt if that variable is not a number of seconds.
std::optional<std::string> date_of_run() {
  const char* const epoch = std::getenv("SOURCE_DATE_EPOCH");
  return epoch != nullptr && *epoch != '\0' ? date_of_seconds(epoch) : date_of_now();
}

/// A row of a table of attributes: ELEMENT[NAME]=SYNTAX, as --attribute takes it.
struct AttributeRow {
  std::string text;
  std::string place;  // FILE:LINE
};

/// The rows in the files of --attributes, in order: one in each line. Blank lines, and lines that begin with a number
/// sign, are skipped; white space around a row is ignored. Throws UsageError if a file can't be read.
std::vector<AttributeRow> read_attribute_files(const std::vector<std::string>& names) {
  std::vector<AttributeRow> rows;
  for (const std::string& name : names) {
    try {
      ListFile file(name, false);
      while (const auto line = file.next()) {
        const std::string_view row = trimmed(*line);
        const std::string place = (name == "-" ? "standard input" : name) + ":" + std::to_string(file.number());
        if (file.was_too_long()) throw UsageError("--attributes: " + place + ": the line is too long");
        if (!row.empty() && !row.starts_with('#')) rows.push_back({std::string(row), place});
      }
    } catch (const FileError& error) {
      throw UsageError("--attributes: " + name + ": " + error.what(), name);
    }
  }
  return rows;
}

/// The options of documents, which are the same in any language (options_from()). Rows from files come first, so that
/// those of the command line take precedence.
InputAndOptions document_options(const CommandLine& line, const std::vector<AttributeRow>& attributes) {
  std::vector<NamedOption> named;
  for (const AttributeRow& row : attributes) named.push_back({"attribute", row.text});
  for (const KnownOption& option : known_options()) {
    const std::vector<std::string>& values = line.values(option.name);
    if (values.empty() && line.has(option.name)) named.push_back({std::string(option.name)});
    for (const std::string& value : values) named.push_back({std::string(option.name), value});
  }
  auto meant = options_from(named);
  if (meant) return *std::move(meant);
  const std::string& error = meant.error().text;
  const auto index = meant.error().offset;
  if (!index) throw UsageError("--" + error);
  const NamedOption& wrong = named[*index];
  if (*index < attributes.size()) {
    throw UsageError("--attributes: " + attributes[*index].place + error.substr(wrong.name.size()));
  }
  // For a URL, the message can be more specific here.
  const Resolver resolver = resolver_named(line.value("resolver")).value_or(Resolver{});
  const std::string more = wrong.name == "url" ? error_in_url(wrong.value, resolver) : "";
  throw UsageError("--" + (more.empty() ? error : "url: " + more), wrong.value);
}

void forbid(bool condition, const std::string& message) {
  if (condition) throw UsageError(message);
}

bool joins_archives(const Settings& settings) {
  const auto is_named_so = [](const std::string& name) { return stem_of_archive(name).has_value(); };
  return settings.inputs.size() > 1 &&
         (is_named_so(settings.output.value_or("")) || std::ranges::any_of(settings.inputs, is_named_so));
}

/// What is probably mistaken, though it can be done.
std::vector<std::string> notices_of(const CommandLine& line, const Settings& settings) {
  std::vector<std::string> notices;
  const auto add = [&](const std::string& where, const std::string& notice) {
    if (!notice.empty()) notices.push_back(where + notice);
  };
  add("--url: ", notice_of_scheme(settings.every_input.url));
  add("--image-url: ", notice_of_scheme(settings.every_input.image_url));
  add("", notice_of_suffix(line.value("in-place")));
  for_each_option([&](const Option& option) {
    for (const std::string& value : line.values(option.name()))
      add("--" + std::string(option.name()) + ": ", notice_of_quotes(value));
  });
  return notices;
}

/// Checks what the table of options can't express, as it depends on the values of options.
void check_values(const CommandLine& line, const Settings& settings) {
  for (const char* name : {"output", "output-dir", "report", "report-html", "cdxj"}) {
    forbid(line.has(name) && line.value(name).empty(), "--" + std::string(name) + ": the name is empty");
  }
  forbid(line.has("in-place") && line.value("in-place").find('/') != std::string::npos,
         "--in-place: the suffix can't contain a slash");
  forbid(line.has("in-place") && line.value("warc-emit") == "conversion",
         "-i rewrites whole archives, but --warc-emit=conversion writes a separate file: give only one of them");
  forbid(settings.cdxj && settings.emit == ArchiveEmit::conversion,
         "--cdxj indexes full copies of archives: it needs -i or --warc-emit=response");
  forbid(settings.wacz && settings.emit == ArchiveEmit::conversion,
         "--wacz packs full copies of archives: it needs -i or --warc-emit=response");
  const bool takes_list = is_list(settings.every_input.type) && !is_table(settings.every_input.type);
  forbid(settings.json && settings.view == View::rewritten && !takes_list,
         "--json needs --list, --explain or --check, or a list (--type uris, pairs, jsonl)");
  forbid(settings.null_separated && !takes_list && settings.files_from.empty() && settings.url_maps.empty() &&
             !settings.dry_run,
         "-0 applies only to lists (--type uris, pairs, jsonl), --files-from, --url-map and the output of -n");
  forbid(line.has("delimiter") && settings.every_input.type != Type::csv, "--delimiter applies only to --type csv");
  const bool reads_standard_input = std::ranges::count(settings.inputs, "-") > 0;
  const auto readers = std::ranges::count(settings.files_from, "-") + std::ranges::count(settings.url_maps, "-") +
                       std::ranges::count(settings.attribute_files, "-") + (reads_standard_input ? 1 : 0);
  forbid(readers > 1,
         "standard input can be used only once: as an input, or for --files-from, --url-map or --attributes");
  for (const char* name : {"in-place", "output-dir", "shard"}) {
    forbid(line.has(name) && reads_standard_input,
           "--" + std::string(name) + " needs file names: standard input has none");
  }
  const bool is_standard_input = settings.inputs == std::vector<std::string>{"-"};
  forbid(settings.recursive && is_standard_input, "-r needs folder names");
  forbid(settings.range && (settings.inputs.size() != 1 || is_standard_input),
         "--range needs exactly one archive, which must be a file");
  forbid(settings.range && settings.every_input.type != Type::automatic && settings.every_input.type != Type::warc,
         "--range is only for archives: it can't be used with another --type");
}

}  // namespace

Parsed parse(int argc, const char* const* argv) {
  forbid(argc <= 1 && ::isatty(STDIN_FILENO) == 1,
         "there is nothing to read: name a page and the URL it was retrieved from, as in absolve --url "
         "http://a.example/ page.html, or pipe a page in");
  const CommandLine line(argc, argv);
  const std::string shown = line.value("help");
  forbid(!shown.empty() && shown != "all", "--help: '" + shown + "' is not one of its values, which is only 'all'");
  if (line.has("help")) return {{}, help(shown == "all" ? Help::all : Help::common)};
  if (line.has(help_letter)) return {{}, help(Help::brief)};
  if (line.has("version")) return {{}, version(line.has("verbose"))};
  Settings settings;
  // Before the combination: that -r needs more is said last.
  const Resolver resolver = resolver_named(line.value("resolver")).value_or(Resolver{});
  for (const std::string& one : line.values("url-prefix")) settings.url_prefixes.push_back(prefix_of(one, resolver));
  line.check_combination();
  const auto choose = [&](const char* name, const auto& choices, auto& setting) {
    if (line.has(name)) setting = chosen(choices, name, line.value(name));
  };
  const auto copy = [&](const char* name, std::optional<std::string>& setting) {
    if (line.has(name)) setting = line.value(name);
  };

  settings.attribute_files = line.values("attributes");
  const std::vector<AttributeRow> attributes = read_attribute_files(settings.attribute_files);
  InputAndOptions meant = document_options(line, attributes);
  settings.every_input = std::move(meant.input);
  settings.options = std::move(meant.options);
  settings.shared_attributes = attributes.size();
  for (const auto& [name, view] : views) {
    if (line.has(name)) settings.view = view;
  }
  settings.null_separated = settings.every_input.null_separated;
  choose("lock", choices::lock, settings.locks);
  settings.require_base = line.has("require-base");
  settings.lenient = line.has("lenient");
  settings.json = line.has("json");
  settings.options.json_answers = settings.json && settings.view == View::rewritten;
  choose("color", choices::when, settings.colours);
  settings.quiet = line.has("quiet");
  settings.verbose = line.has("verbose");
  copy("output", settings.output);
  copy("in-place", settings.in_place_suffix);
  settings.inputs = line.files();
  settings.recursive = line.has("recursive");
  settings.includes = line.values("include");
  settings.excludes = line.values("exclude");
  settings.files_from = line.values("files-from");
  if (settings.inputs.empty() && settings.files_from.empty()) settings.inputs.emplace_back("-");
  choose("symlinks", choices::symlinks, settings.symlinks);
  choose("hardlinks", choices::hardlinks, settings.hardlinks);
  settings.jobs =
      line.has("jobs") ? number_of_jobs(line.value("jobs")) : std::max(std::thread::hardware_concurrency(), 1U);
  settings.fail_fast = line.has("fail-fast");
  if (line.has("shard"))
    settings.shard = shard_from(line.value("shard"), [](const char* name) { return std::getenv(name); });
  copy("output-dir", settings.output_dir);
  settings.hidden = line.has("hidden");
  settings.only_changed = line.has("only-changed");
  settings.dry_run = line.has("dry-run");
  if (settings.dry_run) settings.output.reset();  // nothing is written there
  choose("fsync", choices::fsync, settings.fsync);
  settings.preserve_mtime = line.has("preserve-mtime");
  if (line.has("in-place")) settings.emit = ArchiveEmit::response;
  choose("warc-emit", choices::warc_emit, settings.emit);
  settings.chose_emit = line.has("warc-emit");
  settings.wacz = line.has("wacz");
  if (line.has("range")) settings.range = range_of(line.value("range"));
  settings.date = line.has("date") ? date_given(line.value("date")) : date_of_run();
  settings.said = said(line);
  settings.url_maps = line.values("url-map");
  choose("url-names", choices::url_names, settings.url_names);
  choose("local-links", choices::local_links, settings.options.local_links);
  choose("progress", choices::when, settings.progress);
  if (settings.quiet && settings.progress == When::automatic) settings.progress = When::never;
  copy("report", settings.report);
  copy("report-html", settings.report_html);
  copy("cdxj", settings.cdxj);
  if (settings.report_html) {
    settings.command = "absolve";
    for (int i = 1; i < argc; ++i) settings.command.append(" ").append(shell_word(argv[i]));
  }

  settings.joins_archives = joins_archives(settings);
  check_values(line, settings);
  settings.notices = notices_of(line, settings);
  if (settings.range) settings.every_input.type = Type::warc;
  return {std::move(settings), std::nullopt};
}

}  // namespace absolve::cli
