#pragma once

#include "zip_archive.h"

namespace absolve::cli {

/// Whether a name in the central directory of a ZIP archive that libzip has read holds NUL: libzip makes a space of it,
/// so that who writes the archive again would give the member another name. Time and memory: linear in the directory.
/// Throws InputError.
[[nodiscard]] bool has_nul_in_names(const FileRange& archive);

}  // namespace absolve::cli
