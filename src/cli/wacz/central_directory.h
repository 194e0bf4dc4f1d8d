#pragma once

#include <cstddef>

#include "zip_archive.h"

namespace absolve::cli {

/// Checks whether libzip, which has found so many members in a ZIP archive, can rewrite it without loss. libzip turns a
/// NUL in a name into a space, takes names from extra fields, and drops bytes that belong to no member. Time: linear in
/// the central directory, times the logarithm of its members; memory: linear. Throws InputError, which says why not.
void require_rewritable(const FileRange& archive, std::size_t members);

}  // namespace absolve::cli
