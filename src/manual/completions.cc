#include <array>
#include <string_view>

#include "../cli/options/option_table.h"
#include "../cli/options/shell_word.h"
#include "manual.h"

namespace absolve::cli {
namespace {

using Kind = Argument::Kind;

std::string words(const Argument& argument) {
  std::string list;
  for (const std::string_view word : argument.choices) list.append(list.empty() ? "" : " ").append(word);
  return list;
}

std::string long_name(const Option& option) { return "--" + std::string(option.name()); }
std::string letter(const Option& option) { return option.letter().empty() ? "" : "-" + std::string(option.letter()); }

constexpr std::string_view bash_beginning = R"sh(# What bash completes after absolve.

# Adds what compgen finds for a word, each after $head.
_absolve_add() {
  local found
  while IFS= read -r found; do COMPREPLY+=("$head$found"); done < <(compgen "$@" 2> /dev/null)
}

# Files, or folders alone (-d). What is quoted is left to readline.
_absolve_files() {
  [[ $1 == -d ]] && compopt -o filenames -o dirnames 2> /dev/null || compopt -o filenames -o default 2> /dev/null
  _absolve_add "$1" -- "$word"
}

_absolve() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} option= head= attached= at
  local names="$options"
  COMPREPLY=()
  [[ ${COMP_WORDS[0]##*/} == absolve-dask ]] && names+=" $options_of_dask"
  # To readline a `=` is a word of its own, but where COMP_WORDBREAKS has none.
  if [[ $word == = ]]; then
    option=$before word= attached=yes
  elif [[ $before == = && COMP_CWORD -ge 2 ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]} attached=yes
  elif [[ $word == --*=* ]]; then
    option=${word%%=*} head=$option= word=${word#*=} attached=yes
  else
    option=$before
  fi
  for ((at = 1; at < COMP_CWORD; ++at)); do
    [[ ${COMP_WORDS[at]} == -- ]] && option= attached= names=  # files alone come after it
  done
  case $option in
)sh";

constexpr std::string_view bash_end = R"sh(    --scheduler | --workers | --shards) return ;;
    --absolve) _absolve_files -f; return ;;
  esac
  [[ $attached ]] && return
  if [[ $names && $word == -* ]]; then
    _absolve_add -W "$names" -- "$word"
  else
    _absolve_files -f
  fi
}

complete -F _absolve absolve absolve-dask
)sh";

/// The additional options of absolve-dask; its --report and --progress are those of absolve.
struct DaskOption {
  std::string_view name;
  std::string_view argument;
  std::string_view text;
};

constexpr auto dask_options = std::to_array<DaskOption>({
    {"scheduler", "ADDRESS", "the scheduler of a cluster whose workers see the same files"},
    {"workers", "N", "the number of workers, without a scheduler"},
    {"shards", "N", "the number of parts that the inputs are divided into"},
    {"absolve", "PATH", "the program, also on the workers"},
});

/// How the argument of an option is completed.
std::string bash_action(const Argument& argument) {
  switch (argument.kind) {
    case Kind::file: return "_absolve_files -f; return";
    case Kind::folder: return "_absolve_files -d; return";
    case Kind::choice: return "_absolve_add -W " + quoted(words(argument)) + " -- \"$word\"; return";
    case Kind::list:
      return "[[ $word == *,* ]] && head=$head${word%,*},; _absolve_add -W " + quoted(words(argument)) +
             " -- \"${word##*,}\"; compopt -o nospace 2> /dev/null; return";
    case Kind::none:
    case Kind::attached:
    case Kind::text: break;
  }
  return "return";  // only the user can know
}

std::string zsh_action(const Argument& argument) {
  switch (argument.kind) {
    case Kind::file: return "_files";
    case Kind::folder: return "_files -/";
    case Kind::choice: return "(" + words(argument) + ")";
    case Kind::list: return "_values -s , " + std::string("word ") + words(argument);
    case Kind::none:
    case Kind::attached:
    case Kind::text: break;
  }
  return " ";  // only a message
}

// The text before it in the same word does not belong to the name.
constexpr std::string_view fish_folders =
    R"((__fish_complete_directories (commandline -ct | string replace -r -- "^--[^=]*=" "")))";

std::string fish_action(const Argument& argument) {
  switch (argument.kind) {
    case Kind::file: return " -r -F";
    case Kind::folder: return " -x -a " + quoted(fish_folders);
    case Kind::choice: return " -x -a " + quoted(words(argument));
    case Kind::list: return " -x -a " + quoted("(__fish_append , " + words(argument) + ")");
    case Kind::text: return " -x";
    case Kind::none:
    case Kind::attached: break;
  }
  return "";
}

}  // namespace

