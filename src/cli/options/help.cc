#include "help.h"

#include <algorithm>
#include <string_view>

#include "../../rules/known_options.h"
#include "../system/layout.h"
#include "option_table.h"

namespace absolve::cli {
namespace {

constexpr std::size_t text_columns = 80;
constexpr std::size_t help_indent = 28;

/// With the options, no more than 24 lines.
constexpr std::string_view brief_usage =
    "Usage: absolve [OPTION]... [FILE]...\n"
    "Makes each link in pages, feeds, mail, archives absolute; no other byte changes.\n"
    "\n"
    "  absolve --url http://a.example/garden/june.html june.html > absolute.html\n"
    "  absolve -i ~/Mail/inbox\n"
    "  absolve -r --url-map map.tsv --output-dir new site\n"
    "\n";

constexpr std::string_view brief_epilogue =
    "\n"
    "Exit status: 0 success, 1 found by --check, 2 an error, 3 something is unread\n"
    "More: absolve --help; all options: absolve --help=all; the manual: man absolve\n";

constexpr std::string_view usage =
    "Usage: absolve [OPTION]... [FILE]...\n"
    "Makes every link in the FILEs absolute and changes no other byte. FILEs are\n"
    "pages, style sheets, feeds, mail, web archives, lists, or folders of them.\n"
    "\n"
    "  absolve --url http://a.example/garden/june.html june.html       a page\n"
    "  absolve -i ~/Mail/inbox                                         mail\n"
    "  absolve -r --url-map map.tsv --output-dir new site              a batch\n"
    "\n"
    "Without FILE, or where FILE is -, standard input is read; without -o, -i or\n"
    "--output-dir the result goes to standard output.\n";

constexpr std::string_view epilogue =
    "\n"
    "What a document says about its base (a base element, xml:base, the header fields\n"
    "of a message) takes precedence over these options. Without a base, relative\n"
    "references stay as they are, and a message says so.\n"
    "\n"
    "Exit status, the first that applies:\n"
    "  2  wrong usage, or an input failed: its output is missing or incomplete (the\n"
    "     other inputs are still processed)\n"
    "  1  --check found relative references\n"
    "  3  everything is written, but something could not be read and was left\n"
    "     unchanged, or a file is of a kind that is not read (0 with --lenient)\n"
    "  0  success\n"
    "\n"
    "More examples:\n"
    "  absolve -r -i.orig --url http://a/b/ site       keep the originals\n"
    "  absolve --explain mail.eml                      which base counts, and why\n"
    "  absolve -i crawl.warc.gz                        a web archive\n"
    "  echo ../g | absolve --type uris --url http://a/b/c/d\n"
    "\n"
    "The manual has more: man absolve\n";

constexpr std::string_view more_options =
    "\nThese are the most common options; absolve --help=all shows all of them.\n";

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
  if (which == Help::brief) {
    std::string text(brief_usage);
    for_each_option([&](const Option& option) {
      const std::string_view words = option.traits.in_brief;
      if (!words.empty()) text += described(option, words);
    });
    return text.append(brief_epilogue);
  }
  std::string text(usage);
  for (const OptionGroup& group : option_groups()) {
    std::string options;
    for (const Option& option : group.options) {
      if (which == Help::all || option.traits.is_common) options += described(option, option.text);
    }
    if (!options.empty()) text.append("\n").append(group.heading).append(":\n").append(options);
  }
  if (which == Help::common) text += more_options;
  return text.append(epilogue);
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
