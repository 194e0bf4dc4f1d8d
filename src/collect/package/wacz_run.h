#pragma once

#include "../run.h"
#include "absolve/rewriter.h"

namespace absolve::collect {

/// run_file() for a WACZ:
///
///     archives -> run() -> scratch --.
///                  |  `- digest, size --> datapackage.json --> ZIP archive -> write
///                  `- lines of indexes/index.cdxj -------------'  |
///     all other members, with their bytes ------------------------'
///
/// New archives are stored, not deflated, and the others are stored, too, with their content unchanged. Throws
/// BadInput.
[[nodiscard]] Rewritten run_wacz(const RunSettings& settings, const FileBytes& file, const Scratch& scratch,
                                 const WriteFunction& write, const Input& input, const Observer& observer);

}  // namespace absolve::collect
