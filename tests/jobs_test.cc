#include "../src/cli/jobs/jobs.h"
#include "../src/cli/provenance/retrieval.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <clocale>

#include "../src/cli/system/messages.h"
#include "support/shell.h"
#include "support/table.h"
#include "support/working_folder.h"

namespace absolve::cli {
namespace {

std::string told(const Job& job, const Settings& settings) {
  std::string line = printable(job.path);
  if (job.range) {
    const bool has_end = job.range->end != ArchiveRange().end;
    line += "[" + std::to_string(job.range->begin) + ":" + (has_end ? std::to_string(job.range->end) : "") + "]";
  }
  if (job.is_message) line += " (message" + (job.maildir_temporary.empty() ? ")" : ", " + job.maildir_temporary + ")");
  if (!job.later_version.empty()) line += " before " + job.later_version;
  const bool is_done = job.exclusion == Job::Exclusion::none;
  if (const std::string url = is_done ? url_of(job, "--url", settings.every_input.url, settings) : ""; !url.empty())
    line += " from " + url;
  if (!job.output.empty()) line += " > " + printable(job.output);
  if (job.is_hidden) line += " (copied)";
  if (job.exclusion == Job::Exclusion::hidden) line += ": hidden: " + job.why;
  if (job.exclusion == Job::Exclusion::skipped) line += ": skipped: " + job.why;
  if (job.exclusion == Job::Exclusion::failed) line += ": failed: " + job.why;
  return line + "\n";
}

std::string told_of_jobs(const std::string& command_line) {
  const Settings settings = test::settings_of(command_line);
  const Jobs jobs = jobs_of(settings);
  std::string lines;
  for (const std::string& notice : jobs.notices) lines += notice + "\n";
  for (const Job& job : jobs.jobs) lines += told(job, settings);
  for (const std::string& one : jobs.folders) lines += "make " + one + "\n";
  return lines;
}

/// A row of testdata/inputs/jobs.tsv: a script that makes files, the command line, and the jobs.
TEST(Jobs, AreAsTheTableSays) {
  std::setlocale(LC_CTYPE, "C.UTF-8");  // as the program does
  for (const test::Row& row : test::read_table("inputs/jobs.tsv", 4)) {
    const test::WorkingFolder place;
    const test::ShellResult made = test::run_shell(row.fields[1], place.path());
    ASSERT_EQ(made.status, 0) << row.where << made.err;
    std::string actual;
    try {
      actual = told_of_jobs(row.fields[2]);
    } catch (const UsageError& error) {
      actual = std::string("usage: ") + error.what() + "\n";
    }
    const std::string expected = row.fields[3].empty() ? "" : row.fields[3] + "\n";
    EXPECT_EQ(test::replaced(actual, place.path(), "@"), expected) << row.where << ": " << row.fields[0];
  }
}

/// Root may read everything, so that this can't be a row.
TEST(Jobs, TellOfFoldersThatCannotBeRead) {
  const test::WorkingFolder place;
  if (::geteuid() != 0) {
    ASSERT_EQ(test::run_shell("mkdir -p d/shut d/z; touch d/z/a; chmod 0 d/shut", place.path()).status, 0);
    EXPECT_EQ(told_of_jobs("-r --list d"), "d/shut: failed: cannot list: Permission denied\nd/z/a\n");
    ASSERT_EQ(test::run_shell("chmod 700 d/shut", place.path()).status, 0);
    return;
  }
  ASSERT_EQ(test::run_shell("mkdir -p d/a d/b; touch d/a/x d/b/y; chmod 755 . d d/*; chmod 0 d/a", place.path()).status,
            0);
  const uid_t nobody = 65534;
  ASSERT_EQ(::seteuid(nobody), 0);
  const std::string actual = told_of_jobs("-r --list " + place.path() + "/d");
  EXPECT_THROW(static_cast<void>(jobs_of(test::settings_of("-r --list --shard 1/2 " + place.path() + "/d"))),
               UsageError);
  ASSERT_EQ(::seteuid(0), 0);
  EXPECT_EQ(test::replaced(actual, place.path(), "@"), "@/d/a: failed: cannot list: Permission denied\n@/d/b/y\n");
}

/// Folders in folders, until their path is longer than the system takes.
TEST(Jobs, EndWhereFoldersAreTooDeep) {
  const test::WorkingFolder place;
  const std::string script =
      "n=$(seq -s '' 100); mkdir -p d/$n w; touch d/a; i=0;"
      "while [ $i -lt 40 ]; do mv d/$n w; mkdir d/$n; mv w/$n d/$n; i=$((i+1)); done";
  ASSERT_EQ(test::run_shell(script, place.path()).status, 0);
  const Jobs jobs = jobs_of(test::settings_of("-r --list d"));
  ASSERT_EQ(jobs.jobs.size(), 2U);
  EXPECT_EQ(jobs.jobs[0].why, "cannot list: File name too long");
  EXPECT_EQ(jobs.jobs[1].path, "d/a");
  // What is in them would be another shard's, where its paths are shorter.
  EXPECT_THROW(static_cast<void>(jobs_of(test::settings_of("-r --list --shard 0/2 d"))), UsageError);
}

/// As many as a mirror has, under a bound that a copy of each name in a few places would pass.
TEST(Jobs, TakeLittleMemory) {
  const test::WorkingFolder place;
  const std::string script =
      "i=0; while [ $i -lt 10 ]; do mkdir -p d/$i; (cd d/$i && seq -f 'a-name-of-usual-length-%g.html' 300 | xargs "
      "touch);"
      "i=$((i+1)); done";
  ASSERT_EQ(test::run_shell(script, place.path()).status, 0);
  const Jobs jobs = jobs_of(test::settings_of("-r -i d"));
  ASSERT_EQ(jobs.jobs.size(), 3'000U);
  std::size_t bytes = jobs.jobs.capacity() * sizeof(Job);
  for (const Job& job : jobs.jobs) bytes += job.path.capacity();
  EXPECT_LT(bytes / jobs.jobs.size(), 400U);
}

/// Links that lead to a folder by two names each, thirty deep, are two to the power of thirty paths.
TEST(Jobs, EnterEachFolderOnceWhereLinksAreFollowed) {
  const test::WorkingFolder place;
  const std::string script =
      "i=0; while [ $i -lt 30 ]; do mkdir f$i; n=$((i+1)); ln -s ../f$n f$i/a; ln -s ../f$n f$i/b; i=$n; done;"
      "mkdir f30; touch f30/page.html";
  ASSERT_EQ(test::run_shell(script, place.path()).status, 0);
  std::size_t files = 0;
  for (const Job& job : jobs_of(test::settings_of("-r --symlinks=follow --list f0")).jobs) {
    files += job.exclusion == Job::Exclusion::none ? 1 : 0;
  }
  EXPECT_EQ(files, 1U);
}

}  // namespace
}  // namespace absolve::cli
