// Not part of a run. The build calls these functions in manual_main.cc, to make the scripts that let shells complete
// the options.

#pragma once

#include <string>

namespace absolve::cli {

// What shells complete after `absolve` and `absolve-dask`, made from the table of options: names of options, words that
// are valid for an option, files and folders; nothing if only the user can know.

/// For bash. It needs no other package.
[[nodiscard]] std::string bash_completion();
/// For zsh: the file _absolve of a folder in its fpath.
[[nodiscard]] std::string zsh_completion();
[[nodiscard]] std::string fish_completion();

}  // namespace absolve::cli
