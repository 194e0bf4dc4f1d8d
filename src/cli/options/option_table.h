#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace absolve::cli {

/// What stands after an option.
struct Argument {
  enum class Kind : std::uint8_t {
    none,
    attached,  // a text that may be left out: --option=TEXT or -oTEXT; a word of its own is no argument
    text,
    file,    // the name of one
    folder,  // the name of one, and what may follow it
    choice,  // one of `choices`
    list,    // some of `choices`, with commas between
  };

  Kind kind = Kind::none;
  std::string_view name = {};  // what it is called
  std::vector<std::string_view> choices = {};
};

/// What is true of some options only.
struct OptionTraits {
  bool is_common = false;                       // --help shows it, and not --help=all alone
  bool repeats = false;                         // all that are given count, and not the last alone
  std::vector<std::string_view> needs = {};     // one of these has to be given, too
  std::vector<std::string_view> excludes = {};  // none of these may be given, too; a pair is said at one of the two
};

/// An option. What is parsed, --help, the manual page and what shells complete are made of this.
struct Option {
  std::string_view names;  // and, after a comma, its letter
  Argument argument;
  std::string_view text;  // what it does; before the first colon, semicolon or bracket in a few words
  OptionTraits traits = {};

  [[nodiscard]] std::string_view name() const noexcept { return names.substr(0, names.find(',')); }
  /// "": it has none.
  [[nodiscard]] std::string_view letter() const noexcept {
    const std::size_t comma = names.find(',');
    return comma == std::string_view::npos ? "" : names.substr(comma + 1);
  }
  [[nodiscard]] bool takes_word() const noexcept {
    return argument.kind != Argument::Kind::none && argument.kind != Argument::Kind::attached;
  }
  /// What it does, in a few words, as shells show it.
  [[nodiscard]] std::string_view summary() const noexcept;
  /// With its argument, as it is written: `--type TYPE`, `--in-place[=SUFFIX]`.
  [[nodiscard]] std::string usage() const;
};

struct OptionGroup {
  std::string_view heading;
  std::vector<Option> options;
  bool affects_output = false;  // in what is written
};

/// The only table of options.
[[nodiscard]] const std::vector<OptionGroup>& option_groups();

void for_each_option(const std::function<void(const Option&)>& visit);

/// The options that can't be given with one, whichever of the two says so.
[[nodiscard]] std::vector<std::string_view> excluded_with(const Option& option);

/// Some options, as one reads them: `--list, --check or --diff`.
[[nodiscard]] std::string alternatives(const std::vector<std::string_view>& options);

}  // namespace absolve::cli
