#pragma once

#include <string>

namespace absolve::cli {

/// Makes a folder, and those around it, where they aren't there. Throws FileError.
void make_folder(const std::string& path);

/// Names that files have got or lost there are on disk. Throws FileError.
void sync_directory(const std::string& directory);

/// The same as make_folder; the names of those that were made are on disk, too. Throws FileError.
void make_lasting_folder(const std::string& path);

}  // namespace absolve::cli
