#pragma once

#include "../run.h"
#include "absolve/rewriter.h"

namespace absolve::collect {

/// Rewriter::run() for a file, which may be a package.
[[nodiscard]] Rewritten run_file(const RunSettings& settings, const FileBytes& file, const Scratch& scratch,
                                 const WriteFunction& write, const Input& input, const Observer& observer);

}  // namespace absolve::collect
