#pragma once

#include <string>
#include <string_view>

#include "../../src/zip/archive.h"
#include "../../src/zip/new_archive.h"

namespace absolve::test {

/// The archive with its changes.
[[nodiscard]] std::string written(const zip::NewArchive& made);

/// Members are added, replaced, stored and removed: all others have the texts that they had. Throws BadInput if it is
/// no ZIP archive, or one that can't be rewritten.
void expect_nothing_lost_in_zip(std::string_view bytes);

}  // namespace absolve::test
