#include <gtest/gtest.h>

#include "support/shell.h"

namespace absolve {
namespace {

/// Runs that wait for a pipe between the moment when they find files and that when they open them: `swap FOLDER` puts a
/// link to `victim` in the place of a folder meanwhile.
const std::string setting = R"sh(
mkdir -p d/e o/e victim/cur victim/new victim/tmp; mkfifo pipe
for file in d/a.html d/e/b.html victim/b.html; do echo '<a href=x>' > $file; done
cp -r victim before
begin() { absolve -j1 -r "$@" > out 2> told & run=$!; exec 3> pipe; }
swap() { mv $1 $1.old; ln -s "$PWD/victim" $1; }
ended() { exec 3>&-; wait $run; echo "exit $?"; sed 's/, [0-9.]* s$//' told; cat out; diff -r victim before; ls -A o; }
)sh";

std::string told_when_swapped(const std::string& script) {
  const test::TemporaryDirectory place;
  const test::ShellResult result = test::run_shell(setting + script, place.path());
  EXPECT_EQ(result.err, "");
  return result.out;
}

const std::string is_no_folder = "its folder is no longer a folder, or is a symbolic link: ";

TEST(Swapped, FoldersAreNotReadThrough) {
  EXPECT_EQ(told_when_swapped("begin --list -u http://h/ d --files-from pipe; swap d/e; ended"),
            "exit 2\nabsolve: d/e/b.html: " + is_no_folder +
                "d/e/\n2 files, 1 changed, 0 unchanged, 0 skipped, 1 failed, 1 link\n"
                "d/a.html: 1 link\n  1:9  a href  x  http://h/x\ne\n");
}

TEST(Swapped, FoldersAreNotRewrittenThrough) {
  EXPECT_EQ(
      told_when_swapped("begin -i -u http://h/ d --files-from pipe; swap d/e; ended; cat d/a.html d/e.old/b.html"),
      "exit 2\nabsolve: d/e/b.html: " + is_no_folder +
          "d/e/\n2 files, 1 changed, 0 unchanged, 0 skipped, 1 failed, 1 link\ne\n<a href=http://h/x>\n"
          "<a href=x>\n");
}

TEST(Swapped, FoldersAreNotWrittenThrough) {
  EXPECT_EQ(
      told_when_swapped("begin --output-dir o --url-map pipe d; swap o/e; printf 'd/a.html\\thttp://h/\\n' >&3; ended"),
      "exit 2\nabsolve: d/e/b.html: " + is_no_folder +
          "o/e/\n2 files, 1 changed, 0 unchanged, 0 skipped, 1 failed, 1 link\na.html\ne\ne.old\n");
}

TEST(Swapped, FoldersOfMaildirsAreNotRewrittenThrough) {
  EXPECT_EQ(told_when_swapped(
                "mkdir -p d/M/cur d/M/new d/M/tmp; for m in d/M/cur/1 victim/1 before/1; do printf 'Content-Type: "
                "text/html\\n\\n<a href=x>\\n' > $m; done\n"
                "begin -i -u http://h/ d/M --files-from pipe; swap d/M/cur; ended; ls d/M/tmp"),
            "exit 2\nabsolve: d/M/cur/1: " + is_no_folder +
                "d/M/cur/\n1 file, 0 changed, 0 unchanged, 0 skipped, 1 failed, 0 links\ne\n");
}

/// What people name is opened as it stands, and so is what they ask to follow.
TEST(Swapped, LinksThatAreNamedAreFollowed) {
  EXPECT_EQ(
      told_when_swapped("begin -i -u http://h/ d --files-from pipe; mv d real; ln -s real d; ended; cat real/*.html"),
      "exit 0\n2 files, 2 changed, 0 unchanged, 0 skipped, 0 failed, 2 links\ne\n<a href=http://h/x>\n");
  EXPECT_EQ(told_when_swapped("begin --list --symlinks=follow -u http://h/ d --files-from pipe; swap d/e; ended"),
            "exit 0\n2 files, 2 changed, 0 unchanged, 0 skipped, 0 failed, 2 links\n"
            "d/a.html: 1 link\n  1:9  a href  x  http://h/x\nd/e/b.html: 1 link\n  1:9  a href  x  http://h/e/x\ne\n");
}

/// Files are reached by other paths than those that people know; what is told has these.
TEST(Swapped, MessagesNameWhatPeopleKnow) {
  EXPECT_EQ(told_when_swapped("mkdir d/e/b.html.orig\nbegin -i.orig -u http://h/ d/e --files-from pipe; ended"),
            "exit 2\nabsolve: d/e/b.html: cannot keep the original as d/e/b.html.orig: File exists\n"
            "1 file, 0 changed, 0 unchanged, 0 skipped, 1 failed, 1 link\ne\n");
}

}  // namespace
}  // namespace absolve
