#include "command_line.h"

#include <algorithm>
#include <array>
#include <boost/program_options.hpp>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "../../text/nearest.h"
#include "../system/files.h"
#include "hints.h"
#include "option_table.h"
#include "usage_error.h"

namespace absolve::cli {
namespace {

namespace po = boost::program_options;

// Internal keys. Nobody can type them, as an option name has no space.
constexpr const char* file_key = "the file";
constexpr const char* suffix_key = "the suffix";
constexpr const char* help_key = "the help";
constexpr const char* fragments_key = "the fragments";

/// Other names for options: names that people try instead of --url, and keys for attached arguments.
constexpr auto other_names = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"base-url", "url"},
    {"base,b", "url"},
    {suffix_key, "in-place"},
    {help_key, "help"},
    {fragments_key, "keep-fragments"},
});

/// Options of other programs: the name here, or what to say about them.
constexpr auto of_other_programs = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"--threads", "--jobs"},
    {"--workers", "--jobs"},
    {"--parallel", "--jobs"},
    {"--href", "--url"},
    {"--directory-prefix", "--output-dir"},
    {"-P", "--output-dir"},
    {"-d", "--output-dir"},
    {"--outdir", "--output-dir"},
    {"--out-dir", "--output-dir"},
    {"--output-directory", "--output-dir"},
    {"--silent", "--quiet"},
    {"--list-links", "--list"},
    {"--list-urls", "--list"},
    {"--out", "--output"},
    {"--outfile", "--output"},
    {"-O", "--output"},
    {"--encoding", "--charset"},
    {"--links", "--list"},
    {"--depth", "-r, which reads all subfolders"},
    {"--level", "-r, which reads all subfolders"},
    {"--max-depth", "-r, which reads all subfolders"},
    {"--maxdepth", "-r, which reads all subfolders"},
    {"--convert-links", "--url, which makes links absolute (wget makes them relative)"},
    {"-k", "--url, which makes links absolute (wget makes them relative)"},
    {"--backup-converted", "-i.orig"},
    {"-K", "-i.orig"},
    {"--backup", "-i.bak"},
    {"--suffix", "-i.bak"},
    {"-B", "--url"},
    {"--format", "--type"},
    {"--from", "--type"},
    {"-f", "--type"},
    {"--html", "--type html"},
    {"--markdown", "--type markdown"},
    {"--csv", "--type csv"},
    {"--jsonl", "--type jsonl"},
    {"--separator", "--delimiter"},
    {"--json-path", "--json-member"},
    {"--jsonpath", "--json-member"},
    {"--ignore", "--skip"},
    {"--dry", "--dry-run"},
    {"-V", "--version"},
});

/// The option that was probably meant by an unknown one, as `; did you mean --output-dir?`; "" if none is similar.
std::string hint_for(std::string_view unknown) {
  unknown = unknown.substr(0, unknown.find('='));
  const auto found =
      std::ranges::find(of_other_programs, unknown, &std::pair<std::string_view, std::string_view>::first);
  std::string meant(found == of_other_programs.end() ? "" : found->second);
  if (meant.empty() && unknown.starts_with("--")) {
    std::vector<std::string_view> names;
    for_each_option([&](const Option& option) { names.push_back(option.name()); });
    for (const auto& [other, option] : other_names) {
      if (other.find(' ') == other.npos) names.push_back(other.substr(0, other.find(',')));
    }
    const std::string_view name = nearest(unknown.substr(2), names);
    if (!name.empty()) meant = "--" + std::string(name);
  }
  return meant.empty() ? "" : "; did you mean " + meant + "?";
}

po::options_description known_words() {
  po::options_description known;
  const auto add = [&](std::string_view names, bool takes_word) {
    if (takes_word) known.add_options()(std::string(names).c_str(), po::value<std::string>());
    else known.add_options()(std::string(names).c_str(), "");
  };
  for_each_option(
      [&](const Option& option) { add(option.name() == "help" ? "help" : option.names, option.takes_word()); });
  add(",h", false);  // it is an option of its own: help_letter
  for (const auto& [names, option] : other_names) add(names, true);
  add(file_key, true);
  return known;
}

/// An option whose argument is optional would take the next word as its argument; so an attached argument gets a key of
/// its own. The letter may be alone, or follow others: -qi.orig.
std::vector<po::option> attached_argument(std::vector<std::string>& words) {
  constexpr auto long_forms = std::to_array<std::pair<std::string_view, const char*>>(
      {{"--in-place=", suffix_key}, {"--help=", help_key}, {"--keep-fragments=", fragments_key}});
  std::string& word = words.front();
  const auto record = [&](const char* key, std::size_t begin, std::string argument) {
    po::option option(key, {std::move(argument)});
    word.erase(begin);
    if (word.size() < 2) words.erase(words.begin());
    return std::vector{option};
  };
  for (const auto& [form, key] : long_forms) {
    if (word == form) word.pop_back();
    if (word.starts_with(form)) return record(key, 0, word.substr(form.size()));
  }
  const std::size_t letter = word.starts_with('-') ? word.find_first_not_of("0nqrv", 1) : word.npos;
  if (letter == word.npos || word[letter] != 'i' || letter + 1 == word.size()) return {};
  return record(suffix_key, letter, word.substr(letter + 1));
}

