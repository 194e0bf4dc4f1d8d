// run_file() is called for an input that can be read at offsets, by Rewriter::run() for any file, and by the program
// for packages. It passes a WACZ to run_wacz(), a book to run_book(), and everything else to run().

#pragma once

#include "../run.h"
#include "absolve/rewriter.h"

namespace absolve::collect {

/// Rewriter::run() for a file, which may be a package.
[[nodiscard]] Rewritten run_file(const RunSettings& settings, const FileBytes& file, const Scratch& scratch,
                                 const WriteFunction& write, const Input& input, const Observer& observer);

}  // namespace absolve::collect
