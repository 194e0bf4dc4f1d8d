#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "support/dask.h"

namespace absolve {
namespace {

TEST(SlowDask, WorkersThatCannotAreNamed) { test::run_on_dask("workers_that_cannot_are_named"); }

TEST(SlowDask, ManyFilesThoughAWorkerIsKilled) {
  const std::string corpus = ABSOLVE_CORPUS;
  if (!std::filesystem::exists(corpus)) GTEST_SKIP() << "skipped: there is no corpus at " << corpus;
  test::run_on_dask("many_files_though_a_worker_is_killed", corpus);
}

}  // namespace
}  // namespace absolve