/// Whether an option takes the next word as its argument.
bool takes_next(const po::options_description& known, const std::string& word) {
  if (word.size() < 2 || word[0] != '-' || word.find('=') != std::string::npos) return false;
  const std::string name = word[1] == '-' ? word.substr(2) : std::string("-") + word.back();
  const po::option_description* const option = known.find_nothrow(name, false);
  return option != nullptr && option->semantic()->max_tokens() > 0;
}

/// Refuses `-url` and `-list`: the first letter after a single hyphen would be an option, and the rest its argument.
/// The same with dashes in place of hyphens, unless there is a file of that name. Throws UsageError.
void refuse_single_hyphens(const po::options_description& known, std::span<const char* const> words) {
  constexpr std::size_t shortest = 4;
  std::string before;
  for (const std::string word : words) {
    if (word == "--") return;
    if (begins_with_dash(word) && !takes_next(known, before) && !status_of(word)) {
      throw UsageError("unrecognised option '" + word + "'", word);
    }
    const bool is_short = word.size() >= shortest && word[0] == '-' && word[1] != '-';
    if (is_short && !takes_next(known, before)) {
      const std::string name = word.substr(1, word.find('=') - 1);
      for_each_option([&](const Option& option) {
        if (!are_alike(option.name(), name)) return;
        throw UsageError("unrecognised option '-" + name + "'; did you mean --" + std::string(option.name()) + "?");
      });
    }
    before = word;
  }
}

std::vector<po::option> parsed(int argc, const char* const* argv) {
  const po::options_description known = known_words();
  po::positional_options_description files;
  files.add(file_key, -1);
  refuse_single_hyphens(known, std::span(argv, static_cast<std::size_t>(argc)).subspan(argc > 0 ? 1 : 0));
  constexpr int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  try {
    return po::command_line_parser(argc, argv)
        .options(known)
        .positional(files)
        .style(style)
        .extra_style_parser(attached_argument)
        .run()
        .options;
  } catch (const po::unknown_option& error) {
    throw UsageError(error.what() + hint_for(error.get_option_name()), error.get_option_name());
  } catch (const po::error& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

CommandLine::CommandLine(int argc, const char* const* argv) {
  std::set<std::string_view> repeating = {file_key};
  for_each_option([&](const Option& option) {
    if (option.traits.repeats) repeating.insert(option.name());
  });
  for (po::option& option : parsed(argc, argv)) {
    std::string name = std::move(option.string_key);
    for (const auto& [names, meant] : other_names) {
      if (name == names.substr(0, names.find(','))) name = meant;
    }
    if (name == "url" && has(name)) {
      throw UsageError("--url is given twice: '" + value(name) + "' and '" + option.value.front() + "'");
    }
    auto& values = given_[name];
    if (!repeating.contains(name) && !option.value.empty()) values.clear();  // as elsewhere, the last is used
    std::ranges::move(option.value, std::back_inserter(values));
  }
  if (value("output") == "-") given_.erase("output");  // standard output, which is the default
}

std::string CommandLine::value(std::string_view option) const {
  const auto& all = values(option);
  return all.empty() ? "" : all.back();
}

const std::vector<std::string>& CommandLine::values(std::string_view option) const {
  static const std::vector<std::string> none;
  const auto found = given_.find(option);
  return found == given_.end() ? none : found->second;
}

const std::vector<std::string>& CommandLine::files() const { return values(file_key); }

void CommandLine::check_combination() const {
  const auto is_given = [&](std::string_view name) { return has(name); };
  for_each_option([&](const Option& option) {
    if (!has(option.name())) return;
    const auto& excludes = option.traits.excludes;
    const auto other = std::ranges::find_if(excludes, is_given);
    if (other != excludes.end()) {
      throw UsageError("--" + std::string(option.name()) + " and --" + std::string(*other) + " can't be used together");
    }
  });
  for_each_option([&](const Option& option) {
    const auto& needs = option.traits.needs;
    if (has(option.name()) && !needs.empty() && std::ranges::none_of(needs, is_given)) {
      throw UsageError("--" + std::string(option.name()) + " needs " + alternatives(needs));
    }
  });
}

}  // namespace absolve::cli
