// All options of the program, in the groups and the order in which users see them, with what each needs and excludes.
// CommandLine parses the command line with this table.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace absolve::cli {

/// The argument of an option.
struct Argument {
  enum class Kind : std::uint8_t {
    none,
    attached,  // an optional text: --option=TEXT or -oTEXT; a separate word is not its argument
    text,
    file,    // a file name
    folder,  // the name of a folder, and perhaps more after it
    choice,  // one of `choices`
    list,    // a list of `choices`, separated by commas
  };

  Kind kind = Kind::none;
  std::string_view name = {};  // its name in the documentation
  std::vector<std::string_view> choices = {};
};

/// Properties that only some options have.
struct OptionTraits {
  std::string_view in_brief = {};               // what -h says of it; "" if -h doesn't show it
  bool is_common = false;                       // --help shows it, not only --help=all
  bool repeats = false;                         // every value that is given is used, not only the last one
  std::vector<std::string_view> needs = {};     // one of these options must be given, too
  std::vector<std::string_view> excludes = {};  // none of these may be given, too; only one of each pair lists the
                                                // other
};

/// An option. The parser, --help, the manual page and the completions of shells are all made from this.
struct Option {
  std::string_view names;  // the long name and, after a comma, its letter
  Argument argument;
  std::string_view text;  // what it does; the part before the first colon, semicolon or bracket is a summary
  OptionTraits traits = {};

  [[nodiscard]] std::string_view name() const noexcept { return names.substr(0, names.find(',')); }
  /// The letter; "" if it has none.
  [[nodiscard]] std::string_view letter() const noexcept {
    const std::size_t comma = names.find(',');
    return comma == std::string_view::npos ? "" : names.substr(comma + 1);
  }
  [[nodiscard]] bool takes_word() const noexcept {
    return argument.kind != Argument::Kind::none && argument.kind != Argument::Kind::attached;
  }
  /// A summary of what it does, as shells show it.
  [[nodiscard]] std::string_view summary() const noexcept;
  /// The option with its argument, as it is written: `--type TYPE`, `--in-place[=SUFFIX]`.
  [[nodiscard]] std::string usage() const;
};

struct OptionGroup {
  std::string_view heading;
  std::vector<Option> options;
  bool affects_output = false;  // it affects what is written
};

/// The only table of options.
[[nodiscard]] const std::vector<OptionGroup>& option_groups();

void for_each_option(const std::function<void(const Option&)>& visit);

/// The options that can't be given together with this one, whichever of the two lists the other.
[[nodiscard]] std::vector<std::string_view> excluded_with(const Option& option);

/// Some options as a phrase: `--list, --check or --diff`.
[[nodiscard]] std::string alternatives(const std::vector<std::string_view>& options);

}  // namespace absolve::cli
