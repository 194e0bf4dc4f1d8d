// Creates folders, and writes the names in them to disk. open_folder.cc calls these functions when a folder for new
// files is missing, and put_all() when new files have got their names.

#pragma once

#include <string>

namespace absolve::cli {

/// Creates a folder, and those around it, if they don't exist; if they are to last, also writes the names of the new
/// folders to disk. Throws FileError.
void make_folder(const std::string& path, bool lasting);

/// Writes changes of names in a directory to disk. Throws FileError.
void sync_directory(const std::string& directory);

}  // namespace absolve::cli
