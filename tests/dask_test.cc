#include "support/dask.h"

#include <gtest/gtest.h>

namespace absolve {
namespace {

TEST(Dask, SameBytesThoughAWorkerIsKilled) { test::run_on_dask("same_bytes_though_a_worker_is_killed"); }

TEST(Dask, FailuresAreThoseOfOneRun) { test::run_on_dask("failures_are_those_of_one_run"); }

TEST(Dask, ErrorsOfUsageAreToldOnce) { test::run_on_dask("errors_of_usage_are_told_once"); }

TEST(Dask, QuietRunsSayNothing) { test::run_on_dask("quiet_runs_say_nothing"); }

TEST(Dask, SignalsEndItQuietly) { test::run_on_dask("signals_end_it_quietly"); }

}  // namespace
}  // namespace absolve
