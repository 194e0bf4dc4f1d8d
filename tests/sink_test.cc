#include "../src/cli/run/sink.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/shell.h"
#include "support/table.h"
#include "support/working_folder.h"

namespace absolve {
namespace {

namespace fs = std::filesystem;
using namespace cli;

/// A new file for a page, with so many bytes, of which the disk holds none.
Result replaced(const std::string& path, off_t size) {
  auto file = std::make_unique<NewFile>("./");
  EXPECT_EQ(::ftruncate(file->descriptor(), size), 0);
  Result result;
  result.replacement = Replacement::over({path, *status_of(path), -1}, std::move(file), "", false);
  return result;
}

/// As long as new files wait for others, there must be room for the old ones, too.
TEST(Sink, PutsNewFilesInPlaceOnceTheyAreLarge) {
  const test::WorkingFolder place;
  const Settings settings = test::settings_of("-q -i --fsync=none a b c");
  Progress progress(When::never, 3);
  Console console(progress);
  Sink sink(settings, progress, console, nullptr);
  std::vector<Job> jobs(3);
  constexpr off_t large = (std::int64_t{32} << 20) + 1;
  std::string grown;
  for (const char* const path : {"a", "b", "c"}) {
    std::ofstream(path) << "old";
    Job& job = jobs[static_cast<std::size_t>(*path - 'a')];
    job.path = path;
    ASSERT_TRUE(sink.receive(job, replaced(path, large)));
    for (const char* const any : {"a", "b", "c"}) grown += fs::exists(any) && fs::file_size(any) == large ? any : "-";
    grown += ' ';
  }
  EXPECT_EQ(grown, "--- ab- ab- ");
  sink.finish();
  EXPECT_EQ(fs::file_size("c"), large);
}

/// On a disk with room for the largest new file beside the old ones, those that are ready take the places of the old
/// ones when it is full, and what found no room is done again while no other is: however many are done at a time.
TEST(Sink, MakesRoomOnAFullDisk) {
  const test::TemporaryDirectory place;
  const test::ShellResult result = test::run_shell(
      "unshare -rm true 2> /dev/null || exit 77\n"
      "cat > script <<'END'\n"
      "mount -t tmpfs -o size=13M none . || exit 77\ncd \"$PWD\"\n"
      "page() { echo '<a href=x>'; head -c $1 /dev/zero | tr '\\0' '\\n'; }\n"
      "page 4000000 > 10.html; for i in $(seq 11 25); do page 300000 > $i.html; done\n"
      "absolve $* -q -u http://h/ -i *.html; echo $?; grep -l 'http://h/x' *.html | wc -l; ls -A | wc -l\n"
      "END\n"
      "for jobs in 1 2 8; do unshare -rm sh script -j$jobs && unshare -rm sh script -j$jobs --fsync=none || exit; done",
      place.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: no file system can be mounted here";
  std::string expected;
  for (int run = 0; run < 6; ++run) expected += "0\n16\n16\n";
  EXPECT_EQ(result.out, expected);
  EXPECT_EQ(result.err, "");
}

}  // namespace
}  // namespace absolve
