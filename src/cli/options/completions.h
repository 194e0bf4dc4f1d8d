#pragma once

#include <string>

namespace absolve::cli {

// What shells complete after `absolve`, and after `absolve-dask`, made of the table of options: its names, the words
// that an option may be given, files and folders; and nothing where only the user can know.

/// For bash. It needs no other package.
[[nodiscard]] std::string bash_completion();
/// For zsh: the file _absolve of a folder in its fpath.
[[nodiscard]] std::string zsh_completion();
[[nodiscard]] std::string fish_completion();

}  // namespace absolve::cli
