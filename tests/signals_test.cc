#include <gtest/gtest.h>

#include "support/shell.h"

namespace absolve {
namespace {

/// Runs that wait for a pipe, so that a signal comes at a known moment. `begin ARGUMENTS` begins one, and returns once
/// it has opened `pipe`; `ended` says how it ended, and what is there. Whatever this test itself was told to ignore, as
/// by nohup(1), the runs do not, but for signals that `default` leaves out.
const std::string prologue = R"sh(
mkfifo pipe; for i in a b; do echo "<a href=$i>" > $i.html; done
begin() { env --default-signal=${default-HUP,INT,TERM} absolve --url-prefix .=http://h/ -j1 "$@" > out 2> told & run=$!; exec 3> pipe; }
ended() { wait $run 2> /dev/null; echo "exit $?"; exec 3>&-; sed 's/, [0-9.]* s$//' told; [ ! -e o ] || find o -type f | sort; find . -name '.absolve-new-*' -o -name '*.lock'; }
)sh";

std::string told(const std::string& script) {
  const test::TemporaryDirectory place;
  const test::ShellResult result = test::run_shell(prologue + script, place.path());
  EXPECT_EQ(result.err, "");
  return result.out;
}

/// What is ready is put in its place, what is in work is given up, what comes after it is left.
TEST(Signals, EndARunCleanly) {
  for (const std::string signal : {"HUP", "INT", "TERM"}) {
    const std::string number = signal == "HUP" ? "129" : signal == "INT" ? "130" : "143";
    EXPECT_EQ(told("begin --output-dir o --report r a.html pipe b.html; echo '<a href=c>' >&3; kill -" + signal +
                   " $run; ended; sed 's/,.type.*//' r"),
              "exit " + number + "\nabsolve: stopped by signal " + signal +
                  ": 2 files not processed\n1 file, 1 changed, 0 unchanged, 0 skipped, 0 failed, 1 link\no/a.html\n"
                  "{\"file\":\"a.html\",\"status\":\"changed\",\"exit\":0,\"output\":\"o/a.html\"\n");
  }
}

TEST(Signals, EndARunBeforeItHasBegun) {
  EXPECT_EQ(told("begin -i --files-from pipe; echo a.html >&3; kill -TERM $run; ended; cat a.html"),
            "exit 143\n<a href=a>\n");
  EXPECT_EQ(told("begin -i --url-map pipe a.html; kill -TERM $run; ended; cat a.html"), "exit 143\n<a href=a>\n");
}

TEST(Signals, LeaveTheOneOutputAsItWas) {
  EXPECT_EQ(told("echo old > one; begin -o one a.html pipe; echo '<a href=c>' >&3; kill -TERM $run; ended; cat one"),
            "exit 143\nabsolve: stopped by signal TERM: 1 file not processed\n"
            "absolve: one: is not written, as the run was stopped\nold\n");
}

TEST(Signals, AreIgnoredWhereTheyWere) {
  EXPECT_EQ(
      told("trap '' HUP; default=INT\nbegin --output-dir o a.html pipe b.html; echo '<a href=c>' >&3; kill -HUP $run; "
           "exec 3>&-; ended"),
      "exit 0\n3 files, 3 changed, 0 unchanged, 0 skipped, 0 failed, 3 links\no/a.html\no/b.html\no/pipe\n");
}

/// timeout(1) sends one to the process and one to its group: that is one request. Two threads may take one each, so
/// either can be the first.
TEST(Signals, EndARunCleanlyWhereTwoComeTogether) {
  const auto ended_by = [](const std::string& signal, const std::string& number) {
    return "exit " + number + "\nabsolve: stopped by signal " + signal +
           ": 1 file not processed\n1 file, 1 changed, 0 unchanged, 0 skipped, 0 failed, 1 link\no/a.html\n";
  };
  const std::string end = told(
      "begin --output-dir o a.html pipe; kill -STOP $run; kill -TERM $run; kill -HUP $run; "
      "kill -CONT $run; ended");
  EXPECT_TRUE(end == ended_by("HUP", "129") || end == ended_by("TERM", "143")) << end;
}

/// Nobody reads a pipe that is to be written to.
TEST(Signals, EndARunThatWaitsToOpenAPipe) {
  for (const std::string output : {"-o to", "-o one --report to", "-o one --report-html to"}) {
    EXPECT_EQ(told("mkfifo to\nenv --default-signal=HUP,INT,TERM absolve -qu http://h/ " + output +
                   " a.html > out 2>&1 & run=$!; sleep 0.2; kill -INT $run; wait $run; echo $?; ls one 2> /dev/null"),
              "130\n")
        << output;
  }
}

/// Nobody reads on: what is to be written would wait for ever.
TEST(Signals, EndARunThatWaitsToWrite) {
  EXPECT_EQ(
      told("yes '<a href=x>' | head -n 99999 > large.html; "
           "for view in '' --list; do rm -f out.pipe; mkfifo out.pipe; exec 4<> out.pipe\n"
           "absolve --url-prefix .=http://h/ -j2 $view large.html a.html > out.pipe 2> told & run=$!\n"
           "dd bs=1 count=1 of=dd <&4 2> dd.told; kill -TERM $run; wait $run 2> /dev/null; echo $?; cat told; done"),
      "143\nabsolve: stopped by signal TERM: 1 file not processed\n"
      "143\nabsolve: stopped by signal TERM: 1 file not processed\n");
}

/// A lock of another program is waited for, and stays.
TEST(Signals, EndARunThatWaitsForALock) {
  EXPECT_EQ(told("printf 'From a@h Mon Jun  3 10:00:00 1996\nContent-Type: text/html\nFrom: a@h\n\n<a href=x>\n' > "
                 "box; cp box old; echo other > box.lock\n"
                 "begin -i --fsync none --files-from pipe; { echo b.html; echo box; } >&3; exec 3>&-\n"
                 "until grep -q http b.html; do sleep 0.01; done; kill -TERM $run; ended; cat box.lock; cmp box old"),
            "exit 143\nabsolve: stopped by signal TERM: 1 file not processed\n"
            "1 file, 1 changed, 0 unchanged, 0 skipped, 0 failed, 1 link\n./box.lock\nother\n");
}

/// The limit on the sizes of files is that of one.
TEST(Signals, OfTooLargeFilesAreErrorsOfThese) {
  EXPECT_EQ(told("yes '<a href=x>' | head -n 9999 > large.html; cp large.html old\n"
                 "(ulimit -f 16; absolve -i --url-prefix .=http://h/ large.html a.html b.html) 2> told; echo $?; cat "
                 "told; cat "
                 "a.html; cmp large.html "
                 "old"),
            "2\nabsolve: large.html: cannot write: File too large\n<a href=http://h/a>\n");
}

}  // namespace
}  // namespace absolve
