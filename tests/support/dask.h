#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "shell.h"
#include "table.h"

namespace absolve::test {

/// Runs a case of tests/cluster/dask_runs.py in a new folder, with a folder that it may need.
inline void run_on_dask(const std::string& name, const std::string& folder = "") {
  const TemporaryDirectory place;
  const std::string root = testdata("../");
  const ShellResult result = run_shell_with("/usr/bin/python3",
                                            "exec /usr/bin/python3 " + root + "tests/cluster/dask_runs.py " + name +
                                                " " + root + "src/python/absolve_dask.py " + folder,
                                            place.path());
  if (result.status == missing) GTEST_SKIP() << "skipped: missing is " << result.out;
  std::fputs(result.out.c_str(), stdout);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
}

}  // namespace absolve::test
