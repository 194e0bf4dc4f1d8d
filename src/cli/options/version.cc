#include "version.h"

#include <algorithm>
#include <string_view>

#include "../../rules/known_options.h"
#include "../system/layout.h"

namespace absolve::cli {
namespace {

constexpr std::size_t columns = 80;

/// A list whose lines break after commas alone.
std::string wrapped_list(std::string line, std::size_t indent) {
  constexpr char joined = '~';
  for (std::size_t at = indent; at < line.size(); ++at) {
    if (line[at] == ' ' && line[at - 1] != ',' && line[at - 1] != ' ') line[at] = joined;
  }
  line = wrapped(line, columns, indent);
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
