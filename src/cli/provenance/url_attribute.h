// Reads the extended attribute that says where a file came from. Retrieval does so for each input, and local_files.cc
// for files that a page refers to.

#pragma once

#include <string>

namespace absolve::cli {

/// The URL that wget and curl store in an extended attribute of a file, which is open, or is named by its path; "":
/// there is none.
[[nodiscard]] std::string url_in_attribute(int descriptor);
[[nodiscard]] std::string url_in_attribute(const char* path);

}  // namespace absolve::cli
