#pragma once

#include <string>

#include "absolve/plan.h"
#include "files.h"

namespace absolve::cli {

/// Throws a FileError unless the path is a regular file with one name, which alone can be replaced without a surprise.
void require_replaceable(const std::string& path);

/// Replaces the file that `input` was read from by what the plan makes of it; with a suffix, the original stays
/// under its name with the suffix. Where any step fails, or the file is another than was read, it stays as it
/// was. A plan without edits writes nothing. Throws FileError.
void rewrite_in_place(const std::string& path, const std::string& suffix, const Input& input, const Plan& plan);

}  // namespace absolve::cli
