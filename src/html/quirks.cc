#include "quirks.h"

#include <algorithm>
#include <array>
#include <string>

#include "../url/ascii.h"

namespace absolve::html {
namespace {

/// How such public identifiers begin: the standard's list, with the versions of a maker's product as one.
constexpr auto old_identifiers = std::to_array<std::string_view>({
    "+//silmaril//dtd html pro",
    "-//advasoft ltd//dtd html",
    "-//as//dtd html",
    "-//ietf//dtd html",
    "-//metrius//dtd metrius presentational",
    "-//microsoft//dtd internet explorer",
    "-//netscape comm. corp.//dtd",
    "-//o'reilly and associates//dtd html",
    "-//softquad software//dtd hotmetal",
    "-//softquad//dtd hotmetal",
    "-//spyglass//dtd html",
    "-//sq//dtd html",
    "-//sun microsystems corp.//dtd hotjava",
    "-//w3c//dtd html 3",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html",
    "-//webtechs//dtd mozilla html",
});

/// These are so only without a system identifier.
constexpr auto old_without_system =
    std::to_array<std::string_view>({"-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"});

/// Takes a word off the front, or a quoted string.
std::string_view next_word(std::string_view& text) noexcept {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  const bool quoted = text.starts_with('"') || text.starts_with('\'');
  std::size_t end = quoted ? text.find(text.front(), 1) : text.find_first_of(" \t\n\f\r\"'>");
  end = std::min(end, text.size());
  const std::string_view word = text.substr(quoted ? 1 : 0, quoted ? end - 1 : end);
  text.remove_prefix(std::min(quoted ? end + 1 : end, text.size()));
  return word;
}

}  // namespace

bool is_quirky(std::string_view doctype) {
  std::string lower(doctype);
  std::ranges::transform(lower, lower.begin(), to_lower);
  std::string_view rest = lower;
  rest.remove_prefix(std::min(rest.size(), std::string_view("<!doctype").size()));
  if (next_word(rest) != "html") return true;
  const std::string_view kind = next_word(rest);
  const std::string_view identifier = kind == "public" ? next_word(rest) : std::string_view();
  const std::string_view system = kind == "public" || kind == "system" ? next_word(rest) : std::string_view();
  const auto begins = [&](std::string_view with) { return identifier.starts_with(with); };
  if (std::ranges::any_of(old_identifiers, begins)) return true;
  if (identifier == "html" || identifier == "-/w3c/dtd html 4.0 transitional/en") return true;
  if (system == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd") return true;
  return system.empty() && std::ranges::any_of(old_without_system, begins);
}

}  // namespace absolve::html
