#include "quirks.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "../text/ascii.h"

namespace absolve::html {
namespace {

/// The beginnings of public identifiers that have this effect: the standard's list, with all versions of one maker's
/// product in a single entry.
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

/// These only have it without a system identifier.
constexpr auto old_without_system =
    std::to_array<std::string_view>({"-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"});

void skip_space(std::string_view& text) noexcept {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
}

/// Removes a quoted string at the beginning and returns it; nullopt if there is none, or it is not closed.
std::optional<std::string_view> next_quoted(std::string_view& text) noexcept {
  skip_space(text);
  if (!text.starts_with('"') && !text.starts_with('\'')) return std::nullopt;
  const std::size_t end = text.find(text.front(), 1);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view quoted = text.substr(1, end - 1);
  text.remove_prefix(end + 1);
  return quoted;
}

}  // namespace

bool is_quirky(std::string_view doctype) {
  const std::string lower = lower_case(doctype);
  std::string_view rest = lower;
  rest.remove_prefix(std::string_view("<!doctype").size());
  skip_space(rest);
  const std::size_t name_end = std::min(rest.find_first_of(" \t\n\f\r>"), rest.size());
  if (rest.substr(0, name_end) != "html") return true;
  rest.remove_prefix(name_end);
  skip_space(rest);
  if (rest.starts_with('>')) return false;

  const bool is_public = rest.starts_with("public");
  if (!is_public && !rest.starts_with("system")) return true;
  rest.remove_prefix(std::string_view("public").size());
  const auto identifier = is_public ? next_quoted(rest) : std::string_view();
  if (!identifier) return true;
  skip_space(rest);
  const auto system = is_public && rest.starts_with('>') ? std::string_view() : next_quoted(rest);
  if (!system) return true;

  const auto begins = [&](std::string_view with) { return identifier->starts_with(with); };
  if (std::ranges::any_of(old_identifiers, begins)) return true;
  if (identifier == "html" || identifier == "-/w3c/dtd html 4.0 transitional/en") return true;
  if (system == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd") return true;
  return system->empty() && std::ranges::any_of(old_without_system, begins);
}

}  // namespace absolve::html
