#pragma once

#include <cstddef>

#include "zip_archive.h"

namespace absolve::cli {

/// Looks whether libzip, which has found so many members in a ZIP archive, can write it again without a loss. It makes
/// a space of NUL in a name, takes names from extra fields, and leaves out what no member holds. Time: linear in the
/// central directory, times the logarithm of its members; memory: linear. Throws InputError, which says why not.
void require_rewritable(const FileRange& archive, std::size_t members);

}  // namespace absolve::cli