std::string bash_completion() {
  std::string cases;
  std::string names;
  for_each_option([&](const Option& option) {
    names.append(names.empty() ? "" : " ").append(long_name(option));
    if (!option.letter().empty()) names.append(" ").append(letter(option));
    if (!option.takes_word()) return;
    const std::string other = option.letter().empty() ? "" : " | " + letter(option);
    cases += "    " + long_name(option) + other + ") " + bash_action(option.argument) + " ;;\n";
  });
  std::string script(bash_beginning);
  script += cases;
  script += bash_end;
  const auto put = [&](std::string_view place, const std::string& text) {
    script.replace(script.find(place), place.size(), text);
  };
  std::string more;
  for (const DaskOption& one : dask_options) more.append(" --").append(one.name);
  put("\"$options\"", quoted(names));
  put("\" $options_of_dask\"", quoted(more));
  return script;
}

std::string zsh_completion() {
  std::string script = "#compdef absolve absolve-dask\n\nlocal -a more\n[[ $service == absolve-dask ]] && more=(\n";
  for (const DaskOption& one : dask_options) {
    const std::string action = one.name == "absolve" ? "_files" : " ";
    script += "  " +
              quoted(std::string("--")
                         .append(one.name)
                         .append("=[")
                         .append(one.text)
                         .append("]:")
                         .append(one.argument)
                         .append(":") +
                     action) +
              "\n";
  }
  script += ")\n\n_arguments -s -S : $more \\\n";
  for_each_option([&](const Option& option) {
    const Kind kind = option.argument.kind;
    // Whether the argument may, or must, be in the same word as the option.
    const std::string_view after_letter = option.takes_word() ? "+" : kind == Kind::attached ? "-" : "";
    const std::string_view after_name = option.takes_word() ? "=" : kind == Kind::attached ? "=-" : "";
    std::string names = long_name(option) + std::string(after_name);
    std::string excluded;
    if (!option.letter().empty()) {
      names = "{" + letter(option) + std::string(after_letter) + "," + names + "}";
      if (!option.traits.repeats) excluded = "'(" + letter(option) + " " + long_name(option) + ")'";
    }
    std::string rest = "[" + std::string(option.summary()) + "]";
    if (kind != Kind::none) {
      rest.append(kind == Kind::attached ? "::" : ":").append(option.argument.name).append(":");
      rest += zsh_action(option.argument);
    }
    script += "  " + std::string(option.traits.repeats ? "'*'" : excluded) + names + quoted(rest) + " \\\n";
  });
  return script + "  '*:FILE:_files'\n";
}

std::string fish_completion() {
  std::string script = "# What fish completes after absolve.\n";
  for_each_option([&](const Option& option) {
    script += "complete -c absolve";
    if (!option.letter().empty()) script.append(" -s ").append(option.letter());
    script.append(" -l ").append(option.name()).append(fish_action(option.argument));
    script += " -d " + quoted(option.summary()) + "\n";
  });
  script += "\ncomplete -c absolve-dask -w absolve\n";
  for (const DaskOption& one : dask_options) {
    script.append("complete -c absolve-dask -l ").append(one.name).append(one.name == "absolve" ? " -r -F" : " -x");
    script += " -d " + quoted(one.text) + "\n";
  }
  return script;
}

}  // namespace absolve::cli
