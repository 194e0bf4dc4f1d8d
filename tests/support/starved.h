#pragma once

#include <cstddef>

namespace absolve::test {

/// Runs the program over several inputs again and again, and lets one allocation after the other fail, at the most so
/// many of them; then, from one on, all. Expects that at the most one input fails for want of memory, and is told; that
/// what fails stays as it was, and the report says so.
void starve(std::size_t max_runs);

}  // namespace absolve::test
