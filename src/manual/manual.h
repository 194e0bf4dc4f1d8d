// No part of the program: the build calls these functions in main.cc, to make the manual page, and the scripts that
// let shells complete the options.

#pragma once

#include <string>
#include <string_view>

namespace absolve::cli {

/// The manual page, in the man macros of roff: `source` (manual.1.in), with the table of options in place of its line
/// `@OPTIONS@`, and the version for `@VERSION@`.
[[nodiscard]] std::string manual(std::string_view source);

// What shells complete after `absolve` and `absolve-dask`, made from the table of options: names of options, words that
// are valid for an option, files and folders; nothing if only the user can know.

/// For bash. It needs no other package.
[[nodiscard]] std::string bash_completion();
/// For zsh: the file _absolve of a folder in its fpath.
[[nodiscard]] std::string zsh_completion();
[[nodiscard]] std::string fish_completion();

}  // namespace absolve::cli
