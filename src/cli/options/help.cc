#include "help.h"

#include <algorithm>
#include <string_view>

#include "../../rules/known_options.h"
#include "../system/layout.h"
#include "help_texts.h"
#include "option_table.h"

namespace absolve::cli {
namespace {

constexpr std::size_t text_columns = 80;
constexpr std::size_t help_indent = 28;

constexpr std::string_view more_options =
    "\nThese are the most common options; absolve --help=all shows all of them.\n";

/// A text with the options in place of its mark.
std::string with_options(std::string_view text, std::string_view options) {
  constexpr std::string_view mark = "{{options}}";
  return std::string(text).replace(text.find(mark), mark.size(), options);
}

/// An option and its description, in columns.
///
///       -u, --url URL             the URL the input was retrieved from
///                                 ^ help_indent
std::string described(const Option& option, std::string_view description) {
  std::string text;
  std::string line = option.letter().empty() ? "      " : "  -" + std::string(option.letter()) + ", ";
  line += option.usage();
  if (line.size() + 2 > help_indent) {  // long options have a line of their own
    text.append(line).append("\n");
    line.clear();
  }
  line.append(help_indent - line.size(), ' ').append(description);
  return text + wrapped(line, text_columns, help_indent) + "\n";
}

/// A list whose lines break after commas alone.
std::string wrapped_list(std::string line, std::size_t indent) {
  constexpr char joined = '~';
  for (std::size_t at = indent; at < line.size(); ++at) {
    if (line[at] == ' ' && line[at - 1] != ',' && line[at - 1] != ' ') line[at] = joined;
  }
  line = wrapped(line, text_columns, indent);
  std::ranges::replace(line, joined, ' ');
  return line;
}

/// The words that an option of documents knows.
std::string words_of(std::string_view option) {
  const auto all = known_options();
  std::string words;
  for (const std::string_view word : std::ranges::find(all, option, &KnownOption::name)->words) {
    if (word != "auto") words.append(words.empty() ? "" : ", ").append(word);
  }
  return words;
}

}  // namespace

std::string help(Help which) {
  std::string text;
  if (which == Help::brief) {
    for_each_option([&](const Option& option) {
      const std::string_view words = option.traits.in_brief;
      if (!words.empty()) text += described(option, words);
    });
    return with_options(help_texts::brief, text);
  }
  for (const OptionGroup& group : option_groups()) {
    std::string options;
    for (const Option& option : group.options) {
      if (which == Help::all || option.traits.is_common) options += described(option, option.text);
    }
    if (!options.empty()) text.append("\n").append(group.heading).append(":\n").append(options);
  }
  if (which == Help::common) text += more_options;
  return with_options(help_texts::full, text);
}

std::string version(bool in_detail) {
  std::string text = "absolve " ABSOLVE_VERSION "\n";
  if (!in_detail) return text;
  const auto add = [&](std::string heading, std::string_view words) {
    constexpr std::size_t indent = 12;
    heading.resize(indent, ' ');
    text += wrapped_list(heading.append(words), indent) + "\n";
  };
  add("licence", "MIT; for those of the libraries see THIRD-PARTY");
  add("compiler", ABSOLVE_COMPILER);
  add("libraries", ABSOLVE_LIBRARIES);
  add("linking", ABSOLVE_LINKING);
  add("types", words_of("type"));
  add("compressed", "gzip, brotli, zstd; in HTTP deflate as well");
  add("resolvers", words_of("resolver"));
  return text;
}

}  // namespace absolve::cli
