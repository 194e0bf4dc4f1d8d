#include "manual.h"

#include <algorithm>

#include "../cli/options/option_table.h"

namespace absolve::cli {
namespace {

/// Text escaped for roff, which would print a hyphen as another character and read a point at the start of a line as a
/// request.
std::string escaped(std::string_view text) {
  std::string roff = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char byte : text) {
    if (byte == '\\') {
      roff += "\\e";
    } else {
      if (byte == '-') roff += '\\';
      roff += byte;
    }
  }
  return roff;
}

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + escaped(text) + "\\fR"; }

/// A word from the description of an option; bold if it is to be typed literally.
std::string marked(std::string_view word, const Option& option) {
  const std::size_t begin = std::min(word.find_first_not_of('('), word.size());
  const std::size_t end = std::max(begin, word.find_last_not_of(",;:.)") + 1);
  const std::string_view core = word.substr(begin, end - begin);
  const bool is_typed =
      (core.size() > 1 && core.front() == '-') || std::ranges::count(option.argument.choices, core) > 0;
  return is_typed ? escaped(word.substr(0, begin)) + bold(core) + escaped(word.substr(end)) : escaped(word);
}

/// The description of an option, as a sentence.
std::string sentence(std::string_view text, const Option& option) {
  std::string roff;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    roff.append(roff.empty() ? "" : " ").append(marked(text.substr(begin, end - begin), option));
    begin = end + 1;
  }
  if (roff.front() >= 'a' && roff.front() <= 'z') roff.front() = static_cast<char>(roff.front() - 'a' + 'A');
  return roff + ".\n";
}

std::string sentences(const Option& option) {
  std::string roff = sentence(option.text, option);
  const auto& needs = option.traits.needs;
  if (!needs.empty()) roff += sentence("Needs " + alternatives(needs), option);
  const auto excluded = excluded_with(option);
  if (!excluded.empty()) roff += sentence("Not together with " + alternatives(excluded), option);
  return roff;
}

std::string heading(const Option& option) {
  std::string roff = option.letter().empty() ? "" : bold("-" + std::string(option.letter())) + ", ";
  roff += bold("--" + std::string(option.name()));
  const std::string value = italic(option.argument.name);
  if (option.takes_word()) return roff + " " + value;
  return option.argument.kind == Argument::Kind::attached ? roff + "[" + bold("=") + value + "]" : roff;
}

std::string options() {
  std::string roff;
  for (const OptionGroup& group : option_groups()) {
    roff.append(".SS ").append(group.heading).append("\n");
    for (const Option& option : group.options) roff += ".TP\n" + heading(option) + "\n" + sentences(option);
  }
  return roff;
}

void replace(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
}

}  // namespace

std::string manual(std::string_view source) {
  std::string page(source);
  replace(page, "@VERSION@", ABSOLVE_VERSION);
  replace(page, "@OPTIONS@\n", options());
  return page;
}

}  // namespace absolve::cli
